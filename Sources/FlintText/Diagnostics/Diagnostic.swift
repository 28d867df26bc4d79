/// A problem in an input file. Texts have names from the input unchanged; displaying code escapes
/// them. Above 2000 bytes, beginning and end are kept.
package struct Diagnostic: Equatable, Sendable {
  package enum Severity: String, Sendable, CaseIterable { case error, warning, note }

  package var severity: Severity
  /// Such as `unknown-permission`; the same in later versions.
  package var rule: String
  package var message: String
  package var hint: String?
  /// In bytes; nil for the whole file.
  package var range: Range<Int>?
  /// Nil for no single feature.
  package var feature: String?
  package var team: String?
  /// When the feature is to be gone.
  package var until: String?
  /// Alternatives, of which an editor applies one.
  package var replacements: [Replacement] = []

  package struct Replacement: Equatable, Sendable {
    /// For an editor's menu.
    package var title: String

    package var text: String

    /// Nil for the diagnostic's own.
    package var range: Range<Int>?

    package init(_ title: String, _ text: String, range: Range<Int>? = nil) {
      self.title = title
      self.text = text
      self.range = range
    }

    /// Titled “Write” and the text.
    package init(_ text: String) { self.init("Write \(text)", text) }
  }

  /// Nil for no single platform.
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
  /// The first 400 and last 200 scalars above 2000 bytes.
  fileprivate var shortened: String {
    guard utf8.count > 2000 else { return self }
    let start = unicodeScalars.prefix(400)
    let end = unicodeScalars.suffix(200)
    return unicodeScalars.count <= start.count + end.count
      ? self : "\(String(start))…\(String(end))"
  }
}
