import Foundation
import ProgramHarness
import Testing

@Suite("Names that are equal only after Unicode normalization") struct NormalisationTests {
  private static let composed = "é"
  private static let decomposed = "e\u{301}"

  /// Returns a manifest with a product, a choice and a state for each name.
  private static func manifest(_ required: String, owner: String = "user") -> String {
    """
    { "manifestVersion": 1,
      "products": [{ "id": "é", "type": "nonConsumable" }, { "id": "e\u{301}", "type": "nonConsumable" }],
      "attributes": [{ "id": "a", "type": "choice", "values": ["é", "e\u{301}"], "owner": "\(owner)" }],
      "features": [
        { "id": "bought", "constraints": { "purchases": ["\(required)"] } },
        { "id": "chosen", "constraints": { "attributes": { "a": ["\(required)"] } } }],
      "states": { "é": { "purchases": { "é": "purchased" } },
        "e\u{301}": { "purchases": { "e\u{301}": "purchased" } } } }
    """
  }

  private func statuses(_ line: [String], in folder: URL) throws -> [String?] {
    let run = try Run.program(line + ["--format", "json"], directory: folder)
    #expect(run.status == 0, "\(run.errors)")
    return try JSON(run.output)["features"]?.items.map { $0["status"]?.text } ?? []
  }

  @Test("Are distinct in states, flags and attributes", arguments: [composed, decomposed])
  func evaluate(required: String) throws {
    let scratch = try Scratch()
    try scratch.write(Self.manifest(required), to: "m.json")
    for other in [Self.composed, Self.decomposed] {
      let isSame = required.utf8.elementsEqual(other.utf8)
      let expected = isSame ? "available" : "unavailable"
      let line = ["evaluate", "m.json"]
      #expect(try statuses(line + ["--state", other], in: scratch.folder)[0] == expected)
      #expect(
        try statuses(
          line + ["--purchase", other, "--attribute", "a=\(other)"], in: scratch.folder)
          == [expected, expected])
      let matrix = try Run.program(
        ["matrix", "m.json", "--states", other, "--format", "csv"], directory: scratch.folder)
      #expect(matrix.output.contains("bought,\(expected)"))
    }
  }

  @Test("Are distinct in comparisons and plans")
  func analysis() throws {
    let scratch = try Scratch()
    try scratch.write(Self.manifest(Self.composed), to: "old.json")
    try scratch.write(Self.manifest(Self.decomposed), to: "new.json")
    let difference = try Run.program(
      ["diff", "old.json", "new.json", "--format", "json"], directory: scratch.folder)
    let features = try JSON(difference.output)["features"]?.items ?? []
    #expect(features.map { $0["id"]?.text } == ["bought", "chosen"])
    #expect(features.map { $0["change"]?.text } == ["changed", "changed"])
    for feature in ["bought", "chosen"] {
      let plan = try Run.program(
        ["plan", "new.json", feature, "--format", "json"], directory: scratch.folder)
      let change = try JSON(plan.output)["plans"]?.items.first?["changes"]?.items.first
      let named = feature == "bought" ? change?["subject"]?.text : change?["value"]?.text
      #expect(named.map { Array($0.utf8) } == Array(Self.decomposed.utf8))
    }
  }

  @Test("Are distinct in blockers of scenarios and in stores")
  func scenarios() throws {
    let scratch = try Scratch()
    try scratch.write(Self.manifest(Self.decomposed), to: "m.json")
    let scenario = { (blocker: String) in
      """
      { "scenarioVersion": 1, "scenarios": [{ "name": "One", "steps": [
        { "expect": { "bought": { "blockers": ["purchase:\\"\(blocker)\\""] } } }] }] }
      """
    }
    try scratch.write(scenario(Self.decomposed), to: "right.json")
    try scratch.write(scenario(Self.composed), to: "wrong.json")
    let line = ["test", "m.json"]
    #expect(try Run.program(line + ["right.json"], directory: scratch.folder).status == 0)
    #expect(try Run.program(line + ["wrong.json"], directory: scratch.folder).status == 1)
    let products = [Self.composed, Self.decomposed].map {
      #"{"productID":"\#($0)","type":"NonConsumable"}"#
    }
    try scratch.write(
      #"{"products":[\#(products.joined(separator: ","))],"version":{"major":3}}"#, to: "s.storekit"
    )
    let imported = try Run.program(["import", "s.storekit"], directory: scratch.folder)
    #expect(try JSON(imported.output)["products"]?.count == 2)
    try scratch.write(
      #"{"products":[\#(products[0])],"version":{"major":3}}"#, to: "one.storekit")
    let held = try Run.program(
      ["validate", "m.json", "--storekit", "one.storekit"], directory: scratch.folder)
    #expect(held.output.contains("[product-not-in-store]"))
  }

  @Test("Are distinct keys of an object, and a repeated key is an error")
  func keys() throws {
    let scratch = try Scratch()
    try scratch.write(Self.manifest(Self.composed), to: "m.json")
    let state = #"{"purchases": {"é": "purchased", "e\#u{301}": "unknown"}}"#
    try scratch.write(state, to: "s.json")
    #expect(
      try statuses(["evaluate", "m.json", "--state", "s.json"], in: scratch.folder)[0]
        == "available")
    try scratch.write(
      state.replacing("{\"é\"", with: "{\"\\u00e9\": \"unknown\", \"é\""), to: "t.json")
    let twice = try Run.program(
      ["evaluate", "m.json", "--state", "t.json"], directory: scratch.folder)
    #expect(twice.status == 2)
    #expect(twice.errors.contains("[duplicate-key]"))
  }
}
