/// Text for readers that show ASCII only, such as a terminal whose locale has no UTF-8.
package enum ASCIIForm {
  /// `text` with its typography in ASCII (`“` as `"`, `→` as `->`) and every other scalar as JSON escapes it: `\u00E9`.
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

  /// `text` in exactly as many cells of a terminal, for screens with fixed columns: typography in one character a cell,
  /// everything else as `?`.
  package static func cells(of text: String) -> String {
    if text.isASCII { return text }
    var result = ""
    for character in text {
      let scalar = character.unicodeScalars.first ?? " "
      if character.isASCII {
        result.append(character)
      } else if let form = typography(scalar)?.last {
        result.append(form)
      } else {
        result += String(repeating: "?", count: DisplayWidth.of(character))
      }
    }
    return result
  }

  /// The form of a scalar that the program's own texts use; nil for one that only an input can bring.
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
