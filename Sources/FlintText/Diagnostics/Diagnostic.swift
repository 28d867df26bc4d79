/// One problem, ready to be shown: where it is, what is wrong, what to do.
///
/// Names from the input stand in `message` and `hint` as they are; the formatters escape. Of a very long one, the
/// beginning and the end are told.
package struct Diagnostic: Equatable, Sendable {
  package enum Severity: String, Sendable, CaseIterable { case error, warning, note }

  package var severity: Severity
  /// The stable, kebab-case name of the rule that was broken.
  package var rule: String
  package var message: String
  package var hint: String?
  /// The bytes of the file that are meant, nil where the whole file is.
  package var range: Range<Int>?
  /// The feature that a finding is about.
  package var feature: String?
  /// Who answers for that feature, and from when on it is to be gone, where it says so.
  package var team: String?
  package var until: String?
  /// What could be written instead, where a hint names it.
  package var replacements: [Replacement] = []

  package struct Replacement: Equatable, Sendable {
    /// What it does, in a few words.
    package var title: String

    /// JSON.
    package var text: String

    /// The bytes that it takes the place of, where they are not the diagnostic's.
    package var range: Range<Int>?

    package init(_ title: String, _ text: String, range: Range<Int>? = nil) {
      self.title = title
      self.text = text
      self.range = range
    }

    /// A replacement that says what it writes.
    package init(_ text: String) { self.init("Write \(text)", text) }
  }

  /// The platform that a finding is about.
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
  /// The text, without the middle of one that nobody would read to its end.
  fileprivate var shortened: String {
    guard utf8.count > 2000 else { return self }
    let start = unicodeScalars.prefix(400)
    let end = unicodeScalars.suffix(200)
    return unicodeScalars.count <= start.count + end.count
      ? self : "\(String(start))…\(String(end))"
  }
}
