internal import FlintText

/// What a terminal can show.
package struct TextStyle: Sendable {
  /// In cells.
  package let width: Int
  package let color: Bool

  /// Whether it shows ASCII only; see ``ASCIIForm``.
  package let isASCII: Bool

  package init(width: Int = 80, color: Bool = false, isASCII: Bool = false) {
    self.width = max(width, 20)
    self.color = color
    self.isASCII = isASCII
  }

  /// The style without a limit to the width of a line.
  var unlimited: TextStyle { TextStyle(width: .max, color: color, isASCII: isASCII) }

  /// The escape sequence that begins a role; nil for none. Colours are the terminal's own eight, which its user chose.
  func sequence(for role: Role) -> StaticString? {
    guard color else { return nil }
    return switch role {
    case .plain: nil
    case .strong: "\u{1B}[1m"
    case .quiet: "\u{1B}[2m"
    case .good: "\u{1B}[32m"
    case .bad: "\u{1B}[31m"
    case .open: "\u{1B}[33m"
    case .action: "\u{1B}[36m"
    }
  }
}
