/// A problem in an input, ready for display: its position, a message, and a hint.
///
/// `message` and `hint` quote names of the input as they are; the formatters escape unsafe characters. If one of these
/// texts has more than 2000 bytes, only its beginning and end are kept.
package struct Diagnostic: Equatable, Sendable {
  package enum Severity: String, Sendable, CaseIterable { case error, warning, note }

  package var severity: Severity
  /// The stable, kebab-case name of the rule that was broken.
  package var rule: String
  package var message: String
  package var hint: String?
  /// The range of bytes in the input that the problem is about, or nil for the whole file.
  package var range: Range<Int>?
  /// The id of the feature that the problem is about.
  package var feature: String?
  /// The team that is responsible for the feature, or nil if the manifest declares none.
  package var team: String?
  /// The date by which the feature should be removed from the app, or nil if the manifest declares none.
  package var until: String?
  /// Alternative edits, each of which is a possible fix of the problem. An editor lists them, and applies the one that
  /// the user chooses. Empty if no fix is known.
  package var replacements: [Replacement] = []

  package struct Replacement: Equatable, Sendable {
    /// A short description of the edit, for an editor's menu.
    package var title: String

    /// The JSON text that replaces the bytes in the range.
    package var text: String

    /// The range of bytes to replace. If nil, the diagnostic's own range is replaced.
    package var range: Range<Int>?

    package init(_ title: String, _ text: String, range: Range<Int>? = nil) {
      self.title = title
      self.text = text
      self.range = range
    }

    /// Creates a replacement that an editor's menu lists as “Write” followed by the new text.
    package init(_ text: String) { self.init("Write \(text)", text) }
  }

  /// The name of the platform that the problem is about, or nil if it is about no single platform.
  package var platform: String?

  package init(
    _ severity: Severity, rule: String, message: String, hint: String? = nil,
    range: Range<Int>? = nil, feature: String? = nil, team: String? = nil, until: String? = nil,
    platform: String? = nil
  ) {
    self.severity = severity
    self.rule = rule
    self.message = message.shortened
    self.hint = hint?.shortened
    self.range = range
    self.feature = feature
    self.team = team
    self.until = until
    self.platform = platform
  }
}

extension String {
  /// The text itself if it is short. A text of more than 2000 bytes is reduced to its first 400 and last 200 Unicode
  /// scalars, with `…` between them.
  fileprivate var shortened: String {
    guard utf8.count > 2000 else { return self }
    let start = unicodeScalars.prefix(400)
    let end = unicodeScalars.suffix(200)
    return unicodeScalars.count <= start.count + end.count
      ? self : "\(String(start))…\(String(end))"
  }
}
