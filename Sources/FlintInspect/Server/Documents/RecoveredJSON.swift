import FlintText

/// Valid JSON from a broken text, with the map between both.
struct RecoveredJSON {
  let document: JSONDocument

  let sourceText: SourceText

  private let pieces: [Piece]

  struct Piece {
    var recovered: Int
    var source: Int
    var count: Int
  }

  /// Nil without a value, or if nested too deeply.
  init?(_ text: SourceText) {
    var parser = RecoveringJSONParser(text.bytes)
    guard withExtendedLifetime(text, { parser.recover() }),
      let document = try? JSONDocument(parser.output)
    else { return nil }
    self.document = document
    sourceText = text
    pieces = parser.pieces
  }

  /// Valid already.
  init(_ document: JSONDocument) {
    self.document = document
    sourceText = document.text
    pieces = [Piece(recovered: 0, source: 0, count: document.text.bytes.count)]
  }

  /// Nil for inserted bytes only.
  func source(of range: Range<Int>) -> Range<Int>? {
    if !range.isEmpty {
      let piece = index { $0.recovered + $0.count > range.lowerBound }
      guard piece < pieces.count, pieces[piece].recovered < range.upperBound else { return nil }
    }
    let lower = source(of: range.lowerBound, isEnd: false)
    return lower..<max(lower, source(of: range.upperBound, isEnd: true))
  }

  private func source(of offset: Int, isEnd: Bool) -> Int {
    let next = index { isEnd ? $0.recovered >= offset : $0.recovered > offset }
    guard next > 0 else { return pieces.first?.source ?? 0 }
    let piece = pieces[next - 1]
    if offset - piece.recovered < piece.count { return piece.source + offset - piece.recovered }
    let end = piece.source + piece.count
    // The offset is in inserted text. As the end of a range, it maps to the end of the original text before the
    // insertion, and as the start to the beginning of the original text after it.
    return isEnd || next == pieces.count ? end : pieces[next].source
  }

  /// Binary, so true from some element on; the count without one.
  private func index(where holds: (Piece) -> Bool) -> Int {
    var (low, high) = (0, pieces.count)
    while low < high {
      let middle = (low + high) / 2
      if holds(pieces[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
