import FlintText

enum MarkdownText {
  /// Special characters become references.
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

  /// Backticks would show the escapes of ``cell(_:)``.
  static func code(_ text: String) -> String { "<code>\(cell(text))</code>" }

  private static func isMarkup(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "|", "\\", "`", "<", ">", "&", "\"", "'", "*", "_", "[", "]", "#", "~", "$", "!", "@": true
    default: false
    }
  }
}
