/// What a terminal can show.
package struct TextStyle: Sendable {
  /// In cells.
  package let width: Int
  package let color: Bool

  package init(width: Int = 80, color: Bool = false) {
    self.width = max(width, 20)
    self.color = color
  }

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
