/// Colours add no information.
package struct DiagnosticStyle: Sendable {
  package enum Role: Sendable { case path, error, warning, note, gutter, caret, hint, rule }

  private let begin: @Sendable (Role) -> String
  private let end: String

  package init(end: String, begin: @escaping @Sendable (Role) -> String) {
    self.begin = begin
    self.end = end
  }

  package static let plain = DiagnosticStyle(end: "") { _ in "" }

  package static let colored = DiagnosticStyle(end: "\u{1B}[0m") { role in
    switch role {
    case .path: "\u{1B}[1m"
    case .error: "\u{1B}[1;31m"
    case .warning: "\u{1B}[1;33m"
    case .note: "\u{1B}[1;36m"
    case .gutter, .rule: "\u{1B}[2m"
    case .caret: "\u{1B}[1;32m"
    case .hint: "\u{1B}[36m"
    }
  }

  package func apply(_ role: Role, _ text: String) -> String {
    let begin = begin(role)
    return begin.isEmpty ? text : begin + text + end
  }
}
