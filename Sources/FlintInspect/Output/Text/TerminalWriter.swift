import FlintText

struct TerminalWriter {
  let style: TextStyle

  func write(_ lines: [Line], to sink: inout ByteSink) {
    for line in lines { write(line, to: &sink) }
  }

  func write(_ line: Line, to sink: inout ByteSink) {
    let line = style.isASCII ? line.inASCII : line
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
      var text = span.text
      text.withUTF8 { bytes in
        let isText: (UInt8) -> Bool = { !span.isBreakable || $0 != .space }
        guard let start = bytes.firstIndex(where: isText),
          let last = bytes.lastIndex(where: isText)
        else {
          pending += bytes.count
          return
        }
        sink.append(repeating: .space, count: pending + start)
        let sequence = style.sequence(for: span.role)
        if let sequence { sink.append(sequence) }
        sink.append(UnsafeBufferPointer(rebasing: bytes[start...last]))
        if sequence != nil { sink.append("\u{1B}[0m") }
        pending = bytes.count - last - 1
      }
    }
  }

  private func writeWrapped(_ line: Line, to sink: inout ByteSink) {
    var layout = LineLayout(line, width: style.width)
    for span in line.spans {
      let sequence = style.sequence(for: span.role)
      var isColored = false
      layout.add(span) { text, spaces, beginsRow in
        if beginsRow { sink.append("\n") }
        sink.append(repeating: UInt8(ascii: " "), count: spaces)
        if let sequence, !isColored { sink.append(sequence) }
        isColored = sequence != nil
        sink.append(text)
      }
      if isColored { sink.append("\u{1B}[0m") }
    }
  }

  private func indentation(of line: Line) -> Int { min(line.indentation, style.width / 2) }
}

extension UInt8 {
  fileprivate static let space = UInt8(ascii: " ")
}
