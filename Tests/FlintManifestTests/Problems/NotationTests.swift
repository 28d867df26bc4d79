import FlintCore
import FlintModel
import FlintText
import Testing

@testable import FlintManifest

/// Values whose notation is wrong, but whose meaning is clear. The hints show the JSON to write.
@Suite("Notations that the hints correct") struct NotationTests {
  /// Returns the problems of a manifest with these members and the constraints of feature `f`, without positions.
  private func problems(_ constraints: String, _ members: String = "") -> [String] {
    FlintManifestTests.problems(
      ofManifest: """
        {"manifestVersion": 1, \(members)
        "groups": [{"id": "lumen", "levels": ["plus", "pro"]}],
        "products": [{"id": "P", "type": "nonConsumable"},
          {"id": "S", "type": "autoRenewingSubscription", "group": "lumen", "level": "pro"}],
        "attributes": [{"id": "flag", "type": "boolean"}, {"id": "n", "type": "integer"},
          {"id": "mode", "type": "choice", "values": ["slow", "fast"]}],
        "conditions": [{"id": "staff", "is": {"attributes": {"flag": true}}}],
        "features": [{"id": "g"}, {"id": "f", "constraints": {\(constraints)}}]}
        """
    ).map { String($0.drop { $0 != " " }.dropFirst()) }
  }

  @Test(
    "A constraint in a wrong notation is reported once, with the JSON to write",
    arguments: [
      (#""permissions": [["camera"]]"#, #"write "camera""#),
      (#""permissions": {"camera": true}"#, #"write ["camera"]"#),
      (#""permissions": {"mic": true, "photos": true}"#, #"write ["microphone", "photos"]"#),
      (#""permissions": "camera, photos""#, #"write ["camera", "photos"]"#),
      (#""attributes": ["flag"]"#, #"write { "flag": true }"#),
      (#""attributes": ["mode", "n"]"#, #"write { "mode": "slow", "n": … }"#),
      (#""attributes": [{"flag": true}]"#, #"write {"flag": true}"#),
      (#""anyOf": ["camera"]"#, #"write { "permissions": ["camera"] }"#),
      (#""anyOf": ["P"]"#, #"write { "purchases": ["P"] }"#),
      (#""anyOf": ["g"]"#, #"write { "features": ["g"] }"#),
      (#""anyOf": ["staff"]"#, #"write { "conditions": ["staff"] }"#),
      (#""anyOf": ["iPad"]"#, #"write { "platforms": { "iOS": "any" } }"#),
      (#""anyOf": ["flag"]"#, #"write { "attributes": { "flag": true } }"#),
      (#""anyOf": "camera""#, #"write [{ "permissions": ["camera"] }]"#),
      (#""anyOf": {"features": ["g"]}"#, #"write [{"features": ["g"]}]"#),
      (#""not": [{"features": ["g"]}]"#, #"write {"features": ["g"]}"#),
      (#""not": [{}]"#, "write { … }"),
      (#""not": ["camera"]"#, #"write { "permissions": ["camera"] }"#),
      (
        #""not": [{"features": ["g"]}, {"date": {}}]"#,
        #"write { "anyOf": [{"features": ["g"]}, {"date": {}}] }"#
      ),
      (#""conditional": {"when": {}}"#, #"write [{"when": {}}]"#),
      (#""conditional": {}"#, "write [{ … }]"),
      (#""purchases": {"group": "lumen"}"#, #"write [{"group": "lumen"}]"#),
      (#""purchases": [["P"]]"#, #"write "P""#),
      (#""rollout": {"percent": "25"}"#, "write 25"),
      (#""rollout": {"percent": "12.5%"}"#, "write 12.5"),
      (#""userToggled": {"defaultValue": "false"}"#, "write false"),
      (#""userToggled": "off""#, #"write { "defaultValue": false }"#),
    ])
  func notation(written: String, hint: String) {
    let found = problems(written)
    #expect(found.count == 1 && found[0].hasPrefix("wrong-type: "), "\(found)")
    #expect(found.first?.hasSuffix(" (\(hint))") == true, "\(found)")
  }

  @Test("A value without a clear meaning is reported without JSON to write")
  func unclear() {
    for written in [
      #""anyOf": ["nothing"]"#, #""permissions": {"nothing": true}"#, #""attributes": []"#,
      #""rollout": {"percent": "some"}"#, #""not": ["camera", "photos"]"#, #""not": []"#,
    ] {
      let found = problems(written)
      #expect(found.count == 1 && !found[0].contains("(write"), "\(found)")
    }
  }

  @Test(
    "A subscription group instead of a product is reported with the requirement to write",
    arguments: [
      (
        #""purchases": ["lumen"]"#,
        #"unknown-product: product 'lumen' is not declared (write { "group": "lumen" })"#
      ),
      (
        #""purchases": [{"product": "lumen"}]"#,
        #"unknown-product: product 'lumen' is not declared (write "group": "lumen")"#
      ),
      (
        #""purchases": [{"group": "lumen", "level": "pro"}]"#,
        "unknown-key: unknown key 'level' in a purchase (did you mean 'atLeast'?)"
      ),
    ])
  func groups(written: String, problem: String) {
    #expect(problems(written) == [problem])
  }

  @Test("Levels in a string are reported with the list to write, and without further problems")
  func levels() {
    let found = FlintManifestTests.problems(
      ofManifest: """
        {"manifestVersion": 1, "groups": [{"id": "g", "levels": "plus,pro"}], "products": [
          {"id": "p", "type": "autoRenewingSubscription", "group": "g", "level": "pro"}],
        "features": [{"id": "f", "constraints": {"purchases": [{"group": "g", "atLeast": "pro"}]}}]}
        """)
    #expect(
      found == [
        #"1:57 wrong-type: found a string for 'levels'; expected a list (write ["plus", "pro"])"#
      ])
  }

  @Test("The hint for an undeclared group is given once")
  func undeclaredGroup() {
    let found = problems(#""purchases": [{"group": "gold"}, {"anyOf": [{"group": "gold"}, "P"]}]"#)
    #expect(found.count == 2)
    #expect(found.map { $0.contains("declare it under 'groups'") } == [true, false])
  }

  @Test(
    "A bound with another meaning is reported with the difference, and without an edit",
    arguments: [
      ("to", "did you mean 'below'? 'below' excludes the limit itself"),
      ("until", "did you mean 'below'? 'below' excludes the limit itself"),
      ("atMost", "did you mean 'below'? 'below' excludes the limit itself"),
      ("<=", "did you mean 'below'? 'below' excludes the limit itself"),
      ("after", "did you mean 'atLeast'? 'atLeast' includes the limit itself"),
      ("before", "did you mean 'below'?"), ("from", "did you mean 'atLeast'?"),
    ])
  func bounds(word: String, hint: String) {
    let found = problems("\"date\": {\"\(word)\": \"2027-01-31\"}")
    #expect(found == ["unknown-key: unknown key '\(word)' in a range (\(hint))"])
    let problem = Diagnostic.unknownKey(word, in: "a range", nearest: "below")
    #expect(problem.replacements.isEmpty == hint.contains("excludes"))
  }

  @Test(
    "The key of a condition in an assumption, and the reverse, lead to the right key",
    arguments: [
      (#""assume": [{"id": "m", "is": {"features": ["g"]}}],"#, "that"),
      (#""assume": [{"id": "m", "condition": {"features": ["g"]}}],"#, "that"),
    ])
  func assumptions(members: String, key: String) {
    let found = problems("", members)
    let hint = "in an assumption (did you mean '\(key)'?)"
    #expect(found.contains { $0.hasSuffix(hint) }, "\(found)")
  }

  @Test(
    "An include outside of the features is reported once, with the place to write it",
    arguments: [
      (#""include": "p.json""#, "a manifest"),
      (#""products": [{"include": "p.json"}]"#, "a product"),
      (#""attributes": [{"include": "p.json"}]"#, "an attribute"),
      (#""groups": [{"include": "p.json"}]"#, "a group"),
      (#""conditions": [{"include": "p.json"}]"#, "a condition"),
      (#""assume": [{"include": "p.json"}]"#, "an assumption"),
    ])
  func includes(member: String, owner: String) {
    let found = FlintManifestTests.problems(
      ofManifest: """
        {"manifestVersion": 1,
        \(member),
        "features": [{"id": "f", "constraints": {"purchases": ["gone"]}}]}
        """
    ).map { String($0.drop { $0 != " " }.dropFirst()) }
    #expect(
      found == [
        #"unknown-key: unknown key 'include' in \#(owner) (write "features": [{ "include": "p.json" }])"#
      ])
  }

  @Test("A manifest without a version is not mistaken for a store configuration")
  func storeConfiguration() {
    let found = FlintManifestTests.problems(
      ofManifest: #"{"subscriptionGroups": [], "features": [{"id": "f"}]}"#)
    #expect(
      found == [
        "1:1 missing-key: a manifest has no 'manifestVersion'",
        "1:2 unknown-key: unknown key 'subscriptionGroups' in a manifest (did you mean 'groups'?)",
      ])
    #expect(
      FlintManifestTests.problems(ofManifest: #"{"subscriptionGroups": [], "products": []}"#) == [
        "1:1 missing-key: this is a store configuration, not a manifest (convert the file to a part of a manifest with 'import FILE')"
      ])
  }
}
