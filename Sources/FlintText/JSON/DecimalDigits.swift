/// Numbers as digits, written straight to memory.
enum DecimalDigits {
  /// How many bytes a number may take: the longest, -9223372036854775808, has 20.
  static let room = 20

  /// Writes a number where there is ``room`` for it.
  /// - Returns: how many bytes it has.
  @inline(__always)
  static func write(_ number: Int64, to place: UnsafeMutablePointer<UInt8>) -> Int {
    let magnitude = UInt64(bitPattern: number)
    return magnitude < 100_000_000
      ? writeShort(magnitude, to: place) : writeLong(number, to: place)
  }

  /// A number below 100,000,000.
  @inline(__always)
  private static func writeShort(_ number: UInt64, to place: UnsafeMutablePointer<UInt8>) -> Int {
    let digits = eightDigits(of: number)
    // Nought has one digit.
    let zeros = (digits | 1 &<< 56).trailingZeroBitCount & ~7
    store(digits &>> UInt64(truncatingIfNeeded: zeros), to: place)
    return 8 &- zeros &>> 3
  }

  @inline(never)
  private static func writeLong(_ number: Int64, to place: UnsafeMutablePointer<UInt8>) -> Int {
    guard number < 0 else { return writeLong(number.magnitude, to: place) }
    place[0] = UInt8(ascii: "-")
    return 1 + writeLong(number.magnitude, to: place + 1)
  }

  private static func writeLong(_ number: UInt64, to place: UnsafeMutablePointer<UInt8>) -> Int {
    let (upper, lower) = number.quotientAndRemainder(dividingBy: 100_000_000)
    if upper == 0 { return writeShort(lower, to: place) }
    let length = writeLong(upper, to: place)
    store(eightDigits(of: lower), to: place + length)
    return length + 8
  }

  /// A byte for each digit of a number below 100,000,000, the first one lowest: halves of four digits, parted into pairs, parted
  /// into digits. The factors are reciprocals, exact for numbers as small as these.
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
  private static func store(_ digits: UInt64, to place: UnsafeMutablePointer<UInt8>) {
    UnsafeMutableRawPointer(place).storeBytes(
      of: (digits | 0x3030_3030_3030_3030).littleEndian, as: UInt64.self)
  }
}
