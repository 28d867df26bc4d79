internal import FlintManifest

/// Lines as bytes for a terminal: wrapped between words, coloured if that is wanted.
struct TerminalWriter {
  let style: TextStyle

  func write(_ lines: [Line], to sink: inout ByteSink) {
    for line in lines { write(line, to: &sink) }
  }

  func write(_ line: Line, to sink: inout ByteSink) {
    // Deeper lines stand where the deepest has room for a word or two.
    let hanging = min(line.hanging, style.width / 2)
    var column = min(line.indentation, style.width / 2)
    // Spaces that have not been written: none end a line, and a continuation begins with its own.
    var pending = column
    var hasText = false
    for span in line.spans {
      let sequence = style.sequence(for: span.role)
      var isColored = false
      forEachPiece(of: span) { piece, isSpace in
        let width = DisplayWidth.of(String(piece))
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
    sink.append("\n")
  }

  /// Writes a word, broken where it is wider than a line. Returns the column after it.
  private func write(
    _ word: Substring, from start: Int, _ hanging: Int, to sink: inout ByteSink
  ) -> Int {
    var column = start
    var rest = word
    while column + DisplayWidth.of(String(rest)) > style.width {
      let fitting = fittingPrefix(of: rest, width: style.width - column)
      sink.append(String(fitting))
      rest = rest[fitting.endIndex...]
      sink.append("\n")
      sink.append(repeating: UInt8(ascii: " "), count: hanging)
      column = hanging
    }
    sink.append(String(rest))
    return column + DisplayWidth.of(String(rest))
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
    while let first = rest.first {
      let isSpace = first == " "
      let end = rest.firstIndex { ($0 == " ") != isSpace } ?? rest.endIndex
      body(rest[..<end], isSpace)
      rest = rest[end...]
    }
  }
}
