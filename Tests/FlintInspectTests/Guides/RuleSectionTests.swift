import FlintAnalysis
import FlintManifest
import FlintProject
import FlintText
import Foundation
import ProgramHarness
import TestSupport
import Testing

@testable import FlintInspect

/// The sections of the guide of rules: a summary, a cause, an example, and a fix with an example.
@Suite("The sections of the rules")
struct RuleSectionTests {
  /// A part of a section: its files, the shell commands that write files, and the command to run.
  private struct Example {
    var files: [(name: String, text: String)] = []
    var recipes: [String] = []
    var command: String?

    init(_ text: Substring) {
      var name: String?
      let element = #/(?ms)^```(\w+)\n(.*?)^```$|^`([^`\n]+)`:$|^Command: `([^`]+)`$/#
      for match in text.matches(of: element) {
        if let file = match.output.3 {
          name = String(file)
        } else if let line = match.output.4 {
          command = String(line)
        } else if match.output.1 == "sh" {
          recipes.append(String(match.output.2 ?? ""))
        } else {
          let text = String(match.output.2 ?? "")
          files.append((name ?? Self.name(of: text), text))
          name = nil
        }
      }
    }

    /// The name of a file whose name the section does not mention.
    private static func name(of text: String) -> String {
      if text.contains("\"manifestVersion\"") { return "flint.json" }
      return text.contains("\"scenarioVersion\"") ? "scenarios.json" : "state.json"
    }
  }

  private static let sections: [String: Substring] = {
    let text = (try? GuidePage(named: "Rules").text) ?? ""
    let parts = text.split(separator: "\n### ").dropFirst().map { part in
      (String(part.prefix { $0 != "\n" }), part.drop { $0 != "\n" })
    }
    return Dictionary(parts) { first, _ in first }
  }()

  @Test("Each rule has one, in the order of the rules, with its severity and summary")
  func summaries() throws {
    let page = try GuidePage(named: "Rules")
    var text = page.text
    #expect(
      text.matches(of: #/(?m)^### (.+)$/#).map { String($0.output.1) }
        == Findings.documentedRules.map(\.id))
    for rule in Findings.documentedRules {
      let heading = "\n### \(rule.id)\n\n"
      guard let start = text.range(of: heading)?.upperBound else { continue }
      let end = text[start...].firstIndex(of: "\n") ?? text.endIndex
      let sentence = rule.summary.prefix(1).uppercased() + rule.summary.dropFirst()
      let summary = "\(rule.severity.rawValue.capitalized). \(sentence)."
      if Document.isRecording {
        text.replaceSubrange(start..<end, with: summary)
      } else {
        #expect(text[start..<end] == summary)
      }
    }
    try Document.record(text, insteadOf: page.text, in: page.path)
  }

  @Test("Each one explains its rule in at most 60 words")
  func brevity() {
    for (rule, section) in Self.sections {
      let prose = section.replacing(#/(?ms)^```.*?^```$|^`[^`\n]+`:$|^Command: .*?$/#, with: "")
      #expect(prose.split(whereSeparator: \.isWhitespace).count <= 60, "\(rule)")
    }
  }

  @Test(
    "The example breaks exactly this rule, and the fixed example does not",
    arguments: Findings.documentedRules.map(\.id))
  func examples(rule: String) throws {
    let section = try #require(Self.sections[rule])
    let parts = section.split(separator: "\nFix: ", maxSplits: 1)
    try #require(parts.count == 2, "a section has a fix")
    let (wrong, fixed) = (Example(parts[0]), Example(parts[1]))
    let empty = [wrong, fixed].map { $0.files.isEmpty && $0.recipes.isEmpty }
    #expect(empty == [false, false], "both examples have files")

    // Other rules whose findings cannot be avoided are named in the section.
    let words = section.replacing("\n", with: " ")
    let others = Set(words.matches(of: #/also reports `([a-z-]+)`/#).map { String($0.output.1) })
    let scratch = try Scratch()
    let before = try Self.rules(brokenBy: wrong, in: scratch, command: nil)
    #expect(before.rules.contains(rule) && before.rules.isSubset(of: others.union([rule])))
    let after = try Self.rules(brokenBy: fixed, in: scratch, command: wrong.command)
    #expect(after.rules.isSubset(of: others.subtracting([rule])), "\(after.run)")
    #expect(after.run.status == 0, "\(after.run)")
  }

  /// Writes the files of an example and runs its command. The files of the example before it stay.
  private static func rules(
    brokenBy example: Example, in scratch: Scratch, command: String?
  ) throws -> (rules: Set<String>, run: Run) {
    let files = FileManager.default
    func has(_ name: String) -> Bool { files.fileExists(atPath: scratch.path(name)) }
    for (name, text) in example.files {
      let folder = URL(filePath: scratch.path(name)).deletingLastPathComponent()
      try files.createDirectory(at: folder, withIntermediateDirectories: true)
      try scratch.write(text, to: name)
    }
    for recipe in example.recipes {
      _ = try Run.shell("set -e; \(recipe)", directory: scratch.folder)
    }
    if !has("flint.json") {
      let podcasts = Package.root.appending(path: "Fixtures/podcast-player/manifest.json")
      try files.copyItem(at: podcasts, to: URL(filePath: scratch.path("flint.json")))
    }
    let standard =
      has("scenarios.json")
      ? "test flint.json scenarios.json"
      : has("state.json") ? "evaluate flint.json --state state.json" : "validate flint.json"
    let line = example.command ?? command ?? "flint-inspect \(standard)"
    let words = line.split(separator: " ").map(String.init)
    try #require(words.first == programName)
    let run = try Run.program(Array(words.dropFirst()), directory: scratch.folder)
    let text = run.output + "\n" + run.errors
    let found =
      text.matches(of: #/(?m)(?:error|warning|note): .*\[([a-z-]+)\]$/#).map(\.output.1)
      + text.matches(of: #/"ruleId": ?"([a-z-]+)"/#).map(\.output.1)
    return (Set(found.map(String.init)), run)
  }

  @Test("Lists every rule that a diagnostic names")
  func ruleNames() throws {
    let known = Set(Findings.documentedRules.map(\.id))
    let sources = Package.root.appending(path: "Sources")
    let files = FileManager.default.enumerator(atPath: sources.path)
    var named: Set<String> = []
    for case let file as String in try #require(files) where file.hasSuffix(".swift") {
      let text = try Document.text(of: "Sources/\(file)")
      named.formUnion(text.matches(of: #/\brule: "([a-z-]+)"/#).map { String($0.1) })
    }
    #expect(!named.isEmpty && named.isSubset(of: known), "\(named.subtracting(known))")
  }
}

extension Findings {
  /// The rules of all commands, in the order of the guide.
  fileprivate static let documentedRules =
    rules + [
      RuleDescription(
        id: "not-lines-of-json", severity: .error,
        summary: "a population must have one state per line")
    ]
    + ImportRule.allCases.map { rule in
      RuleDescription(id: rule.rawValue, severity: rule.severity, summary: rule.summary)
    }
    + AudienceRule.allCases.map { rule in
      RuleDescription(id: rule.rawValue, severity: .error, summary: rule.summary)
    } + DifferenceRule.allCases.map(\.description)
}
