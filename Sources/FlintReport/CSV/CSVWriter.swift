package import FlintText

/// Rows of comma-separated values (RFC 4180, but for lines that end as everywhere here) that a spreadsheet shows and does not run.
package struct CSVWriter {
  package init() {}

  package func write(_ cells: [String], into sink: inout ByteSink) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { sink.append(",") }
      sink.append(Self.encoded(cell))
    }
    sink.append("\n")
  }

  /// Controls are escaped, what a spreadsheet could take for a formula begins with `'`.
  static func encoded(_ cell: String) -> String {
    var text = ""
    if let first = cell.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first) {
      text = "'"
    }
    var needsQuotes = false
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
