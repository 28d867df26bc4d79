/// A problem in an input file, with its position, a message, and a hint on how to solve it.
///
/// `message` and `hint` contain names from the input unchanged; the code that displays them escapes unsafe characters.
/// If one of these texts has more than 2000 bytes, only its beginning and end are kept.
package struct Diagnostic: Equatable, Sendable {
  package enum Severity: String, Sendable, CaseIterable { case error, warning, note }

  package var severity: Severity
  /// The id of the rule that the input breaks, such as `unknown-permission`. It remains the same in later versions of
  /// the program.
  package var rule: String
  package var message: String
  package var hint: String?
  /// The range of bytes in the input to which the problem applies; nil if it applies to the whole file.
  package var range: Range<Int>?
  /// The id of the feature that the problem concerns; nil if it concerns no single feature.
  package var feature: String?
  /// The team that is responsible for the feature, or nil if the manifest declares none.
  package var team: String?
  /// The date by which the feature should be removed from the app, or nil if the manifest declares none.
  package var until: String?
  /// The edits that could fix the problem. They are alternatives: an editor lists them, and applies the one that the
  /// user chooses. The list is empty if no fix is known.
  package var replacements: [Replacement] = []

  package struct Replacement: Equatable, Sendable {
    /// A short description of the edit, for an editor's menu.
    package var title: String

    /// The JSON text that replaces the bytes in ``range``.
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

  /// The name of the platform that the problem concerns; nil if it concerns no single platform.
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
  /// The text itself if it has at most 2000 bytes. A longer text is reduced to its first 400 and last 200 Unicode
  /// scalars, with `…` between them.
  fileprivate var shortened: String {
    guard utf8.count > 2000 else { return self }
    let start = unicodeScalars.prefix(400)
    let end = unicodeScalars.suffix(200)
    return unicodeScalars.count <= start.count + end.count
      ? self : "\(String(start))…\(String(end))"
  }
}
