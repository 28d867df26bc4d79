/// The content of a file and its path, as diagnostics refer to them.
package struct SourceFile: Sendable {
  /// The path as the user wrote it.
  package var path: String
  package var text: SourceText
  /// The line number of the first line of `text`. It differs from 1 if the text is only a part of the file.
  package var firstLine: Int
  /// If `text` was assembled from the file at `path` and the files that it includes, the source map that converts
  /// positions in `text` to those in the files; otherwise nil.
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

/// A line and a column in a text, both counted from 1. A column is one Unicode scalar.
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
/// Lines end with `\n`, `\r\n` or `\r`. A byte order mark at the beginning has no column. Queries in ascending order
/// continue from the last offset, so that all of them together read the text once; a smaller offset starts again at the
/// beginning.
package struct SourceLocator {
  private let text: SourceText
  private var offset = 0
  private var line = 1
  private var column = 1
  /// The byte offset of the start of the line that contains the offset of the last query.
  package private(set) var lineStart = 0

  package init(_ text: SourceText) {
    self.text = text
    rewind()
  }

  /// Returns the line and column of the byte offset `target`. An offset after the end of the text gives the position of
  /// the end.
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

  /// Returns whether the byte at an offset is a continuation byte of a UTF-8 sequence, which has no column of its own.
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
