import FlintAnalysis
import FlintModel
import FlintText
import RandomModels
import TestSupport
import Testing

@testable import FlintInspect

@Suite("The report of diff")
struct DifferenceReportTests {
  private static func manifest(_ features: [FeatureDeclaration]) -> Manifest {
    Manifest(
      products: [
        ProductDeclaration(id: "SUB", type: .autoRenewingSubscription),
        ProductDeclaration(id: "a,b='c'", type: .nonConsumable),
      ], features: features)
  }

  static let new = manifest([
    FeatureDeclaration(id: "speed", name: "Dynamic Speed", constraints: [.permission(.motion)]),
    FeatureDeclaration(id: "odd"), FeatureDeclaration(id: "same"), FeatureDeclaration(id: "new"),
  ])

  static let difference = try! Differences.between(
    manifest([
      FeatureDeclaration(id: "speed", name: "Dynamic Speed"),
      FeatureDeclaration(id: "odd", constraints: [.purchase(.product(1))]),
      FeatureDeclaration(id: "gone"), FeatureDeclaration(id: "same"),
    ]), new)

  @Test("Text lists each change with the flags of the nearest state that shows it")
  func text() {
    let lines = DifferenceReport(Self.difference, to: Self.new).lines
    #expect(
      TerminalWriter.text(lines, TextStyle(width: 40)) == #"""
        ▼ Dynamic Speed  [speed]  lost
            available → unavailable  with --deny motion
            available → undetermined  on a fresh
              install
        ▲ odd  gained
            unavailable → available  on a fresh
              install
            undetermined → available  with --state '{"purchases":{"a,b=\u0027c\u0027":"unknown"}}'
        + new  added
        − gone  removed

        1 added, 1 removed, 1 gained, 1 lost, 1
          unchanged

        """#)
  }

  @Test("Markdown is a table for a pull request")
  func markdown() {
    var sink = ByteSink()
    let state = Manifest.NamedState(name: "mac", state: DeviceState(platform: .macOS))
    let elsewhere = Manifest(states: [state], defaultState: "mac")
    DifferenceReport(Self.difference, to: elsewhere).writeMarkdown(into: &sink)
    #expect(
      sink.string.hasPrefix(
        """
        ### Feature availability

        **1 added, 1 removed, 1 gained, 1 lost, 1 unchanged**

        | Feature | Change | Example |
        |---|---|---|
        | Dynamic Speed <code>speed</code> | ▼ lost | available → unavailable: <code>--fresh --deny motion</code><br>
        """.dropLast()))
    expectThreeCells(in: sink.string)
  }

  @Test("JSON contains each example as a state")
  func json() {
    let json = DifferenceReport.json(Self.difference.combinedManifest)
    #expect(
      json.text(of: Self.difference) == """
        {
          "formatVersion": 1,
          "summary": {"added": 1, "removed": 1, "gained": 1, "lost": 1, "changed": 0, "unchanged": 1},
          "features": [
            {"id": "speed", "change": "lost", "examples": [
              {"state": {"permissions":{"motion":"denied"}}, "old": "available", "new": "unavailable"},
              {"state": {}, "old": "available", "new": "undetermined"}
            ]},
            {"id": "odd", "change": "gained", "examples": [
              {"state": {}, "old": "unavailable", "new": "available"},
              {"state": {"purchases":{"a,b='c'":"unknown"}}, "old": "undetermined", "new": "available"}
            ]},
            {"id": "new", "change": "added", "examples": []},
            {"id": "gone", "change": "removed", "examples": []}
          ]
        }

        """)
  }

  @Test("The absence of changes is reported")
  func unchanged() throws {
    let same = Self.manifest([FeatureDeclaration(id: "f")])
    let report = DifferenceReport(try Differences.between(same, same), to: Self.new)
    #expect(TerminalWriter.text(report.lines) == "No availability changes (1 feature unchanged)\n")
  }

  @Test("Hostile names are neither terminal commands nor markup")
  func hostile() throws {
    let difference = try Differences.between(
      Hostile.manifest,
      Manifest(
        features: Hostile.manifest.features.map {
          FeatureDeclaration(id: $0.id, name: $0.name, parent: $0.parent)
        }))
    let report = DifferenceReport(difference, to: Self.new)
    let text = TerminalWriter.text(report.lines)
    var markdown = ByteSink()
    report.writeMarkdown(into: &markdown)
    #expect([text, markdown.string].map(\.treacherous.isEmpty) == [true, true])
    expectThreeCells(in: markdown.string)
  }

  /// Expects that each row of a Markdown table has three cells.
  private func expectThreeCells(in markdown: String) {
    for row in markdown.split(separator: "\n") where row.hasPrefix("| ") {
      #expect(row.count { $0 == "|" } == 4, "\(row)")
    }
  }
}
