/// A text together with the name by which the user knows it.
package struct SourceFile: Sendable {
  /// The path as it was given.
  package var path: String
  package var text: SourceText
  /// The number of the text's first line, which is not 1 where the text is a piece of the file.
  package var firstLine: Int
  /// Where the text comes from if it is put together from several files, of which this is the first.
  package var parts: SourceParts?

  package init(
    path: String, text: SourceText, firstLine: Int = 1, parts: SourceParts? = nil
  ) {
    self.path = path
    self.text = text
    self.firstLine = firstLine
    self.parts = parts
  }
}

/// A place in a text, both from 1; columns count Unicode scalars.
package struct SourceLocation: Equatable, Sendable {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// Turns byte offsets into lines and columns. Asked in ascending order, all answers together take one pass.
///
/// Lines end with `\n`, `\r\n` or `\r`. A byte order mark at the very beginning has no column.
package struct SourceLocator {
  private let text: SourceText
  private var offset = 0
  private var line = 1
  private var column = 1
  /// Where the line of the last answer begins.
  package private(set) var lineStart = 0

  package init(_ text: SourceText) {
    self.text = text
    rewind()
  }

  /// The place of a byte; past the end, the end's.
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

  /// Whether the byte at an offset continues a scalar, so that it has no column of its own.
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
