import FlintAnalysis
import FlintManifest
import FlintModel
import FlintText
import Foundation
import Testing

@testable import FlintInspect
@testable import FlintScenarios

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Formats of scenario runs")
struct ScenarioFormatTests {
  /// A scenario has a name.
  private static let names = Hostile.names.filter { !$0.allSatisfy(\.isWhitespace) }

  /// Returns a report with one failing scenario for each hostile name, and one that passes. The names of the feature
  /// and the product are hostile too.
  private static func report(_ mutation: MutationReport? = nil) throws -> ScenarioReport {
    let names = Self.names.map { JSONText.quoted($0) }
    let manifest = try ManifestFile(
      SourceFile(
        path: "m.json",
        text: SourceText(
          """
          {"manifestVersion": 1, "products": [{"id": \(names[0]), "type": "nonConsumable"}],
           "features": [{"id": "f", "name": \(names[2]), "constraints": {"purchases": [\(names[0])]}}]}
          """)))
    let scenarios = names.map { name in
      #"{"name": \#(name), "steps": [{"expect": {"f": {"status": "available", "blockers": [\#(names[0])]}}}]}"#
    }
    let passing = #"{"name": "fine", "steps": [{"expect": {"f": "unavailable"}}]}"#
    let claim = #"{"name": "claim", "never": {"available": "f"}}"#
    let text =
      #"{"scenarioVersion": 1, "scenarios": ["# + "\n"
      + (scenarios + [passing, claim]).joined(separator: ",\n") + "\n]}"
    let source = SourceFile(path: "odd, name\n%0A::.json", text: SourceText(text))
    let file = try ScenarioFile(source, for: manifest)
    let runner = ScenarioRunner(manifest.manifest)
    let results = try file.scenarios.map { try runner.run($0) }
    return ScenarioReport(
      manifestPath: "m.json", manifest: manifest.manifest,
      suites: [.init(file: source, results: results)],
      coverage: Coverage(of: manifest.manifest).items(), mutation: mutation)
  }

  /// Returns a report in which every mutant of a manifest with hostile names survives, because the suite expects
  /// nothing.
  private static func mutated(demanding percent: Double? = nil) throws -> ScenarioReport {
    let names = Self.names.map { JSONText.quoted($0 + "p") }
    let source = SourceFile(
      path: "odd, name\n%0A::.json",
      text: SourceText(
        """
        {"manifestVersion": 1,
         "products": [\(names.map { #"{"id": \#($0), "type": "nonConsumable"}"# }.joined(separator: ","))],
         "features": [{"id": "f", "constraints": {"purchases": [
        \(names.joined(separator: ",\n"))
        ]}}]}
        """))
    let file = try ManifestFile(source)
    let locations = ManifestLocations(file)
    var run = MutationRun([], of: file.manifest, locations)
    var tally = MutationTally()
    var survivors: [MutationReport.Survivor] = []
    for mutation in run.mutations {
      guard case .survived(let difference) = run.outcome(of: mutation) else { continue }
      tally.survived += 1
      survivors.append(
        .init(
          mutation: mutation, path: source.path, location: .init(line: 4, column: 1),
          difference: difference))
    }
    return ScenarioReport(
      manifestPath: source.path, manifest: file.manifest, suites: [],
      mutation: MutationReport(tally: tally, survivors: survivors, requiredPercent: percent))
  }

  private func text(_ write: (ScenarioReport, inout ByteSink) -> Void) throws -> String {
    var sink = ByteSink()
    write(try Self.report(), &sink)
    return sink.string
  }

  @Test("JSON preserves every name, with the line of each scenario and failure")
  func json() throws {
    let text = try text { ScenarioJSON.json.write($0, .pretty, into: &$1) }
    let scenarios = try jsonObjects(object(text)["scenarios"])
    let lines: [String] = scenarios.map { scenario in
      let failures = (scenario["failures"] as? [Any])?.count ?? -1
      return "\(scenario["name"] ?? "") \(scenario["line"] ?? "") \(failures)"
    }
    let hostile = Self.names.enumerated().map { index, name in "\(name) \(index + 2) 1" }
    let count = Self.names.count
    #expect(lines == hostile + ["fine \(count + 2) 0", "claim \(count + 3) 1"])
    _ = try jsonObject(scenarios.last?["counterexample"])
    let controls = text.unicodeScalars.filter { $0.properties.generalCategory == .control }
    #expect(Set(controls) == ["\n"])
  }

  @Test("JUnit contains one test case for each scenario, with one failure each")
  func junit() throws {
    let counts = try ElementCounter.counts(in: try text { ScenarioJUnit().write($0, into: &$1) })
    let count = Self.names.count
    #expect([counts["testcase"], counts["failure"]] == [count + 2, count + 1])
  }

  @Test("Workflow commands are one for each failure and a summary, and no name forges another")
  func github() throws {
    let text = try text { ScenarioGitHub().write($0, into: &$1) }
    let lines = text.split(separator: "\n")
    let expected =
      [String](repeating: "::error file=odd%2C name", count: Self.names.count + 1)
      + ["::notice title=flint-inspect test::"]
    #expect(lines.count == expected.count)
    #expect(zip(lines, expected).filter { !$0.hasPrefix($1) }.map(\.0) == [])
  }

  @Test(
    "Every format reports every surviving mutant, with a case that can be parsed",
    arguments: [nil, 0, 50])
  func survivors(demanded: Double?) throws {
    let report = try Self.mutated(demanding: demanded)
    func written(_ write: (ScenarioReport, inout ByteSink) -> Void) -> String {
      var sink = ByteSink()
      write(report, &sink)
      return sink.string
    }
    let count = Self.names.count
    let json = written { ScenarioJSON.json.write($0, .pretty, into: &$1) }
    let mutation = try jsonObject(object(json)["mutation"])
    let survivors = try jsonObjects(mutation["survivors"])
    let expectations = survivors.filter { ($0["case"] as? [String: Any])?["expect"] != nil }
    #expect(survivors.count == count && expectations.count == count, "\(survivors)")
    #expect(mutation["score"] as? Double == 0)

    let junit = written { ScenarioJUnit().write($0, into: &$1) }
    let elements = try ElementCounter.counts(in: junit)
    let failures = demanded == nil ? count : demanded == 0 ? 0 : count + 1
    let skipped = demanded == 0 ? count : 0
    let points = count + (demanded == nil ? 0 : 1)
    let found: [Int] = ["testcase", "skipped", "failure"].map { elements[$0] ?? 0 }
    #expect(found == [points, skipped, failures])

    let github = written { ScenarioGitHub().write($0, into: &$1) }
    let commands = github.split(separator: "\n")
    let level = demanded == 50 ? "error" : "warning"
    let located = commands.count {
      $0.hasPrefix("::\(level) file=odd%2C name") && $0.contains("line=4")
    }
    #expect(located == count && commands.count == count + (demanded == 50 ? 2 : 1))

    let text = written { ScenarioText(style: TextStyle()).write($0, into: &$1) }
    #expect(text.treacherous.isEmpty)
    let parts: [(text: String, part: String, isThere: Bool)] = [
      (junit, "failures=\"\(failures)\" errors", true),
      (text, "Mutation score: 0.0 %, 0 of \(count) mutants killed", true),
      (text, "50 % required", demanded == 50),
    ]
    for (text, part, isThere) in parts { #expect(text.contains(part) == isThere, "\(part)") }
  }

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
      ("text", text { ScenarioText(style: TextStyle()).write($0, into: &$1) }),
      ("github", text { ScenarioGitHub().write($0, into: &$1) }),
      ("junit", text { ScenarioJUnit().write($0, into: &$1) }),
    ]
    for (format, output) in outputs {
      // Text is wrapped, and a workflow command escapes the percent sign.
      let words = output.split { $0.isWhitespace }.joined(separator: " ")
      #expect(words.contains("1 of 2 outcomes covered; 51 %"), "\(format)")
      #expect(words.contains("undecided: too complex to analyze"), "\(format)")
    }
  }

  @Test("Text ends with the failures and contains no terminal commands")
  func terminal() throws {
    let text = try text { ScenarioText(style: TextStyle()).write($0, into: &$1) }
    #expect(text.hasPrefix("✓ fine\n\n✗ "))
    #expect(text.treacherous.isEmpty)
    let count = Self.names.count
    #expect(text.hasSuffix("\(count + 2) scenarios: 1 passed, \(count + 1) failed\n"))
  }
}

private final class ElementCounter: NSObject, XMLParserDelegate {
  private var counts: [String: Int] = [:]

  /// Returns the number of elements of each name in a valid document.
  static func counts(in text: String) throws -> [String: Int] {
    let counter = ElementCounter()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = counter
    try #require(parser.parse(), "\(parser.parserError?.localizedDescription ?? "")")
    return counter.counts
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    counts[name, default: 0] += 1
  }
}
