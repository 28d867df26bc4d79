/// The line around a place as it can be shown: escaped, tabs as spaces, and of a long line only what is near.
struct SourceExcerpt {
  /// The line without its end.
  let text: String
  /// How many cells come before the caret.
  let indentation: Int
  /// How many cells are marked, at least one.
  let width: Int

  /// The bytes shown before and after the place at most.
  private static let reach = (before: 60, after: 100)
  private static let cut = "…"

  /// - Parameter room: so many cells at most, however long the line is; nil: as many as are near.
  init(_ source: SourceText, lineStart: Int, marking range: Range<Int>, room: Int? = nil) {
    let bytes = source.bytes
    let mark = min(range.lowerBound, bytes.count)
    let start = Self.start(bytes, lineStart: lineStart, mark: mark)
    let end = Self.end(bytes, mark: mark)
    var before = Self.shown(bytes[start..<mark])
    var marked = Self.shown(bytes[mark..<max(mark, min(range.upperBound, end))])
    var after = Self.shown(bytes[max(mark, min(range.upperBound, end))..<end])
    var isCutBefore = start > lineStart
    var isCutAfter = end < bytes.count && !Self.isLineEnd(bytes[end])
    if let room {
      let cells = DisplayWidth.of(before) + DisplayWidth.of(marked) + DisplayWidth.of(after)
      if cells + (isCutBefore ? 1 : 0) + (isCutAfter ? 1 : 0) > room {
        // Both ends may be cut, and what is marked comes first.
        let room = max(room - 2, 8)
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
    // Visible once more: what is harmless in parts may not be as a whole.
    text = visible(
      (isCutBefore ? Self.cut : "") + before + marked + after + (isCutAfter ? Self.cut : ""))
    indentation = DisplayWidth.of(before) + (isCutBefore ? 1 : 0)
    width = max(1, DisplayWidth.of(marked))
  }

  private static func start(_ bytes: UnsafeRawBufferPointer, lineStart: Int, mark: Int) -> Int {
    // A place can lie in the byte order mark, before the first line begins.
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

  /// As many whole characters as fit.
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
    // Two spaces for a tab keep deep indentation on the screen.
    return String(decoding: bytes, as: UTF8.self).split(
      separator: "\t", omittingEmptySubsequences: false
    )
    .map { visible(String($0)) }.joined(separator: "  ")
  }
}
