internal import FlintText

/// Text from outside in a cell of a table in GitHub's Markdown.
enum MarkdownText {
  /// Every character that Markdown or HTML reads as more than itself becomes a character reference, which no parser
  /// takes for markup; controls are shown escaped.
  static func cell(_ text: String) -> String {
    var result = ""
    for scalar in visible(text).unicodeScalars {
      if isMarkup(scalar) {
        result += "&#\(scalar.value);"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Text set as code. (HTML's element: backticks take no character references.)
  static func code(_ text: String) -> String { "<code>\(cell(text))</code>" }

  private static func isMarkup(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "|", "\\", "`", "<", ">", "&", "\"", "'", "*", "_", "[", "]", "#", "~", "$", "!", "@": true
    default: false
    }
  }
}
