import FlintCore
import FlintModel
import FlintText
import Testing

@testable import FlintManifest

@Suite("Problems with conditions and references") struct LanguageProblemTests {
  /// Returns a manifest with the constraints of feature `f` on line 8, after all declarations that they may refer to.
  private func manifest(_ constraints: String) -> String {
    """
    {"manifestVersion": 1, "groups": [{"id": "main", "levels": ["plus", "pro"]}, {"id": "none"}],
    "products": [{"id": "A", "type": "nonConsumable"}, {"id": "Z", "type": "consumable"},
      {"id": "P", "type": "autoRenewingSubscription", "group": "main", "level": "plus"}],
    "attributes": [{"id": "n", "type": "integer"}, {"id": "v", "type": "version"},
      {"id": "d", "type": "date"}, {"id": "t", "type": "text"}, {"id": "b", "type": "boolean"}],
    "conditions": [{"id": "c", "is": {"attributes": {"b": true}}}],
    "features": [{"id": "g"}, {"id": "f", "constraints":
    {\(constraints)}}]}
    """
  }

  @Test(
    "Problems in the constraints of a feature are reported",
    arguments: [
      (
        #""date": {"atLeast": "2026-13-01"}"#,
        #"8:22 invalid-date: '2026-13-01' is not a date (the month is a number from 01 to 12)"#
      ),
      (#""date": 2026"#, "8:10 wrong-type: found a number for 'date'; expected a range"),
      (
        #""attributes": {"n": 9007199254740993}"#,
        "8:22 invalid-integer: found 9007199254740993 for an integer attribute; expected at most 9007199254740992"
      ),
      (
        #""attributes": {"n": [1, 2, 1]}"#,
        "8:29 duplicate-value: '1' occurs twice in the required values"
      ),
      (
        #""attributes": {"n": {"atLeast": 1.5}}"#,
        "8:34 invalid-integer: found 1.5 for 'atLeast'; expected an integer (write the integer without a fraction or an exponent)"
      ),
      (
        #""attributes": {"n": "3"}"#,
        "8:22 wrong-type: found a string for an integer attribute; expected a list of integers or a range"
      ),
      (
        #""attributes": {"t": {"notIn": ["a", "a"]}}"#,
        "8:38 duplicate-value: 'a' occurs twice in 'notIn'"
      ),
      (
        #""attributes": {"t": {"in": ["a"]}}"#,
        "8:23 unknown-key: unknown key 'in' in a text attribute"
      ),
      (
        #""attributes": {"t": {}}"#,
        "8:22 missing-key: a text attribute has no 'notIn', 'beginsWith', 'contains' or 'endsWith'"
      ),
      (
        #""attributes": {"t": {"beginWith": "FR"}}"#,
        "8:23 unknown-key: unknown key 'beginWith' in a text attribute (did you mean 'beginsWith'?)"
      ),
      (
        #""attributes": {"t": {"hasPrefix": "FR"}}"#,
        "8:23 unknown-key: unknown key 'hasPrefix' in a text attribute (did you mean 'beginsWith'?)"
      ),
      (
        #""attributes": {"t": {"beginsWith": [], "contains": "", "endsWith": ["a", "a"]}}"#,
        "8:37 empty-value: 'beginsWith' is empty|8:53 empty-value: 'contains' is empty|8:75 duplicate-value: 'a' occurs twice in 'endsWith'"
      ),
      (
        #""attributes": {"t": {"contains": 1, "endsWith": [2]}}"#,
        "8:35 wrong-type: found a number for 'contains'; expected a string or a list of strings|8:51 wrong-type: found a number for 'endsWith'; expected a string (put strings in double quotes)"
      ),
      (
        #""attributes": {"t": {"notIn": ["a"], "beginsWith": "b"}}"#,
        "8:39 unexpected-key: 'beginsWith' cannot be combined with 'notIn' (write a condition for each key in 'allOf'; to exclude a text pattern, write it in 'not')"
      ),
      (
        #""attributes": {"v": {"contains": "1"}}"#,
        "8:23 unexpected-key: 'contains' is for text attributes only; this attribute has type 'version'"
      ),
      (#""attributes": {"t": [""]}"#, "8:23 empty-value: a text attribute is empty"),
      (
        #""attributes": {"v": 1.10}"#,
        #"8:22 invalid-version: version 1.10 is a number, but not an integer (write the version as a string: "1.10")"#
      ),
      (
        #""attributes": {"d": {"ago": {"atLeast": "P1W"}, "below": "2026-01-01"}}"#,
        "8:50 unexpected-key: 'below' cannot be combined with 'ago'"
      ),
      (
        #""attributes": {"d": {"ago": {"atLeast": "P2D", "below": "PT48H"}}}"#,
        "8:58 empty-range: the range is empty: no duration is at least 'P2D' and below 'PT48H'"
      ),
      (
        #""attributes": {"d": {"ago": "P2D"}}"#,
        #"8:30 wrong-type: found a single duration; expected a range (write { "atLeast": "P2D" })"#
      ),
      (
        #""attributes": {"d": {"ago": {"atLeast": "P0M"}}}"#,
        #"8:42 invalid-duration: 'P0M' has years or months, which vary in length (write "PT0M" for minutes)"#
      ),
      (
        #""permissions": ["photos", {"permission": "photos", "in": ["limited"]}, {"permission": "photos", "in": ["limited"]}]"#,
        "8:73 duplicate-constraint: constraint 'permission:photos=limited' is declared twice"
      ),
      (#""permissions": [{"permission": "photos"}]"#, "8:18 missing-key: a permission has no 'in'"),
      (#""permissions": [{"permission": "photos", "in": []}]"#, "8:49 empty-value: 'in' is empty"),
      (
        #""purchases": [{"group": "main", "quantity": 2}]"#,
        "8:34 unexpected-key: 'quantity' cannot be combined with 'group'"
      ),
      (
        #""purchases": [{"product": "Z", "quantity": 1, "in": ["purchased"]}]"#,
        "8:54 wrong-holding: consumable 'Z' has no status (remove 'in')"
      ),
      (
        #""purchases": [{"group": "none", "atLeast": "x"}]"#,
        "8:45 unexpected-key: group 'none' has no levels"
      ),
      (
        #""purchases": ["P", {"product": "P"}]"#,
        "8:21 duplicate-constraint: constraint 'purchase:P' is declared twice"
      ),
      (
        #""rollout": {"bucket": "?"}"#,
        "8:13 missing-key: 'rollout' has no 'percent'|8:24 invalid-id: bucket id '?' contains an invalid character (use letters, digits, '.', '_' and '-', starting with a letter or digit)"
      ),
      (
        #""features": ["g", "h", "g"]"#,
        "8:20 unknown-feature: feature 'h' is not declared|8:25 duplicate-constraint: constraint 'feature:g' is declared twice"
      ),
      (
        #""conditions": [1]"#,
        "8:17 wrong-type: found a number for the id of a condition; expected a string (put strings in double quotes)"
      ),
      (
        #""anyOf": [{"not": {"userToggled": {"defaultValue": true}}}], "userToggled": {"defaultValue": false}"#,
        "8:53 conflicting-default: 'defaultValue' is true here and false elsewhere in the feature"
      ),
      (
        #""anyOf": [{"platforms": {"iOS": 9, "tvOS": 9}}, {"$x": 1, "platforms": {"tvOS": 9}}, {"platforms": {"tvOS": 9, "iOS": 9}}]"#,
        "8:87 duplicate-value: the same condition occurs twice in 'anyOf'"
      ),
      (
        #""allOf": [{"rollout": {"percent": 1.50}}, {"rollout": {"percent": 1.5}}]"#,
        "8:44 duplicate-value: the same condition occurs twice in 'allOf'"
      ),
      (
        #""not": {"anyOf": [{"purchases": [{"anyOf": [{"product": "Z", "quantity": 1}]}]}]}"#,
        "8:58 misplaced-consumable: consumable 'Z' is not allowed in a 'not'"
      ),
      (
        #""not": {"features": [], "attributes": {}}"#,
        "8:22 empty-value: 'features' in 'not' is empty|8:40 empty-value: 'attributes' in 'not' is empty"
      ),
    ])
  func constraints(text: String, expected: String) {
    // The toggle comes later in the text, but is read first, and its value is used.
    #expect(problems(ofManifest: manifest(text)) == expected.split(separator: "|").map(String.init))
  }

  @Test(
    "Problems in declarations are reported",
    arguments: [
      (#""app": {"platforms": []}"#, "1:45 empty-value: 'platforms' is empty"),
      (
        #""app": {"platforms": {"iOS": {"atLeast": 9}}}"#,
        "1:53 wrong-type: found an object for a platform of the app; expected a version"
      ),
      (
        #""app": {"version": {"iSO": 1}}"#,
        "1:44 unknown-platform: unknown platform 'iSO' (did you mean 'iOS'?)"
      ),
      (#""app": {"version": {}}"#, "1:43 empty-value: 'version' is empty"),
      (
        #""groups": [{"id": "g", "levels": ["a", "b", "a", "?"]}, {"id": "g"}]"#,
        "1:68 duplicate-id: level 'a' is declared twice|1:73 invalid-id: level id '?' contains an invalid character (use letters, digits, '.', '_' and '-', starting with a letter or digit)|1:87 duplicate-id: group 'g' is declared twice (first declared at m.json:1:42)"
      ),
      (
        #""products": [{"id": "p", "type": "autoRenewingSubscription", "level": "x"}]"#,
        "1:85 unexpected-key: a product without a 'group' cannot have a 'level'"
      ),
      (
        #""attributes": [{"id": "v", "type": "version", "default": "latest"}]"#,
        "1:81 invalid-version: version 'latest' is allowed in states only"
      ),
      (
        #""attributes": [{"id": "n", "type": "integer", "default": -9007199254740993}]"#,
        "1:81 invalid-integer: found -9007199254740993 for an integer attribute; expected at least -9007199254740992"
      ),
      (
        #""attributes": [{"id": "d", "type": "date", "values": ["x"], "default": "now"}]"#,
        #"1:67 unexpected-key: 'values' is for choice attributes only; this attribute has type 'date'|1:95 invalid-date: 'now' is not a date (write a date such as "2026-12-01" or "2026-12-01T18:00Z")"#
      ),
      (
        #""conditions": [{"id": "c", "is": {}}, {"id": "c", "is": {"date": {"below": "2026-01-01"}}}, {"id": "e"}]"#,
        "1:57 empty-value: 'is' is empty|1:69 duplicate-id: condition 'c' is declared twice (first declared at m.json:1:46)|1:116 missing-key: a condition has no 'is'"
      ),
    ])
  func declarations(text: String, expected: String) {
    let found = problems(ofManifest: "{\"manifestVersion\": 1, \(text)}")
    #expect(found == expected.split(separator: "|").map(String.init))
  }

  @Test("A cycle is reported at its first reference, and once for converging paths")
  func cycles() {
    let text = """
      {"manifestVersion": 1, "conditions": [{"id": "c", "is": {"not": {"features": ["inner"]}}}],
      "features": [
        {"id": "outer", "features": [{"id": "inner", "constraints": {"features": ["outer"]}}]},
        {"id": "a", "constraints": {"conditional": [{"when": {"features": ["b"]}, "constraints": {"conditions": ["c"]}}]}},
        {"id": "b", "constraints": {"anyOf": [{"features": ["a"]}, {"features": ["b"]}]}},
        {"id": "top", "constraints": {"features": ["leaf"]}, "features": [{"id": "mid", "features": [{"id": "leaf"}]}]}]}
      """
    #expect(
      problems(ofManifest: text) == [
        "4:70 cyclic-condition: feature 'a' requires 'b', which requires 'a'",
        "6:46 cyclic-condition: feature 'top' requires 'leaf', which is in 'mid', which is in 'top'",
      ])
  }

  @Test("The description of a long cycle omits its middle")
  func longCycle() throws {
    let features = (0..<10_000).map { index in
      #"{"id": "f\#(index)", "constraints": {"features": ["f\#((index + 1) % 10_000)"]}}"#
    }
    let text = "{\"manifestVersion\": 1, \"features\": [\(features.joined(separator: ","))]}"
    let found = problems(ofManifest: text)
    #expect(found.count == 1)
    #expect(found[0].hasPrefix("1:79 cyclic-condition: feature 'f0' requires 'f1', which"))
    #expect(
      found[0].contains("which requires 'f12', and so on through 9982 more, which requires 'f9995'")
    )
    #expect(found[0].hasSuffix("which requires 'f9999', which requires 'f0'"))
  }

  @Test("Conditions can be nested at most 64 deep", arguments: [64, 65])
  func depth(depth: Int) {
    let open = String(repeating: #""not": {"#, count: depth)
    let close = String(repeating: "}", count: depth)
    let found = problems(ofManifest: manifest("\(open)\"features\": [\"g\"]\(close)"))
    let problem = "8:521 nested-too-deep: conditions are nested more than 64 levels deep"
    #expect(found == (depth == 64 ? [] : [problem]))
  }

  @Test("Ids can be used before they are declared, and keys can be in any order")
  func order() throws {
    let file = try manifestFile(
      """
      {"features": [{"id": "a", "constraints": {"features": ["c"], "conditions": ["k"]}},
         {"id": "b", "features": [{"id": "c", "constraints": {"rollout": {"percent": 5}}}]}],
       "conditions": [{"id": "j", "is": {"conditions": ["k"]}},
         {"id": "k", "is": {"rollout": {"percent": 2, "bucket": "x"}}}], "manifestVersion": 1}
      """)
    #expect(file.manifest.features[0].constraints == [.feature(2), .condition(1)])
    #expect(file.manifest.conditions[0].condition == Condition([.condition(1)]))
    #expect(file.manifest.buckets == ["x", "c"])
    #expect(file.names.buckets.names == ["x", "c"])
  }
}
