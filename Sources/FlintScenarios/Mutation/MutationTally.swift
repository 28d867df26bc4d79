/// The results of a mutation test as numbers: how many mutants (copies of the manifest with one mistake) a suite of
/// scenarios detects, does not detect, and cannot detect.
package struct MutationTally: Hashable, Sendable {
  package var killed = 0
  package var survived = 0

  /// The number of mutants (copies of the manifest with one mistake) that no scenario can detect, because every feature
  /// has the same status as in the original manifest in every state.
  package var equivalent = 0

  package init() {}

  package var mutants: Int { noticeable + equivalent }

  /// The number of mutants (copies of the manifest with one mistake) that a scenario could detect, because they differ
  /// from the original manifest in at least one state.
  package var noticeable: Int { killed + survived }

  /// The mutation score: the percentage of detectable mutants (copies of the manifest with one mistake) that the
  /// scenarios detect, with one decimal. It is rounded down, so it is 100.0 only if all of them are detected.
  package var percentText: String {
    let tenths = noticeable == 0 ? 1000 : 1000 * killed / noticeable
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// Whether the exact mutation score, without rounding, is at least the given percentage.
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

  /// Returns a number as a fraction of two integers, without rounding: its decimal digits, and the power of ten by
  /// which they are divided. For example, 12.5 is 125 / 10. Returns nil for a number that is printed in another way,
  /// such as with an exponent.
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
