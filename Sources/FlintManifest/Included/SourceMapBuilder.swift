import FlintText

/// A text of parts of several files, with the map back to them.
struct SourceMapBuilder {
  private(set) var bytes: [UInt8] = []
  private(set) var pieces: [SourceMap.Piece] = []

  mutating func copy(_ range: Range<Int>, of text: SourceText, file: Int) {
    if range.isEmpty { return }
    pieces.append(
      SourceMap.Piece(start: bytes.count, file: file, offset: range.lowerBound))
    bytes.append(contentsOf: text.bytes[range])
  }

  mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func add(_ other: SourceMapBuilder) {
    pieces += other.pieces.map { piece in
      var piece = piece
      piece.start += bytes.count
      return piece
    }
    bytes += other.bytes
  }
}
