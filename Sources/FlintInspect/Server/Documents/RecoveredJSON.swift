import FlintText

/// Valid JSON that was recovered from a text with syntax errors, for example by inserting a missing bracket. Converts
/// positions in the valid JSON to positions in the text, and back.
struct RecoveredJSON {
  let document: JSONDocument

  /// The text from which the valid JSON in ``document`` was recovered. The text may have syntax errors.
  let sourceText: SourceText

  /// The sections of ``sourceText`` that were copied to the valid JSON in ``document`` without changes, in the order of
  /// the text.
  private let pieces: [Piece]

  struct Piece {
    var recovered: Int
    var source: Int
    var count: Int
  }

  /// Recovers valid JSON from a text that may have syntax errors.
  ///
  /// - Returns: Nil if the text contains no JSON value, or if its values are nested too deeply.
  init?(_ text: SourceText) {
    var parser = RecoveringJSONParser(text.bytes)
    guard withExtendedLifetime(text, { parser.recover() }),
      let document = try? JSONDocument(parser.output)
    else { return nil }
    self.document = document
    sourceText = text
    pieces = parser.pieces
  }

  /// Wraps a document that needed no recovery, because its text is already valid JSON. Positions in the valid JSON and
  /// in the original text are then the same.
  init(_ document: JSONDocument) {
    self.document = document
    sourceText = document.text
    pieces = [Piece(recovered: 0, source: 0, count: document.text.bytes.count)]
  }

  /// Converts a byte range of the valid JSON to the corresponding range of the original text, whose syntax errors were
  /// corrected to recover the valid JSON. Returns nil if the range contains only bytes that the original text does not
  /// contain, such as an inserted bracket.
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

  /// Returns the index of the first element of ``pieces`` for which `holds` is true, or the number of elements if there
  /// is none. It uses binary search, so if `holds` is true for an element, it must be true for all later ones.
  private func index(where holds: (Piece) -> Bool) -> Int {
    var (low, high) = (0, pieces.count)
    while low < high {
      let middle = (low + high) / 2
      if holds(pieces[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
