@usableFromInline
package enum JSONString {
  /// Nil with fewer than four digits.
  package static func hexUnit(at pointer: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>)
    -> UInt16?
  {
    guard end - pointer >= 4 else { return nil }
    var unit: UInt16 = 0
    for index in 0..<4 {
      guard let digit = hexDigit(pointer[index]) else { return nil }
      unit = unit << 4 | digit
    }
    return unit
  }

  private static func hexDigit(_ byte: UInt8) -> UInt16? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  // INVARIANT: the parser has accepted the string, so every escape is complete and surrogates are paired.
  @usableFromInline
  static func unescaped(_ inside: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(inside.count)
    guard var pointer = inside.baseAddress else { return result }
    let end = pointer + inside.count
    while pointer < end {
      if pointer.pointee != UInt8(ascii: "\\") {
        result.append(pointer.pointee)
        pointer += 1
      } else if pointer[1] == UInt8(ascii: "u") {
        let (scalar, length) = scalar(at: pointer, end: end)
        result.append(contentsOf: String(scalar).utf8)
        pointer += length
      } else {
        result.append(plainEscape(pointer[1]))
        pointer += 2
      }
    }
    return result
  }

  /// `offset` is where the scalar or its escape begins.
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
      if pointer.pointee < 0x80, pointer.pointee != UInt8(ascii: "\\") {
        result.append((Unicode.Scalar(pointer.pointee), offset))
        pointer += 1
      } else if pointer.pointee != UInt8(ascii: "\\") {
        let length = max(UTF8Scan.length(at: pointer, end: end), 1)
        let text = String(
          decoding: UnsafeBufferPointer(start: pointer, count: length), as: UTF8.self)
        result.append((text.unicodeScalars.first ?? "\u{FFFD}", offset))
        pointer += length
      } else if pointer[1] == UInt8(ascii: "u") {
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
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
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
