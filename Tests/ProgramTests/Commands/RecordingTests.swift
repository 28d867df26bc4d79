import Foundation
import ProgramHarness
import Testing

@Suite("Recording of scenarios") struct RecordingTests {
  private static let manifest = "Fixtures/podcast-player/manifest.json"

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
    try scratch.write(Document.text(of: "Tests/Sessions/record/s.json"), to: "s.json")
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
}
