package struct SourceFile: Sendable {
  /// As the user wrote it.
  package var path: String
  package var text: SourceText
  /// Not 1 for a part of a file.
  package var firstLine: Int
  /// Nil unless assembled from several files.
  package var parts: SourceMap?

  package init(
    path: String, text: SourceText, firstLine: Int = 1, parts: SourceMap? = nil
  ) {
    self.path = path
    self.text = text
    self.firstLine = firstLine
    self.parts = parts
  }
}

/// From 1; each Unicode scalar takes one column.
package struct SourceLocation: Equatable, Sendable {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// Byte offsets to lines and columns; lines end with `\n`, `\r\n` or `\r`, a byte order mark has no
/// column. Ascending offsets read the text once.
package struct SourceLocator {
  private let text: SourceText
  private var offset = 0
  private var line = 1
  private var column = 1
  package private(set) var lineStart = 0

  package init(_ text: SourceText) {
    self.text = text
    rewind()
  }

  /// The end for an offset beyond it.
  package mutating func location(of target: Int) -> SourceLocation {
    let target = min(target, text.bytes.count)
    if target < offset { rewind() }
    while offset < target { advance(text.bytes[offset]) }
    return SourceLocation(line: line, column: column)
  }

  private mutating func advance(_ byte: UInt8) {
    offset += 1
    let endsLine =
      byte == 0x0A || (byte == 0x0D && (offset == text.bytes.count || text.bytes[offset] != 0x0A))
    if endsLine {
      line += 1
      column = 1
      lineStart = offset
    } else if !startsInsideScalar(offset) {
      column += 1
    }
  }

  private func startsInsideScalar(_ offset: Int) -> Bool {
    offset < text.bytes.count && UTF8Scan.isContinuation(text.bytes[offset])
  }

  private mutating func rewind() {
    let bytes = text.bytes
    let hasMark = bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
    offset = hasMark ? 3 : 0
    lineStart = offset
    line = 1
    column = 1
  }
}
