import FlintManifest
import FlintScenarios
import FlintText
import Testing

@Suite("Reading scenarios")
struct ScenarioReaderTests {
  private static let manifest = #"""
    { "manifestVersion": 1,
      "products": [{ "id": "PRO", "type": "nonConsumable" }, { "id": "GEM", "type": "consumable" }],
      "features": [{ "id": "photo", "name": "Camera roll", "actions": ["shoot"], "constraints": { "permissions": ["camera"] } }],
      "states": { "owner": {} } }
    """#

  private func problems(_ text: String) throws -> [Diagnostic] {
    let manifest = try ManifestFile(
      SourceFile(path: "m.json", text: SourceText(Self.manifest)))
    do {
      _ = try ScenarioFile(SourceFile(path: "s.json", text: SourceText(text)), for: manifest)
      return []
    } catch {
      return error.diagnostics
    }
  }

  @Test(
    "Problems in a scenario are reported with a suggestion",
    arguments: [
      (
        #""given": "ownr", "steps": [{"expect": {"photo": "available"}}]"#, "unknown-state",
        "did you mean 'owner'?"
      ),
      (#""steps": [{}]"#, "empty-value", nil),
      (#""steps": [{"purchase": "PRO", "refund": "PRO"}]"#, "unexpected-key", nil),
      (#""steps": [{"purchse": "PRO"}]"#, "unknown-key", "did you mean 'purchase'?"),
      (#""steps": [{"purchase": "PR"}]"#, "unknown-product", "did you mean 'PRO'?"),
      (
        #""steps": [{"purchase": "GEM"}]"#, "wrong-holding",
        "write the number of credits, such as 3"
      ),
      (#""steps": [{"credits": {"PRO": 1}}]"#, "wrong-holding", nil),
      (#""steps": [{"credits": {"GEM": -1}}]"#, "invalid-integer", nil),
      (#""steps": [{"unlock": "photos"}]"#, "unknown-feature", "did you mean 'photo'?"),
      (#""steps": [{"toggle": {"photo": 1}}]"#, "wrong-type", nil),
      (#""steps": [{"override": {"PRO": "bought"}}]"#, "unknown-value", nil),
      (#""steps": [{"upgrade": {}}]"#, "empty-value", nil),
      (
        #""steps": [{"upgrade": {"osVersion": 17.2}}]"#, "invalid-version",
        #"write the version as a string: "17.2""#
      ),
      (#""steps": [{"requestPermissions": {"answers": {}}}]"#, "missing-key", nil),
      (
        #""steps": [{"requestPermissions": {"feature": "photo", "answers": {"cmaera": "denied"}}}]"#,
        "unknown-permission", "did you mean 'camera'?"
      ),
      (
        #""steps": [{"perform": {"feature": "photo", "action": "shot"}}]"#, "unknown-action",
        "did you mean 'shoot'?"
      ),
      (
        #""steps": [{"perform": {"feature": "photo", "action": "shoot"}, "expect": "completed"}]"#,
        "unknown-value", nil
      ),
      (#""steps": [{"expect": "performed"}]"#, "wrong-type", nil),
      (
        #""steps": [{"expect": {"photo": "availabel"}}]"#, "unknown-value",
        "did you mean 'available'?"
      ),
      (#""steps": [{"expect": {"photo": {"step": "x"}}}]"#, "unknown-key", nil),
      (#""steps": [{"expect": {"photo": "available"}}], "where": {}"#, "unexpected-key", nil),
      (#""steps": [{"expect": {"photo": "available"}}], "cases": []"#, "unexpected-key", nil),
      (#""cases": [{"given": {}}]"#, "missing-key", nil),
      (#""never": {}"#, "empty-value", nil),
      (#""never": {"$why": "photo"}"#, "empty-value", nil),
      (#""never": {"anyOf": []}"#, "empty-value", nil),
      (#""never": {"availble": "photo"}"#, "unknown-key", "did you mean 'available'?"),
      (#""never": {"available": "photo"}, "where": {"defaults": {}}"#, "unknown-key", nil),
      (#""given": {}"#, "missing-key", nil),
      (#""steps": [{"unlock": "camera Roll"}]"#, "unknown-feature", "did you mean 'photo'?"),
      (
        #""cases": [{"expect": {"Camera roll": "available"}}]"#, "unknown-feature",
        "did you mean 'photo'?"
      ),
      (#""always": {"available": "roll"}"#, "unknown-feature", "did you mean 'photo'?"),
      (#""cases": [{"expect": {"photo": true}}]"#, "wrong-type", #"write "available""#),
      (
        #""cases": [{"expect": {"photo": {"state": "available"}}}]"#, "unknown-key",
        "did you mean 'status'?"
      ),
      (
        #""steps": [{"set": {"PRO": "expired"}}]"#, "unknown-key",
        #"write "purchases": { "PRO": "expired" }"#
      ),
      (#""always": "photo""#, "wrong-type", #"write { "available": "photo" }"#),
      (
        #""always": {"feature": "photo", "status": "unavailable"}"#, "unknown-key",
        #"write { "unavailable": "photo" }"#
      ),
    ] as [(String, String, String?)])
  func problem(members: String, rule: String, hint: String?) throws {
    let found = try problems(
      #"{"scenarioVersion": 1, "scenarios": [{"name": "it", \#(members)}]}"#)
    #expect(found.count == 1)
    #expect(found.first?.rule == rule)
    if let hint { #expect(found.first?.hint == hint) }
  }

  private static let passing = #""never": {"available": "photo"}"#

  @Test(
    "A scenario that checks nothing is an error",
    arguments: [
      (#"{"name": "it", "cases": []}"#, "empty-value"),
      (#"{"name": "it", "steps": []}"#, "empty-value"),
      (#"{"name": "it", "steps": [{"grant": "camera"}, {"purchase": "PRO"}]}"#, "missing-key"),
      (#"{"name": "it", "steps": [{"x-note": 1}]}"#, "missing-key"),
      (#"{"name": "it", "steps": [{"expect": {}}]}"#, "empty-value"),
      (#"{"name": "it", "cases": [{"given": {}}]}"#, "missing-key"),
      (#"{"name": "it", "cases": [{"expect": {}}]}"#, "empty-value"),
      (#"{"name": "it", "cases": [{"expect": {"photo": {"x-note": 1, "$b": 2}}}]}"#, "empty-value"),
      (#"{"name": "", \#(passing)}"#, "empty-value"),
      (#"{"name": "it", \#(passing)}, {"name": "i\u0074", \#(passing)}"#, "duplicate-value"),
      (
        #"{"name": "it", \#(passing)}, {"name": "it", "cases": [{"expect": {"photo": "available"}}]}"#,
        "duplicate-value"
      ),
    ])
  func nothingChecked(scenarios: String, rule: String) throws {
    let found = try problems(#"{"scenarioVersion": 1, "scenarios": [\#(scenarios)]}"#)
    #expect(found.map(\.rule) == [rule])
  }

  @Test(
    "A scenario that checks something is none",
    arguments: [
      #"{"name": "it", "steps": [{"grant": "camera"}, {"expect": {"photo": "available"}}]}"#,
      #"{"name": "it", "steps": [{"perform": {"feature": "photo", "action": "shoot"}, "expect": "refused"}]}"#,
      #"{"name": "it", "cases": [{"expect": {"photo": {"blockers": [], "x-note": 1}}}]}"#,
      #"{"name": "\u00e9", \#(passing)}, {"name": "e\u0301", \#(passing)}"#,
    ])
  func somethingChecked(scenarios: String) throws {
    #expect(try problems(#"{"scenarioVersion": 1, "scenarios": [\#(scenarios)]}"#).isEmpty)
  }

  @Test("All problems of a file are reported in one run, in the order of the text")
  func everyProblem() throws {
    let found = try problems(
      #"{"scenarioVersion": 2, "scenarios": [{"steps": [{"x": 1}]}, {"name": 1, "never": {}}], "y": 1}"#
    )
    #expect(
      found.map(\.rule) == [
        "unsupported-version", "missing-key", "unknown-key", "wrong-type", "empty-value",
        "unknown-key",
      ])
  }

  @Test("Extension keys are allowed next to claims")
  func ownKeys() throws {
    let found = try problems(
      #"{"scenarioVersion": 1, "scenarios": [{"name": "it", "never": {"$why": 1, "available": "photo", "x-y": 2}}]}"#
    )
    #expect(found.isEmpty)
  }
}
