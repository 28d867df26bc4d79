import Foundation
import ProgramHarness
import Testing

@Suite("Shell completion") struct CompletionsTests {
  static let manifest = "Fixtures/podcast-player/manifest.json"

  /// Returns the candidates for the end of a command line. A file is `<file>`.
  private func offered(_ words: [String]) throws -> [String] {
    let run = try Run.program(["__complete"] + words)
    #expect(run.status == 0)
    #expect(run.errors == "")
    return run.output.split(separator: "\n").map { line in
      line == "\t" ? "<file>" : String(line.prefix { $0 != "\t" })
    }
  }

  @Test(
    "Candidates come from the option table and from the manifest on the command line",
    arguments: [
      (["ev"], ["evaluate"]), (["help", "ex"], ["explain"]), (["--v"], ["--version"]),
      (["evaluate", ""], ["<file>"]), (["evaluate", "M", "--gr"], ["--grant"]),
      (["evaluate", "M", "smart"], ["smart-playlists"]),
      (["evaluate", "M", "--require", "smart"], ["smart-playlists"]),
      (["evaluate", "M", "--require=smart"], ["--require=smart-playlists"]),
      (["evaluate", "M", "--grant", ""], ["location.whenInUse"]),
      (["evaluate", "--grant", "cam"], ["camera"]),
      (["evaluate", "M", "--grant", "cam"], ["camera"]),
      (["evaluate", "M", "--grant", "camera,loc"], ["camera,location.whenInUse"]),
      (["evaluate", "M", "--purchase", "SUB"], ["SUB0001="]),
      (["evaluate", "M", "--purchase", "SUB0001=un"], ["SUB0001=unknown"]),
      (["evaluate", "M", "--permission", "photos=l"], ["photos=limited"]),
      (["evaluate", "M", "--permission", "camera=l"], []),
      (["evaluate", "M", "--attribute", "sta"], ["staff="]),
      (["evaluate", "M", "--attribute", "build=be"], ["build=beta"]),
      (["evaluate", "M", "--attribute", "staff=t"], ["staff=true"]),
      (["evaluate", "M", "--format", "j"], ["json", "junit"]),
      (["evaluate", "M", "--state", "premium"], ["premium-iphone", "<file>"]),
      (["matrix", "M", "--states", "sta"], ["staff-mac"]),
      (["matrix", "M", "--vary", "platform,per"], ["platform,permission:location.whenInUse"]),
      (["matrix", "M", "--vary", "run"], ["runtime:turbo-downloads"]),
      (["evaluate", "M", "--output", ""], ["<file>"]), (["evaluate", "M", "--os-version", ""], []),
      (["evaluate", "M", "--platform", "v"], ["visionOS"]), (["completions", "f"], ["fish"]),
      (["evaluate", "nowhere.json", "x"], []), (["nothing", ""], []),
      (["explain", "M", "-"], ["-"]),
    ] as [([String], [String])])
  func candidates(line: [String], expected: [String]) throws {
    let found = try offered(line.map { $0 == "M" ? Self.manifest : $0 })
    if expected == ["-"] {
      #expect(found.contains("--format") && found.contains("--grant") && found.contains("--help"))
    } else {
      #expect(found == expected)
    }
  }

  @Test("Hostile names do not split candidates")
  func hostile() throws {
    let scratch = try Scratch()
    let path = try scratch.write(
      #"{"manifestVersion": 1, "products": [{"id": "a\nb", "type": "consumable"}, {"id": "$(touch x) 'y'", "type": "nonConsumable", "name": "\u001b[31m\t"}]}"#,
      to: "m.json")
    #expect(try offered(["evaluate", path, "--purchase", ""]) == ["$(touch x) 'y'="])
  }

  @Test("Commas in list items are escaped")
  func commas() throws {
    let scratch = try Scratch()
    let path = try scratch.write(
      #"{"manifestVersion": 1, "products": [{"id": "c,d", "type": "nonConsumable"}]}"#, to: "m.json"
    )
    #expect(try offered(["evaluate", path, "--purchase", ""]) == [#"c\,d="#])
    #expect(try offered(["evaluate", path, "--purchase", #"c\,"#]) == [#"c\,d="#])
    #expect(
      try offered(["evaluate", path, "--purchase", #"A,c\,d=pur"#]) == [#"A,c\,d=purchased"#])
  }

  @Test(
    "Every candidate for --vary is accepted",
    arguments: ["podcast-player", "kitchen-sink"])
  func variables(fixture: String) throws {
    let manifest = "Fixtures/\(fixture)/manifest.json"
    let variables = try offered(["matrix", manifest, "--vary", ""])
    #expect(variables.count > 4)
    for variable in variables {
      let run = try Run.program(["matrix", manifest, "--vary", variable])
      #expect(run.status == 0, "\(variable): \(run.errors)")
    }
  }

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

  @Test("The shell scripts have valid syntax", arguments: ["bash", "zsh", "fish"])
  func syntax(shell: String) throws {
    let run = try Run.shell(
      "command -v \(shell) >/dev/null || exit 0; \"$FLINT\" completions \(shell) | \(shell) -n /dev/stdin"
    )
    #expect(run == Run(status: 0, output: "", errors: ""))
  }
}
