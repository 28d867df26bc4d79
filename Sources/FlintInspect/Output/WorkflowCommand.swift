/// A command in GitHub's log: `::error file=a,line=1::message`.
struct WorkflowCommand {
  let severity: Diagnostic.Severity
  var file: String?
  var location: SourceLocation?
  var title: String?
  let message: String

  func write(to sink: inout ByteSink) {
    var properties: [String] = []
    if let file { properties.append("file=\(Self.property(pathInCheckout(file)))") }
    if let location {
      properties.append("line=\(location.line)")
      properties.append("col=\(location.column)")
    }
    if let title { properties.append("title=\(Self.property(title))") }
    let list = properties.isEmpty ? "" : " " + properties.joined(separator: ",")
    let word = severity == .note ? "notice" : severity.rawValue
    sink.append("::\(word)\(list)::\(Self.data(message))\n")
  }

  /// Escapes percent signs and controls, so that no second command is possible.
  static func data(_ text: String) -> String {
    visible(text).escaping { $0 == "%" ? "%25" : nil }
  }

  static func property(_ text: String) -> String {
    data(text).escaping { $0 == ":" ? "%3A" : $0 == "," ? "%2C" : nil }
  }
}

/// The path from the root of GitHub's checkout, which annotations need. Unchanged outside the
/// checkout.
func pathInCheckout(_ path: String) -> String {
  guard let root = POSIX.environment("GITHUB_WORKSPACE").flatMap(POSIX.resolved),
    let file = POSIX.resolved(path), file.hasPrefix("\(root)/")
  else { return path }
  return String(file.dropFirst(root.count + 1))
}

/// The outcome of a test case, as JUnit reports it.
enum JUnitOutcome {
  case passed
  case failed(_ type: String, _ message: String, _ lines: [String])
  case skipped(_ type: String, _ message: String, _ lines: [String])

  /// A failure that is reported as skipped, with `lines` as its output.
  case tolerated(_ lines: [String])
}

/// A test suite as JUnit's XML. Without times: the same input gives the same bytes.
struct JUnitSuite {
  let name: String
  let file: String

  /// Lines for `system-out`, after the cases.
  var output: [String] = []

  // Written at once: the file begins with their number.
  var cases = ""
  var tests = 0
  var failures = 0
  var skipped = 0

  mutating func add(_ name: String, of group: String, _ outcome: JUnitOutcome) {
    tests += 1
    cases += "    <testcase\(Self.attributes(["name": name, "classname": group]))"
    switch outcome {
    case .passed:
      cases += "/>\n"
      return
    case .failed(let type, let message, let lines):
      failures += 1
      cases += Self.element("failure", type, message, lines)
    case .skipped(let type, let message, let lines):
      skipped += 1
      cases += Self.element("skipped", type, message, lines)
    case .tolerated(let lines):
      skipped += 1
      cases += ">\n      <skipped/>\n      \(Self.output(lines))"
    }
    cases += "\n    </testcase>\n"
  }

  private static func element(
    _ name: String, _ type: String, _ message: String, _ lines: [String]
  ) -> String {
    let start = ">\n      <\(name)\(attributes(["type": type, "message": message]))"
    return lines.isEmpty ? "\(start)/>" : "\(start)>\(text(lines))</\(name)>"
  }

  static func write(_ suites: [JUnitSuite], of command: String, into sink: inout ByteSink) {
    func counts(_ tests: Int, _ failures: Int) -> String {
      "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"0\""
    }
    let tests = suites.reduce(0) { $0 + $1.tests }
    let failures = suites.reduce(0) { $0 + $1.failures }
    sink.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    sink.append("<testsuites name=\"flint-inspect \(command)\" \(counts(tests, failures))>\n")
    for suite in suites {
      sink.append("  <testsuite\(attributes(["name": suite.name]))")
      sink.append(" \(counts(suite.tests, suite.failures)) skipped=\"\(suite.skipped)\"")
      sink.append("\(attributes(["file": suite.file]))>\n")
      sink.append(suite.cases)
      if !suite.output.isEmpty { sink.append("    \(output(suite.output))\n") }
      sink.append("  </testsuite>\n")
    }
    sink.append("</testsuites>\n")
  }

  private static func attributes(_ values: KeyValuePairs<String, String>) -> String {
    values.map { " \($0)=\"\(XMLText.escaped($1))\"" }.joined()
  }

  private static func text(_ lines: [String]) -> String {
    lines.map(XMLText.escaped).joined(separator: "\n")
  }

  private static func output(_ lines: [String]) -> String {
    "<system-out>\(text(lines))</system-out>"
  }
}

/// Escapes text for attributes and content of XML 1.0.
enum XMLText {
  static func escaped(_ text: String) -> String {
    visible(text).escaping { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&#39;"
      // XML forbids these two characters, but `visible` leaves them unchanged because they are not control characters.
      case "\u{FFFE}": "\\uFFFE"
      case "\u{FFFF}": "\\uFFFF"
      default: nil
      }
    }
  }
}

enum MarkdownText {
  /// Writes special characters as references, such as `&#124;`.
  static func cell(_ text: String) -> String {
    visible(text).escaping { markup.contains($0) ? "&#\($0.value);" : nil }
  }

  /// Uses `<code>`, because backticks would show the escapes of ``cell(_:)``.
  static func code(_ text: String) -> String { "<code>\(cell(text))</code>" }

  /// The escaped name, followed by the id unless they are the same.
  static func name(_ name: String, id: String) -> String {
    name == id ? cell(name) : "\(cell(name)) \(code(id))"
  }

  private static let markup = Array("|\\`<>&\"'*_[]#~$!@".unicodeScalars)
}

/// Writes RFC 4180 with line feeds. Cells that spreadsheets would evaluate as formulas become
/// texts.
enum CSVWriter {
  static func write(_ cells: [String], into sink: inout ByteSink) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { sink.append(",") }
      sink.append(encoded(cell))
    }
    sink.append("\n")
  }

  static func encoded(_ cell: String) -> String {
    var text = ""
    if let first = cell.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first) {
      text = "'"
    }
    // The quotes keep the filter of workflow commands from changing a cell that begins with `::`.
    var needsQuotes = cell.utf8.first { 0x21...0x7E ~= $0 } == ":"
    for scalar in cell.unicodeScalars {
      switch scalar.value {
      case 0x00...0x1F, 0x7F...0x9F: text += visible(String(scalar))
      case 0x22:
        text += "\"\""
        needsQuotes = true
      default:
        text.unicodeScalars.append(scalar)
        if scalar == "," || scalar == "'" { needsQuotes = true }
      }
    }
    return needsQuotes ? "\"\(text)\"" : text
  }
}
