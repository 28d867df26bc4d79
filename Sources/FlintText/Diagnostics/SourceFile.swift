/// The path and the content of a file in which diagnostics report problems.
package struct SourceFile: Sendable {
  /// The path as the user wrote it.
  package var path: String
  package var text: SourceText
  /// The line number of the first line of `text`. It differs from 1 if the text is only a part of the file.
  package var firstLine: Int
  /// The source map, if `text` was assembled from the file at `path` and the files that it includes. It converts
  /// positions in `text` to positions in these files. It is nil if `text` comes from one file only.
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

/// A line and a column in a text, both counted from 1. Each Unicode scalar takes one column.
package struct SourceLocation: Equatable, Sendable {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// Converts byte offsets in a text to lines and columns.
///
/// Lines end with `\n`, `\r\n` or `\r`. A byte order mark at the beginning has no column. A conversion continues to
/// count at the offset that was converted last, so offsets in ascending order together read the text only once. For a
/// smaller offset, the count starts again at the beginning of the text.
package struct SourceLocator {
  private let text: SourceText
  private var offset = 0
  private var line = 1
  private var column = 1
  /// The byte offset of the start of a line: the line with the byte offset that was converted last.
  package private(set) var lineStart = 0

  package init(_ text: SourceText) {
    self.text = text
    rewind()
  }

  /// Returns the line and column of a byte offset. The result for an offset after the end of the text is the position
  /// of the end.
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

  /// Returns whether the byte at an offset is a continuation byte of UTF-8. Such a byte belongs to the column of the
  /// byte before it.
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
