package enum JSONText {
  /// Escapes U+007F to U+009F too, which a terminal could interpret.
  package static func write(_ text: String, to sink: inout ByteSink) {
    var text = text
    text.withUTF8 { write($0, to: &sink) }
  }

  /// Well-formed UTF-8.
  package static func write(_ bytes: UnsafeBufferPointer<UInt8>, to sink: inout ByteSink) {
    sink.append(UInt8(ascii: "\""))
    if let start = bytes.baseAddress { writeInside(start, start + bytes.count, &sink) }
    sink.append(UInt8(ascii: "\""))
  }

  package static func quoted(_ text: String) -> String {
    var sink = ByteSink()
    write(text, to: &sink)
    return sink.string
  }

  private static func writeInside(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ sink: inout ByteSink
  ) {
    var plain = start
    var position = start
    while position < end {
      if end - position >= 8 {
        let stops = ByteScan.writerStops(ByteScan.word(at: position))
        if stops == 0 {
          position += 8
          continue
        }
        position += ByteScan.offset(ofFirst: stops)
      }
      let byte = position.pointee
      if byte == 0xC2, end - position >= 2, position[1] < 0xA0 {
        sink.append(UnsafeBufferPointer(start: plain, count: position - plain))
        escape(position[1], &sink)
        position += 2
        plain = position
      } else if byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F {
        sink.append(UnsafeBufferPointer(start: plain, count: position - plain))
        escape(byte, &sink)
        position += 1
        plain = position
      } else {
        position += 1
      }
    }
    sink.append(UnsafeBufferPointer(start: plain, count: end - plain))
  }

  /// Short if JSON has one, else hexadecimal.
  private static func escape(_ value: UInt8, _ sink: inout ByteSink) {
    switch value {
    case 0x22: sink.append("\\\"")
    case 0x5C: sink.append("\\\\")
    case 0x08: sink.append("\\b")
    case 0x09: sink.append("\\t")
    case 0x0A: sink.append("\\n")
    case 0x0C: sink.append("\\f")
    case 0x0D: sink.append("\\r")
    default:
      sink.append("\\u00")
      sink.append(hexDigit(value >> 4))
      sink.append(hexDigit(value & 15))
    }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
