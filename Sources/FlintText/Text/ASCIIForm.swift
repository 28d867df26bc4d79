package enum ASCIIForm {
  /// Typographic characters become similar text, others JSON escapes.
  package static func of(_ text: String) -> String {
    if text.isASCII { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        result.unicodeScalars.append(scalar)
      } else if let form = typography(scalar) {
        result += form
      } else {
        for unit in String(scalar).utf16 { result += escape(unit) }
      }
    }
    return result
  }

  private static func typography(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "✓": "v"
    case "✗", "×": "x"
    case "·", "▒": "."
    case "“", "”": "\""
    case "‘", "’", "′": "'"
    case "…": "..."
    case "→": "->"
    case "←", "‹": "<"
    case "›", "▸": ">"
    case "↑", "▲": "^"
    case "↓", "▼", "▾": "v"
    case "−", "─", "–", "—": "-"
    case "≠": "!="
    case "≥": ">="
    case "≤": "<="
    case "│", "▏": "|"
    case "█": "#"
    default: nil
    }
  }

  private static func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16, uppercase: true)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}

extension StringProtocol {
  fileprivate var isASCII: Bool { hasOnly { $0 < 0x80 } }
}
