/// Diagnostics for a terminal.
///
/// ```
/// manifest.json:12:20: error: unknown permission 'cmaera' [unknown-permission]
/// 12 |   "permissions": ["cmaera"]
///    |                    ^~~~~~~~
/// hint: did you mean 'camera'?
/// ```
package struct DiagnosticFormatter {
  package var style: DiagnosticStyle

  /// In columns; nil is unlimited.
  package var width: Int?

  /// Converts by ``ASCIIForm``.
  package var isASCII: Bool

  package init(style: DiagnosticStyle = .plain, width: Int? = nil, isASCII: Bool = false) {
    self.style = style
    self.width = width
    self.isASCII = isASCII
  }

  /// Those without a position first, by file and position.
  package func format(_ diagnostics: [Diagnostic], in file: SourceFile) -> String {
    var text = ""
    write(diagnostics, in: file) { text += $0 }
    return text
  }

  /// One at a time, because each value of the file may have one.
  package func write(
    _ diagnostics: [Diagnostic], in file: SourceFile, to output: (String) -> Void
  ) {
    for (file, diagnostics) in file.byFile(diagnostics) where !diagnostics.isEmpty {
      var locator = SourceLocator(file.text)
      for diagnostic in Self.sorted(diagnostics) { output(format(diagnostic, in: file, &locator)) }
    }
  }

  /// Without an excerpt.
  package func format(_ diagnostic: Diagnostic, path: String?) -> String {
    let position = path.map { visible($0) + ":" }
    return inForm(head(diagnostic, position: position) + hint(diagnostic))
  }

  /// Stable; those without a position first.
  package static func sorted(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    let offsets = diagnostics.indices.map { diagnostics[$0].range?.lowerBound ?? -1 }
    if zip(offsets, offsets.dropFirst()).allSatisfy(<=) { return diagnostics }
    return diagnostics.indices.sorted { (offsets[$0], $0) < (offsets[$1], $1) }.map {
      diagnostics[$0]
    }
  }

  private func format(
    _ diagnostic: Diagnostic, in file: SourceFile, _ locator: inout SourceLocator
  ) -> String {
    guard let range = diagnostic.range else { return format(diagnostic, path: file.path) }
    let location = locator.location(of: range.lowerBound)
    let line = file.firstLine - 1 + location.line
    let position = "\(visible(file.path)):\(line):\(location.column):"
    let room = width.map { $0 - "\(line) | ".utf8.count }
    let excerpt = SourceExcerpt(
      file.text, lineStart: locator.lineStart, marking: range, room: room, isASCII: isASCII)
    return inForm(
      head(diagnostic, position: position) + lines(of: excerpt, number: line) + hint(diagnostic))
  }

  private func inForm(_ text: String) -> String { isASCII ? ASCIIForm.of(text) : text }

  private func head(_ diagnostic: Diagnostic, position: String?) -> String {
    let role: DiagnosticStyle.Role =
      switch diagnostic.severity {
      case .error: .error
      case .warning: .warning
      case .note: .note
      }
    var text = position.map { style.apply(.path, $0) + " " } ?? ""
    text += style.apply(role, diagnostic.severity.rawValue + ":") + " "
    text += visible(diagnostic.message)
    return text + " " + style.apply(.rule, "[" + diagnostic.rule + "]") + "\n"
  }

  private func lines(of excerpt: SourceExcerpt, number: Int) -> String {
    let number = String(number)
    let blank = String(repeating: " ", count: number.count)
    return style.apply(.gutter, "\(number) |") + " " + excerpt.text + "\n"
      + style.apply(.gutter, "\(blank) |") + " "
      + String(repeating: " ", count: excerpt.indentation)
      + style.apply(.caret, "^" + String(repeating: "~", count: excerpt.width - 1)) + "\n"
  }

  private func hint(_ diagnostic: Diagnostic) -> String {
    guard let hint = diagnostic.hint else { return "" }
    return style.apply(.hint, "hint:") + " " + visible(hint) + "\n"
  }
}
