import Foundation
import ProgramHarness
import Testing

/// Each folder in `Fixtures` is a case. The output for its manifest in its states is recorded in `expected`. Additional
/// command lines are in `expected/commands`, one in each line: `FILE: ARGUMENTS`.
@Suite("The example apps") struct FixtureTests {
  struct Example: CustomTestStringConvertible, Sendable {
    let app: String
    /// The name of the file in `expected`. Its extension determines the format.
    let name: String
    let arguments: [String]

    var testDescription: String { "\(app)/\(name)" }
    var expected: URL { FixtureTests.folder(app).appending(path: "expected") }
  }

  static let examples: [Example] = apps.flatMap { app in
    let manifest = "Fixtures/\(app)/manifest.json"
    var examples = [
      Example(app: app, name: "evaluate.txt", arguments: ["evaluate", manifest]),
      Example(
        app: app, name: "evaluate.json", arguments: ["evaluate", manifest, "--format", "json"]),
      Example(
        app: app, name: "evaluate.md", arguments: ["evaluate", manifest, "--format", "markdown"]),
      Example(app: app, name: "validate.txt", arguments: ["validate", manifest]),
      Example(app: app, name: "cover.txt", arguments: ["cover", manifest]),
      Example(
        app: app, name: "test.txt",
        arguments: ["test", manifest, "Fixtures/\(app)/scenarios.json", "--coverage"]),
    ]
    for state in names(in: folder(app).appending(path: "states")) {
      let path = "Fixtures/\(app)/states/\(state)"
      let name = "evaluate-" + state.replacing(".json", with: "") + ".txt"
      examples.append(
        Example(app: app, name: name, arguments: ["evaluate", manifest, "--state", path]))
    }
    return examples + furtherLines(of: app)
  }

  private static let apps = names(in: Package.root.appending(path: "Fixtures"))

  private static func folder(_ app: String) -> URL {
    Package.root.appending(path: "Fixtures/\(app)")
  }

  private static func names(in folder: URL) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (names ?? []).filter { !$0.hasPrefix(".") }.sorted()
  }

  private static func furtherLines(of app: String) -> [Example] {
    let file = folder(app).appending(path: "expected/commands")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
    return text.split(separator: "\n").compactMap { line in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let words = line[line.index(after: colon)...].split(separator: " ").map(String.init)
      return Example(app: app, name: String(line[..<colon]), arguments: words)
    }
  }

  @Test("Produce the recorded output", arguments: examples)
  func golden(example: Example) throws {
    try Golden(folder: example.expected, name: example.name)
      .check(try Run.program(example.arguments))
  }

  @Test("Have suites that pass, with full coverage and mutation score", arguments: apps)
  func suites(app: String) throws {
    let run = try Run.program([
      "test", "Fixtures/\(app)/manifest.json", "Fixtures/\(app)", "--min-coverage", "100",
      "--mutate", "--min-score", "100",
    ])
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.hasSuffix(" passed, 0 failed\n"))
  }

  @Test("Have a minimal cover, and their generated suites pass", arguments: apps)
  func covers(app: String) throws {
    let manifest = "Fixtures/\(app)/manifest.json"
    let run = try Run.program(["cover", manifest, "--format", "json"])
    #expect(run.status == 0 && run.errors.isEmpty)
    let cover = try JSON(run.output)
    #expect(run.output.contains("\n  \"proven\": true,\n"))
    #expect(cover["atLeast"]?.number == cover["states"]?.items.count)
    let suite = try Run.program(["cover", manifest, "--format", "scenarios"])
    let test = try Run.program(["test", manifest, "-"], input: suite.output)
    #expect(test.status == 0, "\(test.output)\(test.errors)")
    let starter = try Scratch()
    let made = try Run.program(["init", "--scenarios", starter.path("s.json"), manifest])
    #expect(made.status == 0 && made.output.isEmpty)
    let complete = ["--min-coverage", "100", "--mutate", "--min-score", "100"]
    let started = try Run.program(["test", manifest, starter.path("s.json")] + complete)
    #expect(started.status == 0, "\(started.output)")
  }

  @Test("Are found in Fixtures")
  func present() {
    #expect(Self.apps.count >= 7)
    #expect(Self.examples.count >= 20)
  }

  @Test("Have no recorded output without a case")
  func leftovers() {
    for app in Self.apps {
      let known = Self.examples.filter { $0.app == app }.flatMap {
        [$0.name, $0.name + ".stderr", $0.name + ".status"]
      }
      let kept = Self.names(in: Self.folder(app).appending(path: "expected"))
      #expect(Set(kept).subtracting(known).subtracting(["commands"]) == [], "\(app)")
    }
  }
}
