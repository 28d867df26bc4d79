/// A text and the path under which the user knows it.
package struct SourceFile: Sendable {
  /// The path as it was given.
  package var path: String
  package var text: SourceText
  /// The line number of the first line; not 1 if the text is a part of a file.
  package var firstLine: Int
  /// The source map, if the text is assembled from several files. This file is then the first of them.
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

/// A line and a column in a text, both counted from 1. Columns count Unicode scalars.
package struct SourceLocation: Equatable, Sendable {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// Converts byte offsets to lines and columns. Ascending queries together take one pass over the text.
///
/// Lines end with `\n`, `\r\n` or `\r`. A byte order mark at the beginning has no column.
package struct SourceLocator {
  private let text: SourceText
  private var offset = 0
  private var line = 1
  private var column = 1
  /// The byte offset of the start of the line found last.
  package private(set) var lineStart = 0

  package init(_ text: SourceText) {
    self.text = text
    rewind()
  }

  /// Returns the line and column of a byte offset. An offset past the end counts as the end.
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

  /// Returns whether the byte at an offset continues a scalar, and therefore has no column of its own.
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
