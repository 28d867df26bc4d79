/// Writes integers as decimal digits directly into memory, without creating strings.
enum DecimalDigits {
  /// The maximum number of bytes that an integer needs: -9223372036854775808 has 20.
  static let room = 20

  /// Writes an integer as decimal digits to memory. At least ``room`` bytes must be writable there.
  /// - Returns: The number of bytes of the digits and the sign.
  @inline(__always)
  static func write(_ number: Int64, to destination: UnsafeMutablePointer<UInt8>) -> Int {
    let magnitude = UInt64(bitPattern: number)
    return magnitude < 100_000_000
      ? writeShort(magnitude, to: destination) : writeLong(number, to: destination)
  }

  /// Writes an integer from 0 to 99,999,999 and returns its number of digits.
  @inline(__always)
  private static func writeShort(_ number: UInt64, to destination: UnsafeMutablePointer<UInt8>)
    -> Int
  {
    let digits = eightDigits(of: number)
    // Bit 56 is in the byte of the last digit. It ends the count of leading zeros there, so that the number 0 has one
    // digit.
    let zeros = (digits | 1 &<< 56).trailingZeroBitCount & ~7
    store(digits &>> UInt64(truncatingIfNeeded: zeros), to: destination)
    return 8 &- zeros &>> 3
  }

  @inline(never)
  private static func writeLong(_ number: Int64, to destination: UnsafeMutablePointer<UInt8>) -> Int
  {
    guard number < 0 else { return writeLong(number.magnitude, to: destination) }
    destination[0] = UInt8(ascii: "-")
    return 1 + writeLong(number.magnitude, to: destination + 1)
  }

  private static func writeLong(_ number: UInt64, to destination: UnsafeMutablePointer<UInt8>)
    -> Int
  {
    let (upper, lower) = number.quotientAndRemainder(dividingBy: 100_000_000)
    if upper == 0 { return writeShort(lower, to: destination) }
    let length = writeLong(upper, to: destination)
    store(eightDigits(of: lower), to: destination + length)
    return length + 8
  }

  /// Returns the eight decimal digits of a number below 100,000,000, with leading zeros. Each byte of the result is one
  /// digit; the first digit is in the lowest byte.
  ///
  /// The number is split into two numbers of four digits, then into pairs, then into single digits, all within one
  /// machine word. Each division is done by multiplying with a fixed-point reciprocal, which is faster and gives the
  /// exact result for numbers of this size.
  @inline(__always)
  private static func eightDigits(of number: UInt64) -> UInt64 {
    let upper = (number &* 109_951_163) &>> 40
    let fours = upper | (number &- upper &* 10_000) &<< 32
    let hundreds = (fours &* 10_486) &>> 20 & 0x7F_0000_007F
    let pairs = hundreds | (fours &- hundreds &* 100) &<< 16
    let tens = (pairs &* 103) &>> 10 & 0x000F_000F_000F_000F
    return tens | (pairs &- tens &* 10) &<< 8
  }

  @inline(__always)
  private static func store(_ digits: UInt64, to destination: UnsafeMutablePointer<UInt8>) {
    UnsafeMutableRawPointer(destination).storeBytes(
      of: (digits | 0x3030_3030_3030_3030).littleEndian, as: UInt64.self)
  }
}
