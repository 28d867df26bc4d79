import Foundation
import ProgramHarness
import Testing

@Suite("The test command") struct ScenarioTests {
  static let manifest = "Fixtures/podcast-player/manifest.json"

  static let folders = try? FileManager.default
    .contentsOfDirectory(atPath: Package.root.appending(path: "Fixtures").path).sorted()

  @Test(
    "The suites of the example apps pass, with full coverage and mutation score",
    arguments: folders ?? [])
  func fixtures(folder: String) throws {
    let run = try Run.program([
      "test", "Fixtures/\(folder)/manifest.json", "Fixtures/\(folder)", "--min-coverage", "100",
      "--mutate", "--min-score", "100",
    ])
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.hasSuffix(" passed, 0 failed\n"))
  }

  /// Five scenarios. The second and the fifth fail at known lines.
  private static let planted = """
    { "scenarioVersion": 1, "scenarios": [
    {"name": "right", "steps": [{"expect": {"dynamic-speed": "available"}}]},
    {"name": "wrong", "steps": [
    {"refund": "SUB0001", "expect": {"dynamic-speed": "available"}},
    {"purchase": "SUB0001", "expect": {"dynamic-speed": "available"}},
    {"expect": {"smart-playlists": {"nextStep": "openSettings"}}}]},
    {"name": "cases", "cases": [{"given": {"platform": "watchOS"}, "expect": {"dynamic-speed": "unavailable"}}]},
    {"name": "claim", "never": {"available": "turbo-downloads"}, "where": {"attributes": {"build": "release"}}},
    {"name": "false claim", "never": {"available": "turbo-downloads"}}
    ] }
    """

  @Test("Planted failures are reported at their lines, with exit status 1")
  func plantedFailures() throws {
    let scratch = try Scratch()
    let path = try scratch.write(Self.planted, to: "s.json")
    let run = try Run.program(["test", Self.manifest, path, "--format", "json"])
    #expect(run.status == 1)
    let result = try JSON(run.output)
    #expect(result["summary"]?["failed"]?.number == 2)
    let scenarios = try #require(result["scenarios"]).items
    #expect(scenarios.map { $0["line"]?.number } == [2, 3, 7, 8, 9])
    #expect(
      scenarios.map { $0["failures"]?.items.map { $0["line"]?.number } }
        == [[], [4, 6], [], [], [9]])
    #expect(scenarios[4]["counterexample"]?["attributes"]?["build"]?.text != "release")
  }

  @Test("Failures are printed last, where a terminal shows them")
  func failuresLast() throws {
    let scratch = try Scratch()
    let path = try scratch.write(Self.planted, to: "s.json")
    let heads = try Run.program(["test", Self.manifest, path]).output.split(separator: "\n")
      .filter { !$0.hasPrefix(" ") }
    #expect(
      heads == [
        "✓ right", "✓ cases", "✓ claim", "✗ wrong", "✗ false claim",
        "5 scenarios: 3 passed, 2 failed",
      ])
  }

  @Test(
    "A score below --min-score fails the run, a sufficient one does not, and a failing suite is not mutated"
  )
  func score() throws {
    let scratch = try Scratch()
    let suite = try scratch.write(
      """
      { "scenarioVersion": 1, "scenarios": [
        {"name": "it", "cases": [{"given": {}, "expect": {"smart-playlists": "unavailable"}}]} ] }
      """, to: "s.json")
    func run(_ options: String..., path: String = suite) throws -> (Run, JSON?) {
      let run = try Run.program(["test", Self.manifest, path, "--format", "json"] + options)
      return (run, try JSON(run.output)["mutation"])
    }
    let (told, mutation) = try run("--mutate")
    #expect(told.status == 0)
    #expect(mutation?["mutants"]?.number == 20)
    #expect(mutation?["killed"]?.number == 1)
    #expect(mutation?["survivors"]?.items.count == 19)
    #expect(mutation?["survivors"]?.items.first?["path"]?.text == Self.manifest)
    #expect(try run("--mutate", "--min-score", "5").0.status == 0)
    #expect(try run("--mutate", "--min-score", "5.1").0.status == 1)
    let lonely = try Run.program(["test", Self.manifest, suite, "--min-score", "5"])
    #expect(lonely.status == 2)
    #expect(lonely.errors.contains("--mutate"))
    let failing = try scratch.write(Self.planted, to: "planted.json")
    let (failed, none) = try run("--mutate", "--min-score", "0", path: failing)
    #expect(failed.status == 1)
    #expect(none == nil)
    #expect(
      failed.errors == "warning: no mutation score: a scenario fails on the manifest itself\n")
    #expect(try run("--mutate", "--filter", "cases", path: failing).1 != nil)
  }

  @Test("Each suggested case completes the score when it is added")
  func pastedCases() throws {
    let scratch = try Scratch()
    let suite = #"{"scenarioVersion": 1, "scenarios": [{"name": "it", "cases": [CASES]}]}"#
    let nothing = #"{"given": {}, "expect": {"playback": "available"}}"#
    let path = try scratch.write(
      suite.replacingOccurrences(of: "CASES", with: nothing), to: "s.json")
    let text = try Run.program(["test", Self.manifest, path, "--mutate"]).output
    let cases = text.split(separator: "\n").filter { $0.hasPrefix("    {") }
    #expect(cases.count == 20)
    try scratch.write(
      suite.replacingOccurrences(of: "CASES", with: cases.joined(separator: ",")), to: "s.json")
    let whole = try Run.program(["test", Self.manifest, path, "--mutate", "--min-score", "100"])
    #expect(whole.status == 0, "\(whole.output)")
  }

  @Test("A run without scenarios is an error")
  func noScenario() throws {
    let empty = #"{"scenarioVersion": 1, "scenarios": []}"#
    #expect(
      try Run.program(["test", Self.manifest, "-"], input: empty)
        == Run(status: 2, output: "", errors: "error: the files contain no scenarios\n"))
    let further = "Fixtures/podcast-player/scenarios.json"
    #expect(try Run.program(["test", Self.manifest, "-", further], input: empty).status == 0)
  }

  @Test("Counts use the singular and the plural")
  func plurals() throws {
    let scratch = try Scratch()
    try scratch.write(
      #"""
      {"manifestVersion": 1, "products": [{"id": "gem", "type": "consumable"}], "features": [
        {"id": "f", "constraints": {"purchases": [{"product": "gem", "quantity": 2}]}}]}
      """#, to: "m.json")
    for (count, word) in [("1", " 1 credit;"), ("2", " 2 credits;")] {
      let run = try Run.program(
        ["evaluate", "m.json", "--credits", "gem=\(count)"], directory: scratch.folder)
      #expect(run.output.contains(word), "\(run.output)")
    }
    let matrix = ["matrix", "m.json", "--vary", "platform", "--limit", "1"]
    #expect(
      try Run.program(matrix, directory: scratch.folder).errors
        .hasPrefix("error: the matrix would exceed 1 column\n"))
  }

  @Test(
    "Every format reports the planted failures at the same lines, and no others",
    arguments: [
      ("text", "✗ wrong\n", #"s\.json:(\d+): "#),
      ("junit", "failures=\"2\"", #"s\.json:(\d+): "#),
      ("github", "::error file=", #"::error file=[^,]*s\.json,line=(\d+),"#),
    ])
  func formats(format: String, sign: String, position: String) throws {
    let scratch = try Scratch()
    let path = try scratch.write(Self.planted, to: "s.json")
    let run = try Run.program(["test", Self.manifest, path, "--format", format])
    #expect(run.status == 1)
    #expect(run.output.contains(sign))
    #expect(run.errors.isEmpty)
    let positions = try Regex(position, as: (Substring, Substring).self)
    #expect(run.output.matches(of: positions).map { Int($0.output.1) } == [4, 6, 9])
    for fact in ["“💎 Premium Subscription” has not been purchased", "openSettings"] {
      #expect(
        run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(fact))
    }
  }

  @Test("The flags of a failure reproduce its state")
  func flags() throws {
    let scratch = try Scratch()
    let path = try scratch.write(Self.planted, to: "s.json")
    let run = try Run.program(["test", Self.manifest, path, "--format", "junit"])
    let match = try #require(run.output.firstMatch(of: /see: flint-inspect (evaluate [^<\n]*)/))
    let command = "'\(Package.program.path)' \(match.output.1) --format json"
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/bash")
    shell.arguments = ["-c", command]
    shell.currentDirectoryURL = Package.root
    let pipe = Pipe()
    shell.standardOutput = pipe
    try shell.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    shell.waitUntilExit()
    let evaluation = try JSON(String(decoding: output, as: UTF8.self))
    #expect(evaluation["features"]?.items.first?["id"]?.text == "dynamic-speed")
    #expect(evaluation["features"]?.items.first?["status"]?.text == "unavailable")
  }

  @Test(
    "Every format reports insufficient coverage and the statuses not seen",
    arguments: [
      ("text", "\n✗ Coverage: "), ("json", "\"demanded\": 99.5,"),
      ("junit", "<failure type=\"coverage\" message=\""),
      ("github", "::error file=Fixtures/podcast-player/manifest.json,title=coverage::coverage "),
    ])
  func tooLittleCoverage(format: String, sign: String) throws {
    let scratch = try Scratch()
    let path = try scratch.write(
      #"{"scenarioVersion": 1, "scenarios": [{"name": "one", "cases": [{"expect": {"playback": "available"}}]}]}"#,
      to: "s.json")
    let arguments = ["test", Self.manifest, path, "--format", format, "--min-coverage"]
    let missed = try Run.program(arguments + ["99.5"])
    #expect(missed.status == 1)
    #expect(missed.output.contains(sign), "\(missed.output)")
    #expect(missed.output.contains("runtimeEnabled"))
    let met = try Run.program(arguments + ["5"])
    #expect(met.status == 0)
    #expect(!met.output.contains(sign))
    if format != "json" { #expect(missed.output.contains("; 99.5 %")) }
    if format != "json" { #expect(!met.output.contains(" % required")) }
  }

  @Test("A command to copy is printed on a single line of any length")
  func commandOnOneLine() throws {
    let scratch = try Scratch()
    let path = try scratch.write(Self.planted, to: "s.json")
    let run = try Run.program(["test", Self.manifest, path])
    let commands = run.output.split(separator: "\n").filter { $0.contains("flint-inspect") }
    #expect(commands.count == 3)
    #expect(commands.allSatisfy { $0.contains(" evaluate \(Self.manifest) ") })
    #expect(commands.contains { $0.count > 100 && $0.contains("--purchase SUB0001") })
  }

  @Test(
    "A file of a folder that may be one of scenarios, but is not, is an error",
    arguments: [
      (#"{"scenariosVersion": 1, "scenarios": []}"#, "[missing-key]"),
      (#"{"scenarios": []}"#, "[missing-key]"), (#"{"scenarioVersion": 1}"#, "[missing-key]"),
      (#"{"scenarioVersion": 1, "scenario": []}"#, "[missing-key]"), ("", "[invalid-json]"),
      (#"{"scenarioVersion": 1, "scenarios": [{"name"#, "[invalid-json]"),
      ("// notes", "[invalid-json]"),
    ])
  func foreignFile(text: String, rule: String) throws {
    let scratch = try Scratch()
    let arguments = ["test", Self.manifest, scratch.folder.path]
    try scratch.write(
      #"{"scenarioVersion": 1, "scenarios": [{"name": "x", "cases": [{"expect": {"playback": "available"}}]}]}"#,
      to: "s.json")
    // Files of other tools, and pipes, which may have no writer, are not scenarios.
    for (name, text) in [
      "r.json": #"{"formatVersion": 1, "scenarios": []}"#, "a.json": "{}", "b.json": "[1]",
      "c.json": "\"scenarios\"", "d.txt": "x",
    ] {
      try scratch.write(text, to: name)
    }
    try #require(mkfifo(scratch.path("pipe.json"), 0o600) == 0)
    #expect(try Run.program(arguments).status == 0)
    try scratch.write(text, to: "t.json")
    let run = try Run.program(arguments)
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("t.json:") && run.errors.contains(rule), "\(run.errors)")
  }

  @Test("A filter without matches is an error")
  func filteredOut() throws {
    let run = try Run.program([
      "test", Self.manifest, "Fixtures/podcast-player", "--filter", "no such name",
    ])
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors == "error: no scenario's name contains 'no such name' ('--filter')\n")
  }

  @Test("A filter selects scenarios, and --fail-fast stops at the first failure")
  func some() throws {
    let scratch = try Scratch()
    let path = try scratch.write(Self.planted, to: "s.json")
    let filtered = try Run.program(["test", Self.manifest, path, "--filter", "claim"])
    #expect(filtered.output.hasSuffix("2 scenarios: 1 passed, 1 failed\n"))
    let stopped = try Run.program(["test", Self.manifest, path, "--fail-fast"])
    #expect(stopped.output.hasSuffix("2 scenarios: 1 passed, 1 failed\n"))
  }

  @Test("An invalid percentage is a usage error")
  func coverage() throws {
    let folder = "Fixtures/podcast-player"
    let arguments = ["test", Self.manifest, folder, "--min-coverage"]
    let wrong = try Run.program(arguments + ["most"])
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("invalid value 'most' for '--min-coverage'"))
  }

  @Test("Errors in all files are reported, with exit status 2")
  func invalid() throws {
    let scratch = try Scratch()
    let one = try scratch.write(
      #"{"scenarioVersion": 1, "scenarios": [{"name": "x"}]}"#, to: "1.json")
    let other = try scratch.write("[", to: "2.json")
    let run = try Run.program(["test", Self.manifest, one, other])
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("1.json:1:38: error: "))
    #expect(run.errors.contains("[invalid-json]"))
    let empty = try Run.program(["test", Self.manifest, "Sources/flint-inspect"])
    #expect(empty.status == 2)
    #expect(empty.errors.contains("folder 'Sources/flint-inspect' contains no scenario files"))
  }
}
