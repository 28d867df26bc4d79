/// A problem in an input file. Its texts contain names from the input unchanged; code that displays
/// them must escape them. Of texts above 2000 bytes, the beginning and the end are kept.
package struct Diagnostic: Error, Equatable, Sendable {
  package enum Severity: String, Sendable, CaseIterable { case error, warning, note }

  package var severity: Severity
  /// The rule's id, such as `unknown-permission`; the same in later versions.
  package var rule: String
  package var message: String
  package var hint: String?
  /// The bytes with the problem; nil for the whole file.
  package var range: Range<Int>?
  /// The feature's id, if the problem concerns a single one.
  package var feature: String?
  package var team: String?
  /// The feature's end date.
  package var until: String?
  /// Alternative edits, of which an editor applies one.
  package var replacements: [Replacement] = []

  package struct Replacement: Equatable, Sendable {
    /// The text in an editor's menu.
    package var title: String

    package var text: String

    /// The bytes to replace; nil for the diagnostic's range.
    package var range: Range<Int>?

    package init(_ title: String, _ text: String, range: Range<Int>? = nil) {
      self.title = title
      self.text = text
      self.range = range
    }

    /// Replaces the bytes by `text`; the title is “Write” and the text.
    package init(_ text: String) { self.init("Write \(text)", text) }
  }

  /// The platform, if the problem concerns a single one.
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
  /// The text, shortened above 2000 bytes. Its first 400 and last 200 scalars remain.
  fileprivate var shortened: String {
    guard utf8.count > 2000 else { return self }
    let start = unicodeScalars.prefix(400)
    let end = unicodeScalars.suffix(200)
    return unicodeScalars.count <= start.count + end.count
      ? self : "\(String(start))…\(String(end))"
  }
}

/// Writes diagnostics for a terminal.
///
/// ```
/// manifest.json:12:20: error: unknown permission 'cmaera' [unknown-permission]
/// 12 |   "permissions": ["cmaera"]
///    |                    ^~~~~~~~
/// hint: did you mean 'camera'?
/// ```
package struct DiagnosticFormatter {
  /// The purpose of a text. Raw values are attributes of ANSI terminals.
  package enum Role: String {
    case path = "1"
    case error = "1;31"
    case warning = "1;33"
    case note = "1;36"
    case caret = "1;32"
    case hint = "36"
    /// Ids of rules, and the gutter with line numbers.
    case faint = "2"
  }

  private let style: TextStyle

  /// Source lines are cut to the width of the style.
  package init(_ style: TextStyle = TextStyle(width: .max)) { self.style = style }

  private func apply(_ role: Role, _ text: String) -> String {
    style.color ? "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// `error: …`
  package func line(_ role: Role, _ label: String, _ text: String) -> String {
    "\(apply(role, "\(label):")) \(text)\n"
  }

  /// The messages of all diagnostics, by file and position. In a file, those without a position
  /// come first.
  package func format(_ diagnostics: [Diagnostic], in file: SourceFile) -> String {
    var text = ""
    for (file, diagnostics) in file.byFile(diagnostics) where !diagnostics.isEmpty {
      var locator = SourceLocator(file.text)
      for diagnostic in Self.sorted(diagnostics) {
        text += format(diagnostic, in: file, &locator)
      }
    }
    return text
  }

  /// Sorts diagnostics by position, stably; those without a position come first.
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
    guard let range = diagnostic.range else {
      return inForm(head(diagnostic, position: "\(visible(file.path)):") + hint(diagnostic))
    }
    let location = locator.location(of: range.lowerBound)
    let line = file.firstLine - 1 + location.line
    let position = "\(visible(file.path)):\(line):\(location.column):"
    let excerpt = SourceExcerpt(
      file.text, lineStart: locator.lineStart, marking: range,
      room: style.width - "\(line) | ".utf8.count, isASCII: style.isASCII)
    return inForm(
      head(diagnostic, position: position) + lines(of: excerpt, number: line) + hint(diagnostic))
  }

  private func inForm(_ text: String) -> String { style.isASCII ? ASCIIForm.of(text) : text }

  private func head(_ diagnostic: Diagnostic, position: String) -> String {
    let role: Role =
      switch diagnostic.severity {
      case .error: .error
      case .warning: .warning
      case .note: .note
      }
    let message = "\(visible(diagnostic.message)) \(apply(.faint, "[\(diagnostic.rule)]"))"
    return "\(apply(.path, position)) \(line(role, diagnostic.severity.rawValue, message))"
  }

  private func lines(of excerpt: SourceExcerpt, number: Int) -> String {
    let blank = String(repeating: " ", count: "\(number)".count)
    let indentation = String(repeating: " ", count: excerpt.indentation)
    let mark = apply(.caret, "^" + String(repeating: "~", count: excerpt.width - 1))
    return """
      \(apply(.faint, "\(number) |")) \(excerpt.text)
      \(apply(.faint, "\(blank) |")) \(indentation)\(mark)

      """
  }

  private func hint(_ diagnostic: Diagnostic) -> String {
    diagnostic.hint.map { line(.hint, "hint", visible($0)) } ?? ""
  }
}

/// The source line shown below a message, cut around the marked range. Characters are escaped, and
/// tabs become spaces.
struct SourceExcerpt {
  /// The line as shown, without its line ending.
  let text: String
  /// The columns before the caret.
  let indentation: Int
  /// The number of columns to mark, at least one.
  let width: Int

  /// Bytes shown before and after the start of the mark. Longer lines are cut, at their beginning
  /// only if that hides more than 20 bytes.
  private static let reach = (before: 60, after: 100)

  /// - Parameters:
  ///   - range: The bytes to mark.
  ///   - room: The maximum width in columns.
  init(
    _ source: SourceText, lineStart: Int, marking range: Range<Int>, room: Int,
    isASCII: Bool
  ) {
    func shown(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
      isASCII ? ASCIIForm.of(Self.shown(bytes)) : Self.shown(bytes)
    }
    let cut = isASCII ? ASCIIForm.of("…") : "…"
    let cutWidth = DisplayWidth.of(cut)
    let bytes = source.bytes
    let mark = min(range.lowerBound, bytes.count)
    let start = Self.start(bytes, lineStart: lineStart, mark: mark)
    let end = Self.end(bytes, mark: mark)
    var before = shown(bytes[start..<mark])
    var marked = shown(bytes[mark..<max(mark, min(range.upperBound, end))])
    var after = shown(bytes[max(mark, min(range.upperBound, end))..<end])
    var isCutBefore = start > lineStart
    var isCutAfter = end < bytes.count && !bytes[end].isLineEnd
    let cells = DisplayWidth.of(before) + DisplayWidth.of(marked) + DisplayWidth.of(after)
    if cells + (isCutBefore ? cutWidth : 0) + (isCutAfter ? cutWidth : 0) > room {
      // The line is cut at either end or at both. The marked part gets room first, the text around it the rest.
      let room = max(room - 2 * cutWidth, 8)
      let whole = (before, marked, after)
      marked = Self.prefix(of: marked, cells: room)
      let rest = room - DisplayWidth.of(marked)
      let cells = max(rest / 3, rest - DisplayWidth.of(after))
      before = Self.suffix(of: before, cells: cells)
      after = Self.prefix(of: after, cells: rest - DisplayWidth.of(before))
      isCutBefore = isCutBefore || before.utf8.count < whole.0.utf8.count
      isCutAfter =
        isCutAfter
        || after.utf8.count + marked.utf8.count < whole.1.utf8.count + whole.2.utf8.count
    }
    text = (isCutBefore ? cut : "") + before + marked + after + (isCutAfter ? cut : "")
    indentation = DisplayWidth.of(before) + (isCutBefore ? cutWidth : 0)
    width = max(1, DisplayWidth.of(marked))
  }

  private static func start(_ bytes: UnsafeRawBufferPointer, lineStart: Int, mark: Int) -> Int {
    // An input may begin with a byte order mark, which precedes the start of the first line. The marked position may be
    // inside it.
    guard mark - lineStart > reach.before + 20 else { return min(lineStart, mark) }
    var start = mark - reach.before
    while start < mark, UTF8Scan.isContinuation(bytes[start]) { start += 1 }
    return start
  }

  private static func end(_ bytes: UnsafeRawBufferPointer, mark: Int) -> Int {
    let limit = min(bytes.count, mark + reach.after)
    var end = mark
    while end < limit, !bytes[end].isLineEnd { end += 1 }
    while end < bytes.count, end > mark, UTF8Scan.isContinuation(bytes[end]) { end -= 1 }
    return end
  }

  private static func prefix(of text: String, cells: Int) -> String {
    // Without this, `validate` with 2,000 findings takes 1.4 times as long.
    if text.hasOnly(where: { 0x20...0x7E ~= $0 }) {
      return String(decoding: text.utf8.prefix(cells), as: UTF8.self)
    }
    var used = 0
    return String(
      text.prefix { character in
        used += DisplayWidth.of(character)
        return used <= cells
      })
  }

  private static func suffix(of text: String, cells: Int) -> String {
    if text.hasOnly(where: { 0x20...0x7E ~= $0 }) {
      return String(decoding: text.utf8.suffix(cells), as: UTF8.self)
    }
    var width = DisplayWidth.of(text)
    return String(
      text.drop { character in
        defer { width -= DisplayWidth.of(character) }
        return width > cells
      })
  }

  private static func shown(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
    if !bytes.contains(UInt8(ascii: "\t")) { return visible(String(utf8: bytes)) }
    // A tab is shown as two spaces, so that deeply indented lines fit on the screen.
    return String(utf8: bytes).split(
      separator: "\t", omittingEmptySubsequences: false
    )
    .map { visible(String($0)) }.joined(separator: "  ")
  }
}
