@usableFromInline
package enum JSONString {
  /// The code unit and byte length of an escape such as `\u00E9`. Nil without four digits. The
  /// length is 12 for a surrogate pair such as `\uD83D\uDE00`, nil for half of one.
  package static func unicodeEscape(
    at start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>
  ) -> (unit: UInt16, length: Int?)? {
    guard let unit = hexUnit(at: start + 2, end: end) else { return nil }
    guard 0xD800...0xDFFF ~= unit else { return (unit, 6) }
    guard unit < 0xDC00, end - start >= 12, start[6] == "\\", start[7] == "u",
      let low = hexUnit(at: start + 8, end: end), 0xDC00...0xDFFF ~= low
    else { return (unit, nil) }
    return (unit, 12)
  }

  /// The value of four hexadecimal digits; nil if there are fewer.
  private static func hexUnit(at pointer: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>)
    -> UInt16?
  {
    guard end - pointer >= 4 else { return nil }
    var unit: UInt16 = 0
    for index in 0..<4 {
      guard let digit = Character(Unicode.Scalar(pointer[index])).hexDigitValue else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  // INVARIANT: the parser has accepted the string, so every escape is complete and surrogates are paired.
  @usableFromInline
  static func unescaped(_ inside: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(inside.count)
    for (scalar, _) in scalars(inside) { result.append(contentsOf: String(scalar).utf8) }
    return result
  }

  /// The decoded scalars. `offset` is where a scalar or its escape begins.
  static func scalars(
    _ inside: UnsafeBufferPointer<UInt8>
  ) -> [(scalar: Unicode.Scalar, offset: Int)] {
    var result: [(scalar: Unicode.Scalar, offset: Int)] = []
    result.reserveCapacity(inside.count)
    guard let start = inside.baseAddress else { return result }
    let end = start + inside.count
    var pointer = start
    while pointer < end {
      let offset = pointer - start
      if pointer.pointee < 0x80, pointer.pointee != "\\" {
        result.append((Unicode.Scalar(pointer.pointee), offset))
        pointer += 1
      } else if pointer.pointee != "\\" {
        let length = max(UTF8Scan.length(at: pointer, end: end), 1)
        result.append(
          (
            String(utf8: UnsafeBufferPointer(start: pointer, count: length)).unicodeScalars.first
              ?? "\u{FFFD}", offset
          ))
        pointer += length
      } else if pointer[1] == "u" {
        let (scalar, length) = scalar(at: pointer, end: end)
        result.append((scalar, offset))
        pointer += length
      } else {
        result.append((Unicode.Scalar(plainEscape(pointer[1])), offset))
        pointer += 2
      }
    }
    return result
  }

  private static func plainEscape(_ byte: UInt8) -> UInt8 {
    switch byte {
    case "b": 0x08
    case "f": 0x0C
    case "n": 0x0A
    case "r": 0x0D
    case "t": 0x09
    default: byte
    }
  }

  private static func scalar(
    at pointer: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>
  ) -> (Unicode.Scalar, length: Int) {
    let unit = UInt32(hexUnit(at: pointer + 2, end: end) ?? 0xFFFD)
    if let scalar = Unicode.Scalar(unit) { return (scalar, 6) }
    let low = UInt32(hexUnit(at: pointer + 8, end: end) ?? 0xDC00)
    let value = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
    return (Unicode.Scalar(value) ?? "\u{FFFD}", 12)
  }
}

package enum JSONText {
  /// Writes a JSON string. Also escapes U+007F to U+009F, which a terminal could interpret.
  package static func write(_ text: String, to sink: inout ByteSink) {
    var text = text
    text.withUTF8 { write($0, to: &sink) }
  }

  /// Writes a JSON string. `bytes` must be well-formed UTF-8.
  package static func write(_ bytes: UnsafeBufferPointer<UInt8>, to sink: inout ByteSink) {
    sink.append("\"")
    if let start = bytes.baseAddress { writeInside(start, start + bytes.count, &sink) }
    sink.append("\"")
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

  /// Writes the short escape if JSON has one, else a hexadecimal one.
  private static func escape(_ value: UInt8, _ sink: inout ByteSink) {
    switch value {
    case 0x22: sink.append("\\\"")
    case 0x5C: sink.append("\\\\")
    case 0x08: sink.append("\\b")
    case 0x09: sink.append("\\t")
    case 0x0A: sink.append("\\n")
    case 0x0C: sink.append("\\f")
    case 0x0D: sink.append("\\r")
    default: sink.append("\\u\(hex(value, uppercase: false))")
    }
  }
}
