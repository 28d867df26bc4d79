import Foundation
import ProgramHarness
import Testing

@Suite("Shell completion") struct CompletionsTests {
  static let manifest = "Fixtures/podcast-player/manifest.json"

  @Test(
    "bash completes a command line",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash"), "no bash"),
    arguments: [
      ("flint-inspect eval", "evaluate"),
      ("flint-inspect evaluate M --grant loc", "location.whenInUse"),
      ("flint-inspect evaluate M --grant=loc", "location.whenInUse"),
      ("flint-inspect evaluate M --attribute build=be", "beta"),
      (
        "flint-inspect evaluate Fixtures/podcast-player/man",
        "Fixtures/podcast-player/manifest.json"
      ),
      // bash itself quotes candidates that include files, and words within quotes.
      ("flint-inspect evaluate O --state my", "my state"),
      ("flint-inspect evaluate O --purchase Go", "Gold\\ Pass="),
      ("flint-inspect evaluate O --purchase Gold\\ ", "Gold\\ Pass="),
      ("flint-inspect evaluate O --purchase \"Gold P", "Gold Pass="),
      ("flint-inspect evaluate O --purchase com:x", "x:y="),
      ("flint-inspect evaluate O --attribute mode=\"da", "dark blue"),
    ] as [(String, String)])
  func bash(line: String, expected: String) throws {
    #expect(
      try completed(line, in: "compopt() { :; }")
        == Run(status: 0, output: expected + "\n", errors: ""))
  }

  @Test(
    "bash 3.2, which has no compopt, completes too, and gets the spaces and slashes from the script",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash"), "no bash"),
    arguments: [
      ("flint-inspect eval", "evaluate "),
      ("flint-inspect evaluate M --grant=loc", "location.whenInUse "),
      ("flint-inspect evaluate M --purchase SUB", "SUB0001="),
      ("flint-inspect evaluate Fixtures/podcast-play", "Fixtures/podcast-player/"),
      (
        "flint-inspect evaluate Fixtures/podcast-player/man",
        "Fixtures/podcast-player/manifest.json "
      ),
      ("flint-inspect evaluate O --state my", "my\\ state "),
      ("flint-inspect evaluate O --purchase \"Gold P", "Gold Pass="),
      ("flint-inspect evaluate O --attribute mode=\"da", "dark blue"),
    ] as [(String, String)])
  func oldBash(line: String, expected: String) throws {
    let complete = "complete -o nospace -F _flint_inspect flint-inspect"
    #expect(
      try completed(line, in: "enable -n compopt", "complete -p flint-inspect")
        == Run(status: 0, output: expected + "\n" + complete + "\n", errors: ""))
  }

  private func completed(_ line: String, in setup: String, _ end: String = "") throws -> Run {
    let script = """
      \(setup); eval "$("$FLINT" completions bash)"
      COMP_LINE=$1 COMP_POINT=${#1}; _flint_inspect "$FLINT"; printf '%s\\n' "${COMPREPLY[@]}"
      \(end)
      """
    let scratch = try Scratch()
    let file = try scratch.write(script, to: "run.bash")
    let odd = try scratch.write(
      """
      {"manifestVersion": 1, "products": [{"id": "Gold Pass", "type": "nonConsumable"},
       {"id": "com:x:y", "type": "nonConsumable"}], "states": {"my state": {}},
       "attributes": [{"id": "mode", "type": "choice", "values": ["dark blue"]}]}
      """, to: "odd.json")
    let text = line.replacing("M", with: Self.manifest).replacing("O", with: odd)
    return try Run.shell("exec bash '\(file)' '\(text)'")
  }
}
