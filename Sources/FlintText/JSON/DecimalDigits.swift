enum DecimalDigits {
  /// -9223372036854775808 has 20 bytes.
  static let room = 20

  /// At least ``room`` bytes must be writable. Returns their number.
  static func write(_ number: Int64, to destination: UnsafeMutablePointer<UInt8>) -> Int {
    var count = 0
    var rest = number.magnitude
    repeat {
      destination[count] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
      count += 1
    } while rest > 0
    if number < 0 {
      destination[count] = UInt8(ascii: "-")
      count += 1
    }
    // The digits were written from the last to the first.
    var digits = UnsafeMutableBufferPointer(start: destination, count: count)
    digits.reverse()
    return count
  }
}
