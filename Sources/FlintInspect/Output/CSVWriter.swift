import FlintText

/// A writer of rows of comma-separated values (RFC 4180, except that lines end in a line feed). A cell that a
/// spreadsheet would evaluate as a formula is changed so that it remains a text.
struct CSVWriter {
  init() {}

  func write(_ cells: [String], into sink: inout ByteSink) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { sink.append(",") }
      sink.append(Self.encoded(cell))
    }
    sink.append("\n")
  }

  /// Returns a cell's text with control characters escaped and with quotes if it needs them. A text that a spreadsheet
  /// could interpret as a formula is prefixed with `'`.
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
