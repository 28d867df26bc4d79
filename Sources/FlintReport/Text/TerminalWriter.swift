internal import FlintText

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
    var isAtStart = true
    for span in line.spans {
      let text = span.isBreakable ? span.text.trimmingSpaces() : span.text[...]
      let leading = span.text.utf8.distance(from: span.text.startIndex, to: text.startIndex)
      pending += leading
      guard !text.isEmpty else { continue }
      sink.append(repeating: UInt8(ascii: " "), count: pending)
      let sequence = style.sequence(for: span.role)
      if let sequence { sink.append(sequence) }
      append(text, isAtStart: isAtStart, to: &sink)
      isAtStart = false
      if sequence != nil { sink.append("\u{1B}[0m") }
      pending = span.text.utf8.count - leading - text.utf8.count
    }
  }

  private func writeWrapped(_ line: Line, to sink: inout ByteSink) {
    var layout = LineLayout(line, width: style.width)
    var isAtStart = true
    for span in line.spans {
      let sequence = style.sequence(for: span.role)
      var isColored = false
      layout.add(span) { text, spaces, beginsRow in
        if beginsRow { sink.append("\n") }
        sink.append(repeating: UInt8(ascii: " "), count: spaces)
        if let sequence, !isColored { sink.append(sequence) }
        isColored = sequence != nil
        append(text, isAtStart: isAtStart || beginsRow, to: &sink)
        isAtStart = false
      }
      if isColored { sink.append("\u{1B}[0m") }
    }
  }

  /// A name that stands first in a row is kept from being a command of a workflow by a word joiner, which has no width.
  private func append(_ text: Substring, isAtStart: Bool, to sink: inout ByteSink) {
    if isAtStart, isWorkflowCommand(text) { sink.append("\u{2060}") }
    sink.append(text)
  }

  private func indentation(of line: Line) -> Int { min(line.indentation, style.width / 2) }
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
