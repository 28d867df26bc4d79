import FlintText

/// A namespace for escaping text, so that it can be the content of a table cell in GitHub's Markdown.
enum MarkdownText {
  /// Returns the text with every character that is special in Markdown or HTML replaced by a character reference, which
  /// no parser interprets as markup. Control characters are made visible.
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

  /// Returns the text as code. It uses the HTML element `code` instead of backticks, because Markdown would show the
  /// escapes of ``cell(_:)`` between backticks literally.
  static func code(_ text: String) -> String { "<code>\(cell(text))</code>" }

  private static func isMarkup(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "|", "\\", "`", "<", ">", "&", "\"", "'", "*", "_", "[", "]", "#", "~", "$", "!", "@": true
    default: false
    }
  }
}
