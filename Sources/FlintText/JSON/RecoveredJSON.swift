/// The result of the recovering parser: a valid document made from invalid text, with a map back to the text.
package struct RecoveredJSON {
  package let document: JSONDocument

  /// The original text.
  package let sourceText: SourceText

  /// The sections of the original text that the document contains unchanged, in order.
  private let pieces: [Piece]

  struct Piece {
    var place: Int
    var source: Int
    var count: Int
  }

  /// Recovers a document from a text.
  ///
  /// - Returns: Nil if the text contains nothing usable.
  package init?(_ text: SourceText) {
    var parser = RecoveringJSONParser(text.bytes)
    guard withExtendedLifetime(text, { parser.mend() }),
      let document = try? JSONDocument(parser.output)
    else { return nil }
    self.document = document
    sourceText = text
    pieces = parser.pieces
  }

  /// Creates the result for a text that is valid JSON.
  package init(_ document: JSONDocument) {
    self.document = document
    sourceText = document.text
    pieces = [Piece(place: 0, source: 0, count: document.text.bytes.count)]
  }

  /// Returns the range of the original text for a range of the document, or nil for inserted text.
  package func source(of range: Range<Int>) -> Range<Int>? {
    if !range.isEmpty {
      let piece = index { $0.place + $0.count > range.lowerBound }
      guard piece < pieces.count, pieces[piece].place < range.upperBound else { return nil }
    }
    let lower = source(of: range.lowerBound, isEnd: false)
    return lower..<max(lower, source(of: range.upperBound, isEnd: true))
  }

  /// Returns the offset in the document for an offset in the original text.
  package func place(of offset: Int) -> Int {
    let next = index { $0.source > offset }
    guard next > 0 else { return 0 }
    let piece = pieces[next - 1]
    return piece.place + min(offset - piece.source, piece.count)
  }

  private func source(of offset: Int, isEnd: Bool) -> Int {
    let next = index { isEnd ? $0.place >= offset : $0.place > offset }
    guard next > 0 else { return pieces.first?.source ?? 0 }
    let piece = pieces[next - 1]
    if offset - piece.place < piece.count { return piece.source + offset - piece.place }
    let end = piece.source + piece.count
    // Inserted text maps to the beginning of the original text after it.
    return isEnd || next == pieces.count ? end : pieces[next].source
  }

  /// Returns the index of the first section that satisfies a monotonic predicate.
  private func index(where holds: (Piece) -> Bool) -> Int {
    var (low, high) = (0, pieces.count)
    while low < high {
      let middle = (low + high) / 2
      if holds(pieces[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
