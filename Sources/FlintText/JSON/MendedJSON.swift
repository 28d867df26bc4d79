/// A text that is not JSON yet, read as far as it goes: what is missing is put in, what cannot stand is left out.
package struct MendedJSON {
  package let document: JSONDocument

  /// The text as it is.
  package let sourceText: SourceText

  /// Pieces of the text, in order, that the document has as they are.
  private let pieces: [Piece]

  struct Piece {
    var place: Int
    var source: Int
    var count: Int
  }

  /// - Returns: nil where nothing can be made of it.
  package init?(_ text: SourceText) {
    var mender = JSONMender(text.bytes)
    guard withExtendedLifetime(text, { mender.mend() }),
      let document = try? JSONDocument(mender.output)
    else { return nil }
    self.document = document
    sourceText = text
    pieces = mender.pieces
  }

  /// A text that is JSON.
  package init(_ document: JSONDocument) {
    self.document = document
    sourceText = document.text
    pieces = [Piece(place: 0, source: 0, count: document.text.bytes.count)]
  }

  /// Where in the text something of the document stands; nil for what has been put in.
  package func source(of range: Range<Int>) -> Range<Int>? {
    if !range.isEmpty {
      let piece = index { $0.place + $0.count > range.lowerBound }
      guard piece < pieces.count, pieces[piece].place < range.upperBound else { return nil }
    }
    let lower = source(of: range.lowerBound, isEnd: false)
    return lower..<max(lower, source(of: range.upperBound, isEnd: true))
  }

  /// The offset in the document of one in the text.
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
    // What begins in something put in begins at what comes next.
    return isEnd || next == pieces.count ? end : pieces[next].source
  }

  /// The first piece that something holds of, and of all behind it.
  private func index(where holds: (Piece) -> Bool) -> Int {
    var (low, high) = (0, pieces.count)
    while low < high {
      let middle = (low + high) / 2
      if holds(pieces[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
