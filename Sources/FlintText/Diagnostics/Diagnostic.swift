/// A problem in an input, ready for display: its position, a message, and a hint.
///
/// `message` and `hint` contain names from the input without escapes; the formatters escape them. Very long texts are
/// shortened to their beginning and end.
package struct Diagnostic: Equatable, Sendable {
  package enum Severity: String, Sendable, CaseIterable { case error, warning, note }

  package var severity: Severity
  /// The stable, kebab-case name of the rule that was broken.
  package var rule: String
  package var message: String
  package var hint: String?
  /// The range of bytes that the problem is about, or nil for the whole file.
  package var range: Range<Int>?
  /// The id of the feature that the problem is about.
  package var feature: String?
  /// The feature's team, and the date by which the feature should be removed, if the manifest contains them.
  package var team: String?
  package var until: String?
  /// The edits that would fix the problem, if the hint suggests any.
  package var replacements: [Replacement] = []

  package struct Replacement: Equatable, Sendable {
    /// A short description of the edit, for an editor's menu.
    package var title: String

    /// The new text, as JSON.
    package var text: String

    /// The range of bytes to replace; nil for the range of the diagnostic.
    package var range: Range<Int>?

    package init(_ title: String, _ text: String, range: Range<Int>? = nil) {
      self.title = title
      self.text = text
      self.range = range
    }

    /// A replacement whose title is the text that it writes.
    package init(_ text: String) { self.init("Write \(text)", text) }
  }

  /// The platform that the problem is about.
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
  /// The text with its middle left out if it is very long.
  fileprivate var shortened: String {
    guard utf8.count > 2000 else { return self }
    let start = unicodeScalars.prefix(400)
    let end = unicodeScalars.suffix(200)
    return unicodeScalars.count <= start.count + end.count
      ? self : "\(String(start))…\(String(end))"
  }
}
