import FlintManifest
import FlintText
import TestSupport
import Testing

@testable import FlintAnalysis

@Suite("Rules")
struct RuleExampleTests {
  @Test("Have these findings", arguments: ExampleFile.examples("findings"))
  func findings(example: ExampleFile.Example) throws {
    let file = try ManifestFile(SourceFile(path: "m.json", text: SourceText(example.whole)))
    let found = problemLines(
      ProvenFindings.diagnostics(in: file, today: "2026-06-01"), in: example.whole)
    try example.record(found)
    #expect(found == example.expected)
  }

  @Test("Each have a finding in some example", arguments: ProvenRule.allCases)
  func examples(_ rule: ProvenRule) {
    // `LimitTests` has a feature that is too complex to analyze.
    let lines: [String] = ExampleFile.examples("findings").flatMap(\.expected)
    let isFound = lines.contains { $0.contains(" \(rule.rawValue): ") }
    #expect(isFound || rule == .tooLargeToProve)
  }
}
