import FlintManifest
import FlintModel
import Foundation
import ProgramHarness
import RandomModels
import TestSupport
import Testing

@Suite("A manifest in several files", .timeLimit(.minutes(2))) struct IncludeTests {
  /// A manifest with each feature in its own file, and the same manifest as one file.
  private struct Both {
    let one: Scratch
    let many: Scratch

    init(_ text: String) throws {
      let cut = try CutManifest(byFeature: text)
      try self.init(text, cut)
    }

    init(_ text: String, _ cut: CutManifest) throws {
      one = try Scratch()
      many = try Scratch()
      try one.write(text, to: CutManifest.root)
      for (name, text) in cut.files {
        let folder = many.folder.appending(path: name).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try many.write(text, to: name)
      }
      for scratch in [one, many] {
        try scratch.write(#"{"platform": "tvOS", "osVersion": "17.1"}"#, to: "state.json")
        try scratch.write("{}\n{\"platform\": \"macOS\"}\n{\"id\": 1, \"x\": 2}\n", to: "states")
        try scratch.write(
          #"{"scenarioVersion": 1, "scenarios": [{"name": "n", "cases": [{"expect": {"f0": "available"}}]}]}"#,
          to: "scenarios.json")
      }
    }

    func expectSame(_ line: String..., inAnyOrder: Bool = false) throws {
      let runs = try [one, many].map { try Run.program(line, directory: $0.folder) }
      let lines = runs.map(Self.withoutPositions).map { inAnyOrder ? Self.sorted($0) : $0 }
      #expect(lines[0] == lines[1], "\(line)")
    }

    /// Sorts lines without their trailing commas, because the order determines which line has none.
    private static func sorted(_ lines: [String]) -> [String] {
      lines.map { $0.hasSuffix(",") ? String($0.dropLast()) : $0 }.sorted()
    }

    /// Returns the lines of a run without paths, line numbers and fingerprints, which differ.
    private static func withoutPositions(_ run: Run) -> [String] {
      let lines = run.output.split(separator: "\n").map { line in
        String(line).replacing(#/"path": "[^"]*", "line": \d+, "column": \d+/#, with: "")
          .replacing(#/file=[^,]*,line=\d+,col=\d+/#, with: "")
          .replacing(#/"fingerprint": "\w+"/#, with: "")
      }
      return [String(run.status), run.errors] + lines
    }
  }

  /// The number of features in the large manifest. They are in groups of ten, and every tenth one has the same kinds of
  /// constraints.
  private static let count = TestDepth.count(20, thorough: 300)

  private static func large() -> String {
    func feature(_ number: Int) -> String {
      let constraints = [
        "", #""platforms": {"iOS": 15, "watchOS": "unsupported"}"#, #""permissions": ["camera"]"#,
        #""purchases": [{"anyOf": ["A", "B"]}]"#, #""features": ["f\#(number - 1)"]"#,
        #""userToggled": {"defaultValue": true}, "attributes": {"staff": true}"#,
        #""date": {"below": "2026-12-0\#(number % 9 + 1)"}"#,
        #""anyOf": [{"platforms": {"macOS": "any"}}, {"conditions": ["paid"]}]"#,
        #""not": {"purchases": ["B"]}, "rollout": {"percent": \#(number % 100)}"#,
        #""platforms": {"iOS": 14, "tvOS": "any"}, "permissions": ["tracking"]"#,
      ][number % 10]
      let members = [
        #""id": "f\#(number)""#, number % 7 == 0 ? #""team": "Team \#(number % 3)""# : nil,
        number % 11 == 0 ? #""until": "2027-0\#(number % 9 + 1)-01""# : nil,
        constraints.isEmpty ? nil : "\"constraints\": {\(constraints)}",
        number % 10 == 0
          ? "\"features\": [\((1..<10).map { feature(number + $0) }.joined(separator: ",\n"))]"
          : nil,
      ]
      return "{\(members.compactMap(\.self).joined(separator: ", "))}"
    }
    let features = stride(from: 0, to: Self.count, by: 10).map(feature).joined(separator: ",\n")
    return """
      {"manifestVersion": 1, "app": {"name": "Large"},
       "products": [{"id": "A", "type": "nonConsumable"}, {"id": "B", "type": "nonConsumable"}],
       "attributes": [{"id": "staff", "type": "boolean", "default": false}],
       "conditions": [{"id": "paid", "is": {"purchases": ["A"]}}],
       "features": [\(features)]}
      """
  }

  @Test("Gives the same results as one file if each feature has its own file")
  func everyFeature() throws {
    let both = try Both(Self.large())
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: both.many.folder.path).count == Self.count
        + 4)
    try both.expectSame("evaluate", "m.json", "--format", "json")
    try both.expectSame("evaluate", "m.json", "--state", "state.json")
    try both.expectSame("evaluate", "m.json", "--format", "markdown", "--team", "Team 1")
    try both.expectSame("evaluate", "m.json", "--format", "github")
    try both.expectSame("evaluate", "m.json", "--format", "junit")
    try both.expectSame("explain", "m.json", "f\(Self.count - 1)")
    try both.expectSame("validate", "m.json", "--format", "json", "--today", "2026-12-24")
    try both.expectSame("matrix", "m.json", "--vary", "platform", "--format", "csv")
    try both.expectSame("plan", "m.json", "f7")
    try both.expectSame("test", "m.json", "scenarios.json", "--coverage")
    try both.expectSame("audience", "m.json", "states", "--format", "json")
    try both.expectSame("stream", "m.json", "states")
    try both.expectSame("report", "m.json", "--output", "/dev/stdout")
    try both.many.write(both.one.read("m.json"), to: "whole.json")
    let diff = try Run.program(
      ["diff", "whole.json", "m.json", "--exit-code"], directory: both.many.folder)
    #expect(diff.status == 0)
  }

  @Test(
    "Is bundled into one file with the same results", arguments: TestDepth.seeds(2, thorough: 30))
  func bundled(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let text = random.manifest(RandomManifestShape(features: 8)).json
    let both = try Both(text, try CutManifest(text, into: 8, using: &random))
    let bundle = try Run.program(["bundle", "m.json"], directory: both.many.folder)
    #expect(bundle.status == 0 && !bundle.output.contains("\"include\""), "\(bundle)")
    try both.many.write(bundle.output, to: "m.json")
    try both.expectSame("evaluate", "m.json", "--format", "json")
    try both.expectSame(
      "validate", "m.json", "--format", "json", "--today", "2026-12-24",
      inAnyOrder: true)
    // A manifest without includes is bundled byte for byte.
    let file = try Run.program(["bundle", "m.json"], directory: both.one.folder)
    let stream = try Run.program(["bundle", "-"], input: text)
    #expect([file.output, stream.output] == [text, text])
  }
}
