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

/// A test point of the Test Anything Protocol, version 14.
public struct TAPPoint: Equatable {
  public let isOK: Bool
  public let number: Int
  public let description: String
  /// The text after a `#` that is not escaped with a backslash.
  public let directive: String?
}

/// Parses test points and the plan; nil if a line does not conform to the protocol.
public func pointsOfTAP(_ text: String) -> (plan: Int, points: [TAPPoint])? {
  var points: [TAPPoint] = []
  var plan: Int?
  var isInBlock = false
  for (index, line) in text.split(separator: "\n").enumerated() {
    if isInBlock {
      isInBlock = line != "  ..."
    } else if line == "  ---" {
      isInBlock = true
    } else if index == 0 {
      guard line == "TAP version 14" else { return nil }
    } else if line.hasPrefix("1..") {
      plan = Int(line.dropFirst(3))
    } else if let point = point(line) {
      points.append(point)
    } else if !line.hasPrefix("#") {
      return nil
    }
  }
  return plan.map { ($0, points) }
}

private func point(_ line: Substring) -> TAPPoint? {
  let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
  if words[0] == "not", words.count == 2, let point = point(words[1]), point.isOK {
    return TAPPoint(
      isOK: false, number: point.number, description: point.description,
      directive: point.directive)
  }
  let parts = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
  guard parts.count == 4, parts[0] == "ok", parts[2] == "-", let number = Int(parts[1]) else {
    return nil
  }
  var description = String.UnicodeScalarView()
  var scalars = Array(parts[3].unicodeScalars)[...]
  var directive: String?
  while let scalar = scalars.popFirst() {
    if scalar == "\\", let escaped = scalars.popFirst() {
      description.append(escaped)
    } else if scalar == "#" {
      directive = String(String.UnicodeScalarView(scalars))
      break
    } else {
      description.append(scalar)
    }
  }
  return TAPPoint(
    isOK: true, number: number, description: String(description), directive: directive)
}
