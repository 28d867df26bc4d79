import Foundation
import ProgramHarness
import TestSupport
import Testing

@testable import FlintInspect

/// Checks JSON output against the schema of the same name.
@Suite("Schemas of results") struct ResultSchemaTests {
  struct Result: CustomTestStringConvertible, Sendable {
    let schema: JSONSchema

    /// Command lines for one fixture. `APP` is replaced by its folder.
    let lines: [String]

    var testDescription: String { schema.rawValue }

    init(_ schema: JSONSchema, _ lines: String...) {
      (self.schema, self.lines) = (schema, lines)
    }
  }

  private static let manifest = "Fixtures/podcast-player/manifest.json"

  static let results = [
    Result(
      .evaluation, "evaluate APP/manifest.json",
      "evaluate APP/manifest.json --fresh --baseline {\"platform\":\"macOS\"}"),
    Result(.explanation, "explain APP/manifest.json FEATURE"),
    Result(.findings, "validate APP/manifest.json --today 2035-01-01"),
    Result(
      .test, "test APP/manifest.json APP/scenarios.json --coverage",
      "test APP/manifest.json APP/scenarios.json --mutate --min-score 1"),
    Result(.cover, "cover APP/manifest.json"),
    Result(.impact, "impact APP/manifest.json --feature FEATURE --scenarios APP/scenarios.json"),
    Result(.matrix, "matrix APP/manifest.json --vary platform"),
    Result(
      .plan, "plan APP/manifest.json FEATURE --fresh",
      "plan APP/manifest.json FEATURE --allow restricted,environment,platform,date"),
    Result(.diff, "diff \(manifest) APP/manifest.json"),
    Result(
      .audience, "audience APP/manifest.json Fixtures/podcast-player/population.ndjson",
      "audience APP/manifest.json Fixtures/podcast-player/population.ndjson"
        + " --against \(manifest) --by platform --by osVersion"),
    Result(.stream, "stream APP/manifest.json Fixtures/podcast-player/population.ndjson --expect"),
  ]

  @Test("Describe the output of every command for every fixture", arguments: results)
  func fixtures(result: Result) throws {
    let schema = try SchemaValidator(result.schema)
    for app in try Self.apps.get() {
      for line in result.lines {
        var words = line.split(separator: " ").map { word in
          String(word).replacing("APP", with: "Fixtures/\(app.name)").replacing(
            "FEATURE", with: app.feature)
        }
        if result.schema != .stream { words += ["--format", "json"] }
        let run = try Run.program(words)
        #expect(run.status < 2, "\(words): \(run.errors)")
        let documents =
          result.schema == .stream
          ? run.output.split(separator: "\n").map(String.init) : [run.output]
        for document in documents {
          let problem = schema.problem(in: try JSONTree(document))
          #expect(problem == nil, "\(words)")
        }
      }
    }
  }

  /// Each app with its last feature, found once for all results.
  private static let apps = Swift.Result { try findApps() }

  private static func findApps() throws -> [(name: String, feature: String)] {
    let folder = Package.root.appending(path: "Fixtures")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { !$0.hasPrefix(".") }.sorted().map { name in
        let run = try Run.program(
          ["evaluate", "Fixtures/\(name)/manifest.json", "--format", "json"])
        let features = try JSON(run.output)["features"]?.items ?? []
        return (name, features.last?["id"]?.text ?? "")
      }
  }

  @Test("Exist for every result that a command prints as JSON")
  func complete() {
    let described = Set(Self.results.map(\.schema))
    // The history command has separate tests.
    #expect(described.union([.manifest, .state, .scenarios, .history]) == Set(JSONSchema.allCases))
    let results = ResultReference.results
    #expect(Set(results.map(\.schema)) == Set(described.map(\.rawValue)).union(["history"]))
    let printing = CommandTable.commands.filter { command in
      command.option(named: "format")?.value.choices.contains("json") ?? false
    }
    #expect(Set(printing.map(\.name)).isSubset(of: results.map(\.command)))
  }

  @Test("Describe every kind of failed expectation")
  func failures() throws {
    let scratch = try Scratch()
    let suite = try scratch.write(
      """
      {"scenarioVersion": 1, "scenarios": [
        {"name": "a status", "cases": [{"expect": {"playback": "unavailable"}}]},
        {"name": "all facts", "cases": [{"expect": {
          "playback": {"status": "unavailable", "blockers": ["date"], "nextStep": "upgradeOS"},
          "favourites": {"nextStep": "upgradeOS"}}}]},
        {"name": "an outcome", "steps": [
          {"perform": {"feature": "smart-playlists", "action": "createPlaylist"}, "expect": "performed"}]},
        {"name": "a claim", "never": {"available": "playback"}}]}
      """, to: "failing.json")
    let run = try Run.program(["test", Self.manifest, suite, "--format", "json"])
    #expect(run.status == 1)
    let problem = try SchemaValidator(.test).problem(in: try JSONTree(run.output))
    #expect(problem == nil)
    let failures = try JSON(run.output)["scenarios"]?.items.map { $0["failures"]?.count }
    #expect(failures == [1, 2, 1, 1])
  }

  @Test("Are printed as valid JSON for their draft", arguments: JSONSchema.allCases)
  func schema(kind: JSONSchema) throws {
    let run = try Run.program(["schema", kind.rawValue])
    #expect(run.status == 0)
    #expect(
      try JSON(run.output)["$schema"]?.text == "https://json-schema.org/draft/2020-12/schema")
  }

  @Test("Are validated in time that does not grow exponentially with the depth of conditions")
  func nested() throws {
    let validator = try SchemaValidator(.evaluation)
    let scratch = try Scratch()
    var condition = "{\"permissions\": [\"camera\"]}"
    for level in 1..<63 {
      condition =
        level.isMultiple(of: 2) ? "{\"not\": \(condition)}" : "{\"anyOf\": [\(condition)]}"
    }
    let manifest = try scratch.write(
      "{\"manifestVersion\": 1, \"features\": [{\"id\": \"a\", \"constraints\": {\"not\": \(condition)}}]}",
      to: "deep.json")
    let run = try Run.program(["evaluate", manifest, "--format", "json"])
    let problem = validator.problem(in: try JSONTree(run.output))
    #expect(run.status == 0 && problem == nil)
  }
}
