/// The line below a diagnostic's message: escaped, tabs as spaces, cut around the marked range.
struct SourceExcerpt {
  /// Without a line ending.
  let text: String
  /// Columns before the caret.
  let indentation: Int
  /// Columns to mark, at least one.
  let width: Int

  /// Bytes of a long line that are shown; its beginning is not cut for 20 more.
  private static let reach = (before: 60, after: 100)

  /// - Parameters:
  /// - range: In bytes.
  /// - room: The maximum width in columns.
  init(
    _ source: SourceText, lineStart: Int, marking range: Range<Int>, room: Int? = nil,
    isASCII: Bool = false
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
    var isCutAfter = end < bytes.count && !Self.isLineEnd(bytes[end])
    if let room {
      let cells = DisplayWidth.of(before) + DisplayWidth.of(marked) + DisplayWidth.of(after)
      if cells + (isCutBefore ? cutWidth : 0) + (isCutAfter ? cutWidth : 0) > room {
        // The line is cut at either end or at both. The marked part gets room first, the text around it the rest.
        let room = max(room - 2 * cutWidth, 8)
        let whole = (before, marked, after)
        marked = Self.prefix(of: marked, cells: room)
        let rest = room - DisplayWidth.of(marked)
        before = Self.suffix(
          of: before, cells: max(rest / 3, rest - DisplayWidth.of(after)))
        after = Self.prefix(of: after, cells: rest - DisplayWidth.of(before))
        isCutBefore = isCutBefore || before.utf8.count < whole.0.utf8.count
        isCutAfter =
          isCutAfter
          || after.utf8.count + marked.utf8.count < whole.1.utf8.count + whole.2.utf8.count
      }
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
    while end < limit, !isLineEnd(bytes[end]) { end += 1 }
    while end < bytes.count, end > mark, UTF8Scan.isContinuation(bytes[end]) { end -= 1 }
    return end
  }

  private static func prefix(of text: String, cells: Int) -> String {
    if text.hasOnly(where: { 0x20...0x7E ~= $0 }) {
      return String(decoding: text.utf8.prefix(max(cells, 0)), as: UTF8.self)
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
      return String(decoding: text.utf8.suffix(max(cells, 0)), as: UTF8.self)
    }
    var used = 0
    var start = text.endIndex
    while start > text.startIndex {
      let previous = text.index(before: start)
      used += DisplayWidth.of(text[previous])
      if used > cells { break }
      start = previous
    }
    return String(text[start...])
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  private static func shown(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
    if bytes.allSatisfy({ 0x20..<0x7F ~= $0 }) {
      return visible(String(decoding: bytes, as: UTF8.self))
    }
    // A tab is shown as two spaces, so that deeply indented lines fit on the screen.
    return String(decoding: bytes, as: UTF8.self).split(
      separator: "\t", omittingEmptySubsequences: false
    )
    .map { visible(String($0)) }.joined(separator: "  ")
  }
}
