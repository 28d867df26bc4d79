/// `text` made harmless for a terminal: control characters, line separators and bidirectional
/// controls appear as JSON writes them (`\n`, `\u001B`), everything else unchanged.
package func visible(_ text: String) -> String {
  let isPlain = text.utf8.allSatisfy { 0x20...0x7E ~= $0 }
  if isPlain || !text.unicodeScalars.contains(where: \.isTreacherous) { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    if scalar.isTreacherous {
      result += escape(scalar)
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

extension Unicode.Scalar {
  /// Whether a terminal could obey this scalar instead of showing it: C0, DEL, C1, the line and
  /// paragraph separators, and the controls of the Unicode bidirectional algorithm.
  package var isTreacherous: Bool {
    switch value {
    case 0x20...0x7E: false
    case 0x00...0x1F, 0x7F...0x9F: true
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

private func escape(_ scalar: Unicode.Scalar) -> String {
  switch scalar {
  case "\n": return "\\n"
  case "\r": return "\\r"
  case "\t": return "\\t"
  default:
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
