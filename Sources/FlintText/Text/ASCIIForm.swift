/// Conversion of text to ASCII, for output that cannot show other characters, such as a terminal whose locale is not
/// UTF-8.
package enum ASCIIForm {
  /// Returns `text` with its typography in ASCII (`“` as `"`, `→` as `->`) and all other scalars as JSON escapes, for
  /// example `\u00E9`.
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

  /// Returns `text` in ASCII with the same number of terminal cells, for screens with fixed columns. Typography becomes
  /// one character per cell, all other scalars become `?`.
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

  /// Returns the ASCII form of a scalar that occurs in the program's own texts, or nil for other scalars.
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
