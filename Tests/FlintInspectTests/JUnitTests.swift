import FlintModel
import Foundation
import Testing

@testable import FlintInspect

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
    func values(_ attribute: String, of element: String) -> [String?] {
      reader.elements.filter { $0.name == element }.map { $0.attributes[attribute] }
    }
    let cases: [(element: String, attribute: String, values: [String?])] = [
      ("testsuite", "tests", ["4"]), ("testsuite", "failures", ["1"]),
      ("testsuite", "skipped", ["1"]),
      ("testcase", "name", ["playback", "dynamic-speed", "favourites", "turbo"]),
      ("failure", "message", ["unavailable: the user's toggle is off (and 1 more blocker)"]),
    ]
    for (element, attribute, expected) in cases {
      #expect(values(attribute, of: element) == expected, "\(attribute) of \(element)")
    }
    #expect(values("classname", of: "testcase").last == "features.favourites")
  }

  @Test("An XML parser reads every name, and all characters are valid in XML")
  func hostile() throws {
    let text = render(Hostile.head, with: EvaluationJUnit())
    let invalid = text.unicodeScalars.filter { $0 == "\u{FFFE}" || $0 == "\u{FFFF}" }
    #expect(text.treacherous.isEmpty && invalid.isEmpty)
    let elements = try XMLReader(text).elements
    #expect(elements.count { $0.name == "testcase" } == Hostile.names.count)
    let suite = elements.first { $0.name == "testsuite" }
    #expect(suite?.attributes["name"] == Hostile.names[0])
    let messages = elements.compactMap { $0.attributes["message"] }
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
