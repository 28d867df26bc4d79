import FlintText

/// A builder of a text that consists of parts of several files. It also builds the source map: a table that converts a
/// position in the combined text to a position in one of these files.
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
