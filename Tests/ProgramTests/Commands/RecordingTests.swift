import Foundation
import ProgramHarness
import Testing

@Suite("Recording of scenarios") struct RecordingTests {
  private static let manifest = "Fixtures/podcast-player/manifest.json"

  @Test("--as-scenario prints a scenario that expects the result, and that scenario passes")
  func asScenario() throws {
    let scratch = try Scratch()
    let run = try Run.program([
      "evaluate", Self.manifest, "smart-playlists", "playback", "--fresh", "--platform", "tvOS",
      "--as-scenario", "On tv",
    ])
    #expect(
      run
        == Run(
          status: 0,
          output: """
            {
              "name": "On tv",
              "cases": [
                {
                  "given": {"platform": "tvOS"},
                  "expect": {
                    "playback": "available",
                    "dynamic-speed": {"status": "unavailable", "blockers": ["userToggled", "purchase:SUB0001"], "nextStep": "offerPurchase"},
                    "sound-enhancement": {"status": "unavailable", "blockers": ["userToggled", "purchase:SUB0001"], "nextStep": "offerPurchase"},
                    "smart-playlists": {"status": "unavailable", "blockers": ["purchase:SUB0001"], "nextStep": "offerPurchase"}
                  }
                }
              ]
            }

            """, errors: ""))
    try scratch.write(
      #"{"scenarioVersion": 1, "scenarios": [\#(run.output)]}"#, to: "s.json")
    #expect(try Run.program(["test", Self.manifest, scratch.path("s.json")]).status == 0)
  }

  @Test("--into creates a file or adds to it, and refuses a name that exists")
  func into() throws {
    let scratch = try Scratch()
    func record(_ name: String, _ flags: [String]) throws -> Run {
      try Run.program(
        ["evaluate", Self.manifest, "--as-scenario", name, "--into", scratch.path("s.json")]
          + flags)
    }
    #expect(try record("one", []) == Run(status: 0, output: "", errors: ""))
    #expect(try record("two", ["--fresh", "--require", "smart-playlists"]).status == 1)
    let before = try scratch.read("s.json")
    let refused = try record("one", ["--fresh"])
    #expect(refused.status == 2)
    #expect(
      refused.errors.hasPrefix(
        "error: '\(scratch.path("s.json"))' already contains a scenario 'one'"))
    #expect(try scratch.read("s.json") == before)
    let run = try Run.program(["test", Self.manifest, scratch.path("s.json")])
    #expect(run.output == "✓ one\n✓ two\n2 scenarios: 2 passed, 0 failed\n")
    #expect(try scratch.names == ["s.json"])
  }

  @Test("--output writes a copy and leaves the file unchanged")
  func copy() throws {
    let scratch = try Scratch()
    let path = try scratch.write(#"{"scenarioVersion":1,"scenarios":[]}"#, to: "s.json")
    let run = try Run.program([
      "evaluate", Self.manifest, "playback", "--as-scenario", "x", "--into", path, "--output",
      scratch.path("t.json"),
    ])
    #expect(run.status == 0)
    #expect(try scratch.read("s.json") == #"{"scenarioVersion":1,"scenarios":[]}"#)
    #expect(try Run.program(["test", Self.manifest, scratch.path("t.json")]).status == 0)
  }

  @Test(
    "Results that cannot be recorded are rejected",
    arguments: [
      (["--into", "s.json"], "option '--into' requires '--as-scenario'"),
      (["--as-scenario", "x", "--format", "json"], "cannot be given together"),
      (["--as-scenario", ""], "option '--as-scenario' has an empty value"),
      (["--as-scenario", "x", "--into", "manifest.json"], "manifest"),
      (
        ["--as-scenario", "x", "--baseline", "premium-iphone"], "no features to write scenarios for"
      ),
    ])
  func refused(arguments: [String], message: String) throws {
    let folder = Package.root.appending(path: "Fixtures/podcast-player")
    let run = try Run.program(["evaluate", "manifest.json"] + arguments, directory: folder)
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  @Test("Scenarios that are recorded at the same time are all kept", arguments: [nil, "[]"])
  func concurrent(scenarios: String?) throws {
    let scratch = try Scratch()
    let names = (1...12).map { "n\($0)" }
    if let scenarios {
      try scratch.write(#"{"scenarioVersion": 1, "scenarios": \#(scenarios)}"#, to: "s.json")
    }
    let manifest = Package.root.appending(path: Self.manifest).path
    let run = try Run.shell(
      """
      printf '%s\\n' \(names.joined(separator: " ")) | xargs -P 12 -I {} \
        "$FLINT" evaluate '\(manifest)' playback --as-scenario {} --into s.json
      """, directory: scratch.folder)
    #expect(run == Run(status: 0, output: "", errors: ""))
    let recorded = try JSON(scratch.read("s.json"))["scenarios"]?.items.map { $0["name"]?.text }
    #expect(Set(recorded ?? []) == Set(names))
    #expect(try scratch.names == ["s.json"])
  }

  @Test("--update does not overwrite an edit that was saved while the scenarios ran")
  func editedMeanwhile() throws {
    let scratch = try Scratch()
    try scratch.write(Self.suite, to: "s.json")
    try #require(mkfifo(scratch.path("pipe"), 0o600) == 0)
    let manifest = Package.root.appending(path: Self.manifest).path
    // The program has read the first file when it opens the pipe.
    let run = try Run.shell(
      """
      { echo edited > s.json; echo '{"scenarioVersion": 1, "scenarios": []}'; } > pipe &
      "$FLINT" test '\(manifest)' s.json pipe --update
      """, directory: scratch.folder)
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(
      run.errors == """
        error: cannot write 's.json': another program changed it meanwhile
        hint: run the command again

        """)
    #expect(try scratch.read("s.json") == "edited\n")
    #expect(try scratch.names == ["pipe", "s.json"])
  }

  // MARK: Updating

  private static let suite = """
    { "scenarioVersion": 1,
      "scenarios": [
        {"name": "a", "x-note": "mine",   "cases": [{"expect": {"playback": "unavailable"}}]},
        {"name": "claim", "never": {"available": "playback"}},
        {"name": "b", "steps": [{"expect":{"playback":"available","favourites":"undetermined"}}]}
      ] }
    """

  @Test("--update rewrites only failing expectations, and exits first with 1 and then with 0")
  func update() throws {
    let scratch = try Scratch()
    let wrong = try scratch.write(Self.suite, to: "s.json")
    let right = try scratch.write(
      Self.suite.replacing("unavailable", with: "available")
        .replacing("undetermined", with: "available").replacing("never", with: "always"),
      to: "t.json")
    let untouched = try scratch.read("t.json")
    let run = try Run.program(["test", Self.manifest, wrong, right, "--update"])
    #expect(run.status == 1)
    #expect(run.output.hasSuffix("6 scenarios: 3 passed, 3 failed\n"))
    #expect(run.errors == "'\(wrong)': updated 2 expectations\n")
    #expect(
      try scratch.read("s.json")
        == Self.suite.replacing("unavailable", with: "available")
        .replacing("undetermined", with: "available"))
    #expect(try scratch.read("t.json") == untouched)
    let again = try Run.program(["test", Self.manifest, wrong, right, "--update"])
    #expect(again.output.hasSuffix("6 scenarios: 5 passed, 1 failed\n"))
    #expect(again.errors.isEmpty)
    #expect(try Run.program(["test", Self.manifest, right, "--update"]).status == 0)
  }

  @Test("--update rewrites only scenarios that run")
  func updateOfSome() throws {
    let scratch = try Scratch()
    let path = try scratch.write(Self.suite, to: "s.json")
    let run = try Run.program(["test", Self.manifest, path, "--update", "--filter", "b"])
    #expect(run.status == 1)
    #expect(
      try scratch.read("s.json") == Self.suite.replacing("undetermined", with: "available"))
  }

  @Test("--update rejects standard input and invalid files")
  func updateOfOthers() throws {
    let scratch = try Scratch()
    let input = try Run.program(["test", Self.manifest, "-", "--update"])
    #expect(input.status == 2)
    #expect(input.errors.hasPrefix("error: '--update' cannot rewrite standard input ('-')\n"))
    let bad = try scratch.write("[]", to: "bad.json")
    let path = try scratch.write(Self.suite, to: "s.json")
    #expect(try Run.program(["test", Self.manifest, path, bad, "--update"]).status == 2)
    #expect(try scratch.read("s.json") == Self.suite)
  }
}
