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

  @Test("Ids are resolved after all declarations are read, in any order of the keys")
  func orderOfKeys() throws {
    let text = """
      {"defaultState": "s", "states": {"s": {"toggles": {"f": true}, "purchases": {"P": "unknown"}}},
      "features": [{"features": [{"id": "g"}], "id": "f", "constraints": {"purchases": ["P"]}}],
      "products": [{"type": "nonConsumable", "id": "P"}], "manifestVersion": 1}
      """
    #expect(problems(ofManifest: text).isEmpty)
    #expect(try manifestFile(text).manifest.features.map(\.parent) == [nil, 0])
  }

  @Test(
    "A bound with another meaning has no edit",
    arguments: [
      ("to", true), ("atMost", true), ("after", false), ("before", false), ("from", false),
    ])
  func bounds(word: String, differs: Bool) {
    let problem = Diagnostic.unknownKey(word, in: "a range", nearest: "below")
    #expect(problem.replacements.isEmpty == differs)
  }
}
