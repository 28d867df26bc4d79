import FlintCore
import FlintManifest
import FlintReport
import FlintScenarios
import FlintText
import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Formats of scenario runs")
struct ScenarioFormatTests {
  /// One scenario a hostile name, each failing, and one that passes; feature and product are hostile as well.
  private static func report() throws -> ScenarioReport {
    let names = Hostile.names.map { JSONText.quoted($0) }
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
      coverage: Coverage(of: manifest.manifest).items())
  }

  private func text(_ write: (ScenarioReport, inout ByteSink) -> Void) throws -> String {
    var sink = ByteSink()
    write(try Self.report(), &sink)
    return sink.string
  }

  @Test("JSON keeps every name, with the line of each scenario and failure")
  func json() throws {
    let text = try text { ScenarioJSON().write($0, into: &$1) }
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let scenarios = try #require(object["scenarios"] as? [[String: Any]])
    #expect(scenarios.compactMap { $0["name"] as? String } == Hostile.names + ["fine", "claim"])
    #expect(scenarios.compactMap { $0["line"] as? Int } == Array(2...Hostile.names.count + 3))
    #expect(
      scenarios.map { ($0["failures"] as? [Any])?.count }
        == Hostile.names.map { _ in 1 } + [0, 1])
    #expect(scenarios.last?["counterexample"] is [String: Any])
    #expect(
      text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
  }

  @Test("JUnit reads back as a case a scenario, with one failure each")
  func junit() throws {
    let text = try text { ScenarioJUnit().write($0, into: &$1) }
    let elements = ElementCounter()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = elements
    #expect(parser.parse(), "\(parser.parserError?.localizedDescription ?? "")")
    #expect(elements.counts["testcase"] == Hostile.names.count + 2)
    #expect(elements.counts["failure"] == Hostile.names.count + 1)
  }

  @Test("workflow commands are one a failure and the sum; no name forges another")
  func github() throws {
    let text = try text { ScenarioGitHub().write($0, into: &$1) }
    let lines = text.split(separator: "\n")
    #expect(lines.count == Hostile.names.count + 2)
    #expect(lines.dropLast().allSatisfy { $0.hasPrefix("::error file=odd%2C name") })
    #expect(lines.last?.hasPrefix("::notice title=flint-inspect test::") == true)
  }

  @Test("TAP has a point a scenario, and no name becomes a directive or a line of its own")
  func tap() throws {
    let text = try text { ScenarioTAP().write($0, into: &$1) }
    let lines = text.split(separator: "\n")
    #expect(lines.prefix(2) == ["TAP version 14", "1..\(Hostile.names.count + 2)"])
    let points = lines.filter { $0.hasPrefix("ok ") || $0.hasPrefix("not ok ") }
    #expect(points.count == Hostile.names.count + 2)
    #expect(points.allSatisfy { !$0.replacing("\\#", with: "").contains("#") })
    #expect(text.treacherous.isEmpty)
  }

  @Test("text ends with the failures and steers no terminal")
  func terminal() throws {
    let text = try text { ScenarioText(style: TextStyle()).write($0, into: &$1) }
    #expect(text.hasPrefix("✓ fine\n\n✗ "))
    #expect(text.treacherous.isEmpty)
    #expect(
      text.hasSuffix(
        "\(Hostile.names.count + 2) scenarios: 1 passed, \(Hostile.names.count + 1) failed\n"))
  }
}

private final class ElementCounter: NSObject, XMLParserDelegate {
  var counts: [String: Int] = [:]

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    counts[name, default: 0] += 1
  }
}
