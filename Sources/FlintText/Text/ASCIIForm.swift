package enum ASCIIForm {
  /// Replaces typographic characters by similar ASCII, and others by JSON escapes.
  package static func of(_ text: String) -> String {
    if text.isASCII { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        result.unicodeScalars.append(scalar)
      } else if let form = typography(scalar) {
        result += form
      } else {
        for unit in String(scalar).utf16 { result += "\\u\(hex(unit))" }
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
}

extension StringProtocol {
  fileprivate var isASCII: Bool { hasOnly { $0 < 0x80 } }
}
