import ProgramHarness
import Testing

/// The commands about every state of an app that is on two platforms and has one device model of each.
@Suite("An app with device models") struct AssumptionTests {
  let scratch = try? Scratch()

  private static func manifest(assuming assumptions: String) -> String {
    #"""
    {"manifestVersion": 1, \#(assumptions)
     "attributes": [
       {"id": "model", "type": "choice", "values": ["iPhone 15 Pro", "MacBook"], "owner": "environment",
        "default": "MacBook"}],
     "features": [{"id": "raw", "name": "RAW capture", "constraints": {
       "platforms": {"iOS": 16, "macOS": 13}, "attributes": {"model": "iPhone 15 Pro"}}}]}
    """#
  }

  private func run(_ line: String) throws -> Run {
    let folder = try #require(scratch)
    try folder.write(Self.manifest(assuming: ""), to: "before.json")
    let assumption = #"""
      "assume": [{"id": "iphone-has-iOS", "that": {"anyOf": [
        {"platforms": {"iOS": "any"}}, {"not": {"attributes": {"model": "iPhone 15 Pro"}}}]}}],
      """#
    try folder.write(Self.manifest(assuming: assumption), to: "after.json")
    return try Run.shell("\"$FLINT\" \(line)", directory: folder.folder)
  }

  @Test("Has no iPhone on macOS in `cover`, only with the assumption")
  func cover() throws {
    let command = "--platform macOS"
    let model = "iPhone 15 Pro"
    func states(_ file: String) throws -> [Substring] {
      try run("cover \(file) --format csv").output.split(separator: "\n")
        .filter { $0.contains(command) && $0.contains(model) }
    }
    #expect(try !states("before.json").isEmpty)
    #expect(try states("after.json").isEmpty)
  }

  @Test(
    "Has no answer about every state if no state is possible",
    arguments: [
      "cover m.json", "impact m.json --feature f", "diff m.json m.json", "test m.json claim.json",
      "test m.json case.json --mutate", "test m.json case.json --coverage",
      "test m.json case.json --min-coverage 1", "test m.json case.json --complete",
    ])
  func impossible(line: String) throws {
    let folder = try #require(scratch)
    try folder.write(
      """
      {"manifestVersion": 1, "features": [{"id": "f"}], "assume": [{"id": "a", "that": {
        "platforms": {"iOS": "any"}, "allOf": [{"platforms": {"macOS": "any"}}]}}]}
      """, to: "m.json")
    for (file, body) in [
      ("claim.json", #""always": {"available": "f"}"#),
      ("case.json", #""cases": [{"expect": {"f": "available"}}]"#),
    ] {
      try folder.write(
        #"{"scenarioVersion": 1, "scenarios": [{"name": "n", \#(body)}]}"#, to: file)
    }
    let run = try run(line)
    #expect(run.status == 2 && run.output == "")
    #expect(run.errors.contains("[conflicting-assumptions]"))
    #expect(try self.run("test m.json case.json").status == 0)
  }

  @Test("Gets a warning for a state that the assumption excludes")
  func warning() throws {
    let line = "after.json --platform macOS --attribute 'model=iPhone 15 Pro'"
    for command in ["evaluate \(line)", "explain \(line) raw", "plan \(line) raw"] {
      let run = try run(command)
      #expect(run.status == 0, "\(command)")
      #expect(
        run.errors.contains("the state is impossible: it breaks assumption 'iphone-has-iOS'"),
        "\(command)")
    }
    #expect(try run("evaluate after.json --platform iOS").errors == "")
  }

  @Test("Is never available on macOS in `validate`, only with the assumption")
  func validate() throws {
    #expect(try !run("validate before.json").output.contains("[never-available-on]"))
    let assumed = try run("validate after.json")
    #expect(
      assumed.output.contains(
        "'attribute:model' can never be satisfied under the assumptions [never-available-on]"))
  }

  @Test("Needs another platform and never only another model in `plan`")
  func plan() throws {
    let line = "raw --platform macOS --allow platform,environment"
    #expect(try !run("plan before.json \(line)").output.contains("iOS"))
    #expect(try run("plan after.json \(line)").output.contains("Use the app on iOS"))
  }

  @Test("Loses nothing if only the assumption is added, because `diff` compares possible states")
  func diff() throws {
    let run = try run("diff before.json after.json --exit-code")
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("No availability changes"))
  }

  @Test("Cannot unlock a feature without consumables, so a named condition changes nothing")
  func unlock() throws {
    let folder = try #require(scratch)
    let products = #""products": [{"id": "pro", "type": "autoRenewingSubscription"}]"#
    try folder.write(
      #"{"manifestVersion": 1, \#(products), "features": [{"id": "raw", "constraints": {"purchases": ["pro"]}}]}"#,
      to: "direct.json")
    try folder.write(
      #"{"manifestVersion": 1, \#(products), "conditions": [{"id": "paid", "is": {"purchases": ["pro"]}}], "features": [{"id": "raw", "constraints": {"conditions": ["paid"]}}]}"#,
      to: "named.json")
    let diff = try run("diff direct.json named.json --exit-code")
    #expect(diff.status == 0, "\(diff.output)")
    #expect(
      try run("impact named.json --product pro").output.contains("never available without it"))
    #expect(try !run("cover named.json").output.contains("unlock"))
  }
}
