import FlintText
import Foundation
import ProgramHarness
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Hostile names in every output") struct HostileOutputTests {
  enum Form {
    case text, candidates, json, lines, markdown, checklist, junit, github, sarif, csv, html, source
  }

  /// The options that make a population's totals a comparison in groups with hostile names.
  private static let compared = "--against other.json --by platform,attribute:said"

  static let lines: [(String, Form)] = [
    ("evaluate m.json --verbose", .text), ("evaluate m.json --format json", .json),
    ("evaluate m.json --format markdown --verbose", .markdown),
    ("evaluate m.json --format junit", .junit), ("evaluate m.json --format github", .github),
    ("evaluate m.json --baseline old-state.json", .text),
    ("explain m.json f6", .text), ("explain m.json f27", .text),
    ("explain m.json f6 --format json", .json),
    ("validate wrong.json", .text), ("validate wrong.json --format json", .json),
    ("validate wrong.json --format sarif", .sarif),
    ("validate wrong.json --format github", .github),
    ("validate m.json --storekit store.storekit", .text), ("evaluate wrong.json", .text),
    ("test m.json scenarios.json --coverage", .text),
    ("test m.json scenarios.json --coverage --format json", .json),
    ("test m.json scenarios.json --format junit", .junit),
    ("test m.json scenarios.json --format github", .github),
    ("test m.json passing.json --mutate", .text),
    ("test m.json passing.json --mutate --format json", .json),
    ("test m.json passing.json --mutate --format github", .github),
    ("matrix m.json --states all", .text), ("matrix m.json --states all --format json", .json),
    ("matrix m.json --states all --format csv", .csv),
    ("matrix m.json --states all --format markdown", .markdown),
    ("plan m.json f6", .text), ("plan m.json f6 --format json", .json),
    ("diff old.json m.json", .text), ("diff old.json m.json --format json", .json),
    ("diff other.json m.json --format markdown", .markdown),
    ("diff other.json m.json", .text),
    ("diff other.json m.json --format github", .github),
    ("diff other.json m.json --format sarif", .sarif),
    ("cover m.json --feature f1,f2", .text), ("cover m.json --feature f1,f2 --format json", .json),
    ("cover m.json --format csv", .csv), ("cover m.json --format markdown", .checklist),
    ("cover m.json --format scenarios", .json),
    ("impact m.json --feature f1", .text), ("impact m.json --feature f1 --format json", .json),
    ("audience m.json states.ndjson", .text),
    ("audience m.json states.ndjson --format json", .json),
    ("audience m.json states.ndjson --format csv", .csv),
    ("audience m.json states.ndjson \(compared)", .text),
    ("audience m.json states.ndjson \(compared) --format json", .json),
    ("audience m.json states.ndjson \(compared) --format csv", .csv),
    (
      "audience m.json states.ndjson \(compared) --format json | \"$FLINT\" report m.json --audience -",
      .html
    ),
    ("stream m.json < states.ndjson", .lines), ("report m.json", .html),
    ("bundle m.json", .source), ("import store.storekit", .json),
    ("evaluate '\(HostileFiles.path)'", .text), ("validate '\(HostileFiles.path)'", .text),
    ("evaluate '\(HostileFiles.path)' --format github", .github),
    ("evaluate '\(HostileFiles.path)' --format junit", .junit),
    ("validate '\(HostileFiles.path)' --format sarif", .sarif),
    ("evaluate '\(HostileFiles.path)x'", .text),
    ("evaluate m.json '\(HostileFiles.path)'", .text),
    ("evaluate m.json --purchase '\(HostileFiles.path)'", .text),
    ("evaluate m.json '--\(HostileFiles.path)'", .text),
    ("'\(HostileFiles.path)'", .text), ("__complete evaluate m.json --purchase ''", .candidates),
    ("__complete evaluate m.json --attribute ''", .candidates),
    ("__complete evaluate m.json --state ''", .candidates),
  ]

  @Test("Every format of every command is in the list of commands")
  func formats() throws {
    func candidates(_ words: String...) throws -> [String] {
      try Run.program(["__complete"] + words).output.split(separator: "\n").map { line in
        String(line.prefix { $0 != "\t" })
      }
    }
    // `history` needs a repository; see `HostileRepositoryTests`.
    for command in try candidates("") where command != "history" {
      let formats = try candidates(command, "--format", "")
      for format in formats where formats.contains("text") {
        let option = format == formats[0] ? nil : "--format \(format)"
        let isTried = Self.lines.contains { line, _ in
          line.hasPrefix("\(command) ")
            && (option.map { line.contains($0) } ?? !line.contains("--format"))
        }
        #expect(isTried, "\(command) --format \(format)")
      }
    }
  }

  @Test(
    "Are parsed unchanged by a reader of the format, and never interpreted", arguments: lines)
  func output(line: String, form: Form) throws {
    let scratch = try HostileFiles.folder()
    try scratch.write("{\"toggles\": {\"f1\": true}}", to: "old-state.json")
    try scratch.write(
      HostileFiles.manifest.replacing("\"defaultValue\":false", with: "\"defaultValue\":true"),
      to: "other.json")
    let names = try scratch.names
    let run = try Run.shell("\"$FLINT\" \(line)", directory: scratch.folder)
    #expect(try scratch.names == names)
    #expect(!run.output.isEmpty || !run.errors.isEmpty)
    // Standard error has a format of its own.
    check(run.errors)
    // A tab separates a candidate from its description.
    let output = form == .candidates ? run.output.replacing("\t", with: " ") : run.output
    check(
      output, hasControls: form == .source, turnsNothing: form == .text || form == .candidates,
      isLog: form != .candidates, hasAnnotations: form == .github)
    switch form {
    case .text, .candidates: break
    case .json, .sarif:
      let result = try JSON(run.output)
      guard ["evaluate m.json ", "test m.json scenarios.json "].contains(where: line.hasPrefix)
      else { break }
      let named = (result["features"] ?? result["scenarios"])?.items ?? []
      #expect(named.map { unmarked($0["name"]?.text ?? "") } == HostileFiles.texts.map(unmarked))
    case .source:
      #expect(
        run.output.replacing(#"\u005B"#, with: "[") == (try HostileFiles.manifest))
    case .lines:
      #expect(run.output.split(separator: "\n").count == HostileFiles.texts.count + 2)
      for line in run.output.split(separator: "\n") { _ = try JSON(String(line)) }
    case .markdown: try checkMarkdown(run.output)
    case .checklist: checkChecklist(run.output)
    case .junit: try checkJUnit(run.output)
    case .github: checkGitHub(run.output)
    case .csv: checkCSV(run.output)
    case .html:
      #expect(run.output.matches(of: /(?i)<\/?script/).count % 2 == 0)
      #expect(!run.output.contains("<img"))
      #expect(run.output.matches(of: /(?i)<\/title/).count == 1)
    }
  }

  /// Returns the text without byte order marks, which Foundation removes at the beginning of a string.
  private func unmarked(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { $0 != "\u{FEFF}" }
  }

  /// Checks that no output contains raw control characters. Text for people must not contain direction overrides, and
  /// no output must contain workflow commands, except the annotations of the format `github`.
  private func check(
    _ text: String, hasControls: Bool = false, turnsNothing: Bool = true, isLog: Bool = true,
    hasAnnotations: Bool = false
  ) {
    for scalar in text.unicodeScalars where !hasControls {
      switch scalar.value {
      case 0x0A: break
      case 0..<0x20, 0x7F...0x9F: Issue.record("U+\(String(scalar.value, radix: 16))")
      case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069:
        if turnsNothing { Issue.record("U+\(String(scalar.value, radix: 16))") }
      default: break
      }
    }
    guard isLog else { return }
    for match in text.matches(of: /##[A-Za-z]*\[.{0,60}/) { Issue.record("\(match.output)") }
    for line in text.split(separator: "\n") where !hasAnnotations {
      let start = line.unicodeScalars.drop { $0.properties.isWhitespace }
      #expect(!start.starts(with: "::".unicodeScalars), "\(line)")
    }
  }

  private func checkMarkdown(_ text: String) throws {
    check(text)
    let rows = try #require(tableOfMarkdown(text))
    #expect(rows.count == HostileFiles.texts.count + 1)
    for row in rows { #expect(row.count == rows[0].count, "\(row)") }
    for (row, name) in zip(rows.dropFirst(), HostileFiles.texts) {
      let trimmed = visible(name).split(separator: " ", omittingEmptySubsequences: true)
      let shown = row[0].split(separator: " ", omittingEmptySubsequences: true)
      #expect(shown.starts(with: trimmed), "\(row[0])")
    }
    checkTags(text)
  }

  private func checkTags(_ text: String) {
    let tags = Set(text.matches(of: /<\/?[a-zA-Z][^>]*>?/).map { String($0.output) })
    #expect(tags.isSubset(of: ["<br>", "<code>", "</code>"]), "\(tags)")
  }

  /// Checks that each line has a form of the checklist, and that every name appears in it as text.
  private func checkChecklist(_ text: String) {
    check(text)
    checkTags(text)
    let kinds = ["###", "#### ", "**", "Set up:", "- ", "<code>flint-inspect evaluate "]
    for line in text.split(separator: "\n") {
      #expect(kinds.contains { line.hasPrefix($0) }, "\(line)")
      // Markup within a name would appear as one of these characters outside the program's own markup.
      let own = line.replacing("**", with: "").replacing(/^(#+ |- (\[ \] )?)/, with: "")
        .replacing(/<\/?code>/, with: "").replacing(/&#\d+;/, with: "")
      #expect(!own.contains { "|\\`<>*_[]#~$!".contains($0) }, "\(line)")
    }
  }

  private func checkJUnit(_ text: String) throws {
    let reader = try ElementReader(text)
    #expect(reader.elements.count { $0.name == "testcase" } == HostileFiles.texts.count)
    let told = reader.elements.flatMap(\.attributes.values).joined(separator: "\n") + reader.text
    for name in HostileFiles.texts {
      let shown = visible(name).replacing(/(##[A-Za-z]*)\[/) { $0.output.1 + "\\u005B" }.replacing(
        "\u{FFFE}", with: "\\uFFFE"
      )
      .replacing("\u{FFFF}", with: "\\uFFFF")
      #expect(told.contains(shown), "\(shown)")
    }
    #expect(reader.elements.allSatisfy { ElementReader.known.contains($0.name) })
  }

  /// Checks that each line, except a summary at the end, is one workflow command with the expected properties.
  private func checkGitHub(_ text: String) {
    for line in text.split(separator: "\n") where !(line.first?.isNumber ?? false) {
      let command = /::(error|warning|notice)( [a-z]+=[^,:\u{0}]*(,[a-zA-Z]+=[^,:]*)*)?::.*/
      #expect(line.wholeMatch(of: command) != nil, "\(line)")
    }
    #expect(!text.contains("\r"))
  }

  private func checkCSV(_ text: String) {
    let rows = rowsOfCSV(text)
    #expect(rows.count > 1)
    for row in rows {
      #expect(row.count == rows[0].count, "\(row)")
      for cell in row {
        #expect(!["=", "+", "-", "@"].contains(cell.unicodeScalars.first), "\(cell)")
      }
    }
  }
}

/// Collects the elements of a document in order with Foundation's parser.
final class ElementReader: NSObject, XMLParserDelegate {
  static let known: Set = [
    "testsuites", "testsuite", "testcase", "failure", "error", "skipped", "properties",
    "property", "system-out", "system-err",
  ]

  struct Element {
    let name: String
    let attributes: [String: String]
  }

  private(set) var elements: [Element] = []
  private(set) var text = ""

  init(_ text: String) throws {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    try #require(parser.parse(), "\(String(describing: parser.parserError))")
  }

  func parser(_ parser: XMLParser, foundCharacters characters: String) { text += characters }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    elements.append(Element(name: name, attributes: attributes))
  }
}
