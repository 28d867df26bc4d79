import Foundation
import Testing

/// The README shows what the program does today. With `FLINT_RECORD=1` in the environment its
/// blocks are written anew, and the test fails, as for every recording.
@Suite("The README")
struct ReadmeTests {
  private static let file = Package.root.appending(path: "README.md")

  @Test("shows the program's own output")
  func transcripts() throws {
    let text = try String(contentsOf: Self.file, encoding: .utf8)
    let blocks = try Self.blocks(of: "console", in: text)
    try #require(!blocks.isEmpty)
    var renewed = text
    for block in blocks {
      var transcript = Transcript()
      for command in Self.commands(in: block) { try transcript.run(command) }
      if ProcessInfo.processInfo.environment["FLINT_RECORD"] == "1" {
        renewed = renewed.replacing("```console\n\(block)", with: "```console\n\(transcript.text)")
      } else {
        #expect(block == transcript.text)
      }
    }
    if renewed != text {
      try renewed.write(to: Self.file, atomically: true, encoding: .utf8)
      Issue.record("recorded \(Self.file.path)")
    }
  }

  @Test("shows manifests that are valid")
  func manifests() throws {
    let text = try String(contentsOf: Self.file, encoding: .utf8)
    let manifests = try Self.blocks(of: "json", in: text).filter { $0.contains("manifestVersion") }
    try #require(!manifests.isEmpty)
    for manifest in manifests {
      let run = try Run.program(["validate", "-"], input: manifest)
      #expect(run.status == 0, "\(run.output)\(run.errors)")
    }
  }

  @Test("has recipes that work")
  func recipes() throws {
    let text = try String(contentsOf: Self.file, encoding: .utf8)
    let recipes = try Self.blocks(of: "sh", in: text).filter { !$0.contains("swift ") }
    try #require(!recipes.isEmpty)
    let scratch = try Scratch()
    for recipe in recipes {
      let run = try Run.shell(
        "PATH='\(Package.program.deletingLastPathComponent().path)':$PATH; set -e\n\(recipe)",
        environment: ["GITHUB_STEP_SUMMARY": scratch.path("summary.md")])
      #expect(run.status == 0, "\(recipe)\(run.output)\(run.errors)")
    }
    #expect(try scratch.read("summary.md").contains("| Feature |"))
  }

  /// What stands between the fences of a language, with its line ends.
  private static func blocks(of language: String, in text: String) throws -> [String] {
    let fence = try Regex("(?ms)^```\(language)\\n(.*?)^```$", as: (Substring, Substring).self)
    return text.matches(of: fence).map { String($0.output.1) }
  }

  /// The lines behind `$ `, each with those that a backslash at its end takes in.
  private static func commands(in block: String) -> [String] {
    var commands: [String] = []
    var continues = false
    for line in block.split(separator: "\n") where continues || line.hasPrefix("$ ") {
      if continues {
        commands[commands.count - 1] += "\n\(line)"
      } else {
        commands.append(String(line.dropFirst(2)))
      }
      continues = line.hasSuffix("\\")
    }
    return commands
  }
}
