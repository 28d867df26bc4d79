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

  init(_ source: SourceText, lineStart: Int, marking range: Range<Int>) {
    let bytes = source.bytes
    let mark = min(range.lowerBound, bytes.count)
    let start = Self.start(bytes, lineStart: lineStart, mark: mark)
    let end = Self.end(bytes, mark: mark)
    let before = Self.shown(bytes[start..<mark])
    let marked = Self.shown(bytes[mark..<max(mark, min(range.upperBound, end))])
    let after = Self.shown(bytes[max(mark, min(range.upperBound, end))..<end])
    let isCutBefore = start > lineStart
    let isCutAfter = end < bytes.count && !Self.isLineEnd(bytes[end])
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
