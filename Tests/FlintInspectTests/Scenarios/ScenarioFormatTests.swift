import FlintAnalysis
import FlintModel
import FlintText
import Testing

@testable import FlintInspect
@testable import FlintScenarios

@Suite("Formats of scenario runs")
struct ScenarioFormatTests {
  @Test("Undecided goals count as not covered, and every format reports them")
  func undecided() throws {
    func item(isPositive: Bool, _ coverage: Coverage.OutcomeCoverage) -> Coverage.Item {
      Coverage.Item(
        outcome: FeatureOutcome(0, nil, isPositive: isPositive), constraint: nil, coverage: coverage
      )
    }
    let report = ScenarioReport(
      manifestPath: "m.json", manifest: Manifest(features: [FeatureDeclaration(id: "f")]),
      suites: [],
      coverage: [
        item(isPositive: true, .seen), item(isPositive: false, .undecided),
      ], requiredPercent: 51)
    #expect(!report.isCovered && !report.isSatisfied)
    func text(_ write: (ScenarioReport, inout ByteSink) -> Void) -> String {
      var sink = ByteSink()
      write(report, &sink)
      return sink.string
    }
    let result = try object(text { ScenarioJSON.json.write($0, .pretty, into: &$1) })
    let coverage = try jsonObject(result["coverage"])
    let values: [String] = try ["percent", "total", "undecided", "neverSeen"].map { key in
      try jsonText(coverage[key])
    }
    #expect(values == ["50", "2", #"[{"feature":"f","status":"notAvailable"}]"#, "[]"])
    let outputs: [(format: String, text: String)] = [
      ("text", text { $0.writeText(style: TextStyle(), isQuiet: false, into: &$1) }),
      ("github", text { $0.writeGitHub(into: &$1) }),
      ("junit", text { $0.writeJUnit(into: &$1) }),
    ]
    for (format, output) in outputs {
      // Text is wrapped, and a workflow command escapes the percent sign.
      let words = output.split { $0.isWhitespace }.joined(separator: " ")
      #expect(words.contains("1 of 2 outcomes covered; 51 %"), "\(format)")
      #expect(words.contains("undecided: too complex to analyze"), "\(format)")
    }
  }
}
