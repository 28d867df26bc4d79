import FlintText

/// For attributes and content of XML 1.0.
enum XMLText {
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in visible(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      // XML forbids these two characters, but `visible` leaves them unchanged because they are not control characters.
      case "\u{FFFE}": result += "\\uFFFE"
      case "\u{FFFF}": result += "\\uFFFF"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
