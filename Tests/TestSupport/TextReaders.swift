/// Parses comma-separated values (RFC 4180) into rows.
public func rowsOfCSV(_ text: String) -> [[String]] {
  var rows: [[String]] = []
  var row: [String] = []
  var cell = String.UnicodeScalarView()
  var isQuoted = false
  var scalars = Array(text.unicodeScalars)[...]
  while let scalar = scalars.popFirst() {
    switch scalar {
    case "\"" where isQuoted && scalars.first == "\"":
      cell.append("\"")
      scalars.removeFirst()
    case "\"": isQuoted.toggle()
    case ",", "\n":
      guard !isQuoted else {
        cell.append(scalar)
        continue
      }
      row.append(String(cell))
      cell = .init()
      if scalar == "\n" {
        rows.append(row)
        row = []
      }
    default: cell.append(scalar)
    }
  }
  return rows
}

/// Parses the first table in GitHub Flavored Markdown into cells without markup; nil if there is no table.
public func tableOfMarkdown(_ text: String) -> [[String]]? {
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  guard let begin = lines.firstIndex(where: { $0.hasPrefix("|") }) else { return nil }
  let table = lines[begin...].prefix { $0.hasPrefix("|") }
  return table.enumerated().filter { $0.offset != 1 }.map { _, line in
    // Escaped bars are not supported. The tables of this program contain none.
    line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
      .map { readable(String($0)) }
  }
}

/// Returns the text of Markdown with HTML tags removed and character references decoded.
private func readable(_ text: String) -> String {
  var result = String.UnicodeScalarView()
  var scalars = Array(text.unicodeScalars)[...]
  while let scalar = scalars.popFirst() {
    switch scalar {
    case "<": scalars = scalars.drop { $0 != ">" }.dropFirst()
    case "&":
      let name = scalars.prefix { $0 != ";" }
      scalars = scalars.dropFirst(name.count + 1)
      let digits = String(String.UnicodeScalarView(name.dropFirst()))
      if name.first == "#", let value = UInt32(digits), let scalar = Unicode.Scalar(value) {
        result.append(scalar)
      }
    default: result.append(scalar)
    }
  }
  var trimmed = result[...]
  while trimmed.first == " " { trimmed.removeFirst() }
  while trimmed.last == " " { trimmed.removeLast() }
  return String(trimmed)
}
