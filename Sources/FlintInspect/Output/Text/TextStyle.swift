import FlintText

struct TextStyle: Sendable {
  /// The width of a row in terminal cells.
  let width: Int
  let color: Bool

  /// Whether only ASCII can be shown; see ``ASCIIForm``.
  let isASCII: Bool

  init(width: Int = 80, color: Bool = false, isASCII: Bool = false) {
    self.width = max(width, 20)
    self.color = color
    self.isASCII = isASCII
  }

  var unlimited: TextStyle { TextStyle(width: .max, color: color, isASCII: isASCII) }

  /// Returns the escape sequence that switches the terminal to the style of a role (a kind of text, such as error or
  /// heading), or nil for plain text. The colors are the terminal's eight standard colors, which its user can
  /// configure.
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
