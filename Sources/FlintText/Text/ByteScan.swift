/// Eight bytes of text at a time, in one machine word: which of them need a closer look.
///
/// In every result the top bit of a byte is set where the byte stops the scan. Bits above the lowest one set may be
/// false alarms (a subtraction borrows), the lowest one never is.
@usableFromInline
enum ByteScan {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let tops: UInt64 = 0x8080_8080_8080_8080

  /// Bytes that end the plain part of a JSON string: a quote, a backslash, a control character, anything not ASCII.
  @inline(__always)
  static func stringStops(_ word: UInt64) -> UInt64 {
    (word | zeros(word ^ (ones &* 0x22)) | zeros(word ^ (ones &* 0x5C)) | below(word, 0x20)) & tops
  }

  /// Bytes that a JSON string cannot hold as they are, or that may begin a control character of two bytes (0xC2).
  @inline(__always)
  static func writerStops(_ word: UInt64) -> UInt64 {
    (zeros(word ^ (ones &* 0x22)) | zeros(word ^ (ones &* 0x5C)) | zeros(word ^ (ones &* 0x7F))
      | zeros(word ^ (ones &* 0xC2)) | below(word, 0x20)) & tops
  }

  /// The bytes at an address as a number whose lowest byte is the first.
  @inlinable @inline(__always)
  static func word(at pointer: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(pointer).loadUnaligned(as: UInt64.self))
  }

  /// Whether two pieces of memory hold the same `count` bytes.
  @inlinable @inline(__always)
  static func isEqual(
    _ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, count: Int
  ) -> Bool {
    var index = 0
    while count &- index >= 8 {
      if word(at: left + index) != word(at: right + index) { return false }
      index &+= 8
    }
    while index < count {
      if left[index] != right[index] { return false }
      index &+= 1
    }
    return true
  }

  /// How many bytes come before the first that stops.
  @inline(__always)
  static func offset(ofFirst stops: UInt64) -> Int { stops.trailingZeroBitCount &>> 3 }

  @inline(__always)
  private static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }

  @inline(__always)
  private static func below(_ word: UInt64, _ limit: UInt64) -> UInt64 {
    (word &- ones &* limit) & ~word
  }
}
