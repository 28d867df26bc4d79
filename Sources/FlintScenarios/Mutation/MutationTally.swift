/// The numbers of mutants that a suite detects and misses.
package struct MutationTally: Hashable, Sendable {
  package var killed = 0
  package var survived = 0

  /// The mutants that no suite can detect: no status differs in any state.
  package var equivalent = 0

  package init() {}

  package var mutants: Int { noticeable + equivalent }

  /// The mutants that a suite can detect.
  package var noticeable: Int { killed + survived }

  /// The score as a percentage with one decimal, rounded down, so that 100 means every mutant.
  package var percentText: String {
    let tenths = noticeable == 0 ? 1000 : 1000 * killed / noticeable
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// Whether the exact score, without rounding, is at least a percentage.
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

  /// Returns the decimal form of a number: its digits, and the power of ten that divides them. Returns nil for a number
  /// in another notation.
  private static func decimal(_ number: Double) -> (digits: UInt64, unit: UInt64)? {
    var (digits, unit): (UInt64, UInt64) = (0, 1)
    var isFraction = false
    for byte in "\(number)".utf8 {
      if byte == UInt8(ascii: "."), !isFraction {
        isFraction = true
        continue
      }
      let digit = UInt64(byte &- UInt8(ascii: "0"))
      // A number with at most this many digits cannot overflow.
      guard digit < 10, unit < 10_000_000_000_000_000 else { return nil }
      digits = 10 * digits + digit
      if isFraction { unit *= 10 }
    }
    return (digits, unit)
  }
}
