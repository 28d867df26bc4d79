import FlintText

/// RFC 4180 with line feeds. Formulas are made texts.
struct CSVWriter {
  init() {}

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
