import FlintCore
import FlintReport
import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("The JUnit report of evaluate")
struct JUnitTests {
  @Test("Each feature is a test case, and unavailable features that are not required are skipped")
  func example() throws {
    let head = ReportContext(
      manifestPath: "m.json", sentences: Sentences(SampleApp.evaluator),
      counts: StatusCounts(SampleApp.evaluator.statuses()), required: [1])
    let reader = try XMLReader(render(head, with: EvaluationJUnit()))
    let suite = try #require(reader.elements.first { $0.name == "testsuite" })
    #expect(suite.attributes["tests"] == "4")
    #expect(suite.attributes["failures"] == "1")
    #expect(suite.attributes["skipped"] == "1")
    let cases = reader.elements.filter { $0.name == "testcase" }
    #expect(
      cases.map { $0.attributes["name"] } == ["playback", "dynamic-speed", "favourites", "turbo"])
    #expect(cases.last?.attributes["classname"] == "features.favourites")
    let failure = try #require(reader.elements.first { $0.name == "failure" })
    #expect(failure.attributes["message"] == "unavailable: the user's toggle is off (and 1 more)")
  }

  @Test("An XML parser reads every name, and all characters are valid in XML")
  func hostile() throws {
    let text = render(Hostile.head, with: EvaluationJUnit())
    #expect(text.treacherous.isEmpty)
    #expect(!text.unicodeScalars.contains { $0 == "\u{FFFE}" || $0 == "\u{FFFF}" })
    let reader = try XMLReader(text)
    #expect(reader.elements.count { $0.name == "testcase" } == Hostile.names.count)
    let suite = try #require(reader.elements.first { $0.name == "testsuite" })
    #expect(suite.attributes["name"] == Hostile.names[0])
    let messages = reader.elements.compactMap { $0.attributes["message"] }
    #expect(messages[1].contains(Hostile.names[1]))
  }
}

/// Collects the elements of a document in order with Foundation's parser.
private final class XMLReader: NSObject, XMLParserDelegate {
  struct Element {
    let name: String
    let attributes: [String: String]
  }

  private(set) var elements: [Element] = []

  init(_ text: String) throws {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    try #require(parser.parse(), "\(String(describing: parser.parserError))")
  }

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    elements.append(Element(name: elementName, attributes: attributes))
  }
}
