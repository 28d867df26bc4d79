internal import FlintManifest

/// Lines as bytes for a terminal: wrapped between words, coloured if that is wanted.
struct TerminalWriter {
  let style: TextStyle

  func write(_ lines: [Line], to sink: inout ByteSink) {
    for line in lines { write(line, to: &sink) }
  }

  func write(_ line: Line, to sink: inout ByteSink) {
    if !line.isWrapped || line.width <= style.width {
      writeWhole(line, to: &sink)
    } else {
      writeWrapped(line, to: &sink)
    }
    sink.append("\n")
  }

  private func writeWhole(_ line: Line, to sink: inout ByteSink) {
    var pending = indentation(of: line)
    for span in line.spans {
      let text = span.isBreakable ? span.text.trimmingSpaces() : span.text[...]
      let leading = span.text.utf8.distance(from: span.text.startIndex, to: text.startIndex)
      pending += leading
      guard !text.isEmpty else { continue }
      sink.append(repeating: UInt8(ascii: " "), count: pending)
      let sequence = style.sequence(for: span.role)
      if let sequence { sink.append(sequence) }
      sink.append(text)
      if sequence != nil { sink.append("\u{1B}[0m") }
      pending = span.text.utf8.count - leading - text.utf8.count
    }
  }

  private func writeWrapped(_ line: Line, to sink: inout ByteSink) {
    // Deeper lines stand where the deepest has room for a word or two.
    let hanging = min(line.hanging, style.width / 2)
    var column = indentation(of: line)
    // Spaces that have not been written: none end a line, and a continuation begins with its own.
    var pending = column
    var hasText = false
    for span in line.spans {
      let sequence = style.sequence(for: span.role)
      var isColored = false
      forEachPiece(of: span) { piece, isSpace in
        let width = DisplayWidth.of(piece)
        if isSpace {
          pending += width
          column += width
          return
        }
        if hasText, column + width > style.width {
          sink.append("\n")
          pending = hanging
          column = hanging
        }
        sink.append(repeating: UInt8(ascii: " "), count: pending)
        pending = 0
        if let sequence, !isColored { sink.append(sequence) }
        isColored = sequence != nil
        column = write(piece, from: column, hanging, to: &sink)
        hasText = true
      }
      if isColored { sink.append("\u{1B}[0m") }
    }
  }

  private func indentation(of line: Line) -> Int { min(line.indentation, style.width / 2) }

  /// Writes a word, broken where it is wider than a line. Returns the column after it.
  private func write(
    _ word: Substring, from start: Int, _ hanging: Int, to sink: inout ByteSink
  ) -> Int {
    var column = start
    var rest = word
    var width = DisplayWidth.of(rest)
    while column + width > style.width {
      let fitting = fittingPrefix(of: rest, width: style.width - column)
      sink.append(fitting)
      rest = rest[fitting.endIndex...]
      width = DisplayWidth.of(rest)
      sink.append("\n")
      sink.append(repeating: UInt8(ascii: " "), count: hanging)
      column = hanging
    }
    sink.append(rest)
    return column + width
  }

  /// As many characters as fit, at least one.
  private func fittingPrefix(of text: Substring, width: Int) -> Substring {
    var used = 0
    var end = text.startIndex
    for index in text.indices {
      used += DisplayWidth.of(text[index])
      if used > width, end > text.startIndex { break }
      end = text.index(after: index)
    }
    return text[..<end]
  }

  /// Calls `body` with the words and the runs of spaces of a span.
  private func forEachPiece(of span: Span, _ body: (Substring, _ isSpace: Bool) -> Void) {
    guard span.isBreakable else { return body(span.text[...], false) }
    var rest = span.text[...]
    while let first = rest.utf8.first {
      let isSpace = first == .space
      let end = rest.utf8.firstIndex { ($0 == .space) != isSpace } ?? rest.endIndex
      body(rest[..<end], isSpace)
      rest = rest[end...]
    }
  }
}

extension UInt8 {
  fileprivate static let space = UInt8(ascii: " ")
}

extension String {
  /// Without the spaces at both ends.
  fileprivate func trimmingSpaces() -> Substring {
    guard let first = utf8.firstIndex(where: { $0 != .space }),
      let last = utf8.lastIndex(where: { $0 != .space })
    else { return self[endIndex...] }
    return self[first..<utf8.index(after: last)]
  }
}
