package struct MutationTally: Hashable, Sendable {
  package var killed = 0
  package var survived = 0

  package var equivalent = 0

  package init() {}

  package var mutants: Int { noticeable + equivalent }

  package var noticeable: Int { killed + survived }

  /// One decimal, rounded down.
  package var percentText: String {
    let tenths = noticeable == 0 ? 1000 : 1000 * killed / noticeable
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// The exact score.
  package func reaches(_ percent: Double) -> Bool {
    if noticeable == 0 { return true }
    guard let (digits, unit) = Self.decimal(percent) else {
      return Double(killed) * 100 >= percent * Double(noticeable)
    }
    let (wanted, has) = (
      digits.multipliedFullWidth(by: UInt64(noticeable)),
      (100 * unit).multipliedFullWidth(by: UInt64(killed))
    )
    return (has.high, has.low) >= (wanted.high, wanted.low)
  }

  private static func decimal(_ number: Double) -> (digits: UInt64, unit: UInt64)? {
    var (digits, unit): (UInt64, UInt64) = (0, 1)
    var isFraction = false
    for byte in "\(number)".utf8 {
      if byte == UInt8(ascii: "."), !isFraction {
        isFraction = true
        continue
      }
      let digit = UInt64(byte &- UInt8(ascii: "0"))
      // A description of a `Double` has at most 17 significant digits. With at most 16 decimals, neither `digits` nor
      // `100 * unit` overflows.
      guard digit < 10, unit < 10_000_000_000_000_000 else { return nil }
      digits = 10 * digits + digit
      if isFraction { unit *= 10 }
    }
    return (digits, unit)
  }
}
