/// Searches for special bytes, eight at a time within a machine word (SWAR).
///
/// In each result, the top bit of a byte is set if the scan must stop there. Bits above the lowest set one may be false
/// positives, because a subtraction borrows; the lowest one never is.
@usableFromInline
enum ByteScan {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let tops: UInt64 = 0x8080_8080_8080_8080

  /// Finds the bytes that end the plain part of a JSON string: a quote, a backslash, a control character, a byte that
  /// is not ASCII.
  @inline(__always)
  static func stringStops(_ word: UInt64) -> UInt64 {
    (word | zeros(word ^ (ones &* 0x22)) | zeros(word ^ (ones &* 0x5C)) | below(word, 0x20)) & tops
  }

  /// Finds the bytes that a JSON string cannot contain unescaped, and 0xC2, which may begin a two-byte control
  /// character.
  @inline(__always)
  static func writerStops(_ word: UInt64) -> UInt64 {
    (zeros(word ^ (ones &* 0x22)) | zeros(word ^ (ones &* 0x5C)) | zeros(word ^ (ones &* 0x7F))
      | zeros(word ^ (ones &* 0xC2)) | below(word, 0x20)) & tops
  }

  /// Loads eight bytes in little-endian order.
  @inlinable @inline(__always)
  static func word(at pointer: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(pointer).loadUnaligned(as: UInt64.self))
  }

  /// Whether two memory regions contain the same `count` bytes.
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

  /// The number of bytes before the first one that stops the scan.
  @inline(__always)
  static func offset(ofFirst stops: UInt64) -> Int { stops.trailingZeroBitCount &>> 3 }

  @inline(__always)
  private static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }

  @inline(__always)
  private static func below(_ word: UInt64, _ limit: UInt64) -> UInt64 {
    (word &- ones &* limit) & ~word
  }
}
