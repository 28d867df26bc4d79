/// Table 3-7 of the Unicode standard.
package enum UTF8Scan {
  /// 1 to 4; 0 if not well-formed.
  package static func length(at start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) -> Int {
    let room = end - start
    guard room > 0 else { return 0 }
    let first = start[0]
    if first < 0x80 { return 1 }
    guard first >= 0xC2, first <= 0xF4, room >= 2 else { return 0 }
    let second = start[1]
    guard secondByteRange(after: first).contains(second) else { return 0 }
    if first < 0xE0 { return 2 }
    guard room >= 3, isContinuation(start[2]) else { return 0 }
    if first < 0xF0 { return 3 }
    guard room >= 4, isContinuation(start[3]) else { return 0 }
    return 4
  }

  static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  private static func secondByteRange(after first: UInt8) -> ClosedRange<UInt8> {
    switch first {
    case 0xE0: 0xA0...0xBF
    case 0xED: 0x80...0x9F
    case 0xF0: 0x90...0xBF
    case 0xF4: 0x80...0x8F
    default: 0x80...0xBF
    }
  }
}

extension String {
  package init?(validUTF8 bytes: some Collection<UInt8>) {
    // Decoding replaces ill-formed bytes. If there were any, the UTF-8 of the result differs from the input.
    self.init(decoding: bytes, as: UTF8.self)
    guard utf8.elementsEqual(bytes) else { return nil }
  }
}
