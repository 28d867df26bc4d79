import FlintText

/// `::error file=a,line=1::message`
struct WorkflowCommand {
  enum Level: String { case error, warning, notice }

  let level: Level
  var file: String?
  var location: SourceLocation?
  var title: String?
  let message: String

  func write(to sink: inout ByteSink) {
    var properties: [String] = []
    if let file { properties.append("file=\(Self.property(file))") }
    if let location {
      properties.append("line=\(location.line)")
      properties.append("col=\(location.column)")
    }
    if let title { properties.append("title=\(Self.property(title))") }
    let list = properties.isEmpty ? "" : " " + properties.joined(separator: ",")
    sink.append("::\(level.rawValue)\(list)::\(Self.data(message))\n")
  }

  /// Percent signs escaped, controls made visible, so that no second command is possible.
  static func data(_ text: String) -> String {
    visible(text).escaping("%", as: "%25")
  }

  static func property(_ text: String) -> String {
    data(text).escaping(":", as: "%3A").escaping(",", as: "%2C")
  }
}

extension String {
  fileprivate func escaping(_ character: Unicode.Scalar, as replacement: String) -> String {
    guard unicodeScalars.contains(character) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      if scalar == character { result += replacement } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }
}

/// For attributes and content of XML 1.0.
enum XMLText {
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in visible(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      // XML forbids these two characters, but `visible` leaves them unchanged because they are not control characters.
      case "\u{FFFE}": result += "\\uFFFE"
      case "\u{FFFF}": result += "\\uFFFF"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

enum MarkdownText {
  /// Special characters become references.
  static func cell(_ text: String) -> String {
    var result = ""
    for scalar in visible(text).unicodeScalars {
      if isMarkup(scalar) {
        result += "&#\(scalar.value);"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Backticks would show the escapes of ``cell(_:)``.
  static func code(_ text: String) -> String { "<code>\(cell(text))</code>" }

  private static func isMarkup(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "|", "\\", "`", "<", ">", "&", "\"", "'", "*", "_", "[", "]", "#", "~", "$", "!", "@": true
    default: false
    }
  }
}

/// RFC 4180 with line feeds. Formulas are made texts.
struct CSVWriter {
  func write(_ cells: [String], into sink: inout ByteSink) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { sink.append(",") }
      sink.append(Self.encoded(cell))
    }
    sink.append("\n")
  }

  static func encoded(_ cell: String) -> String {
    var text = ""
    if let first = cell.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first) {
      text = "'"
    }
    // The quotes keep the filter of workflow commands from changing a cell that begins with `::`.
    let firstVisible = cell.utf8.first { 0x21...0x7E ~= $0 }
    var needsQuotes = firstVisible == UInt8(ascii: ":")
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
