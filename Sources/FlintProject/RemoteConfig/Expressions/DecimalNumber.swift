/// A decimal number, stored as digits, so that it is exact.
struct DecimalNumber {
  let text: String
  private let isNegative: Bool
  /// The digits before the decimal point, without leading zeros; empty for 0.
  private let whole: Substring
  /// The digits after the decimal point, without trailing zeros; empty for an integer.
  private let fraction: Substring

  /// Parses a number. Precondition: the text has the form `[-+]digits[.digits]`.
  init(_ text: String) {
    self.text = text
    let parts = text.drop { $0 == "-" || $0 == "+" }.split(separator: ".")
    whole = (parts.first ?? "").drop { $0 == "0" }
    var fraction = parts.count > 1 ? parts[1] : ""
    while fraction.last == "0" { fraction.removeLast() }
    self.fraction = fraction
    isNegative = text.hasPrefix("-") && !(whole.isEmpty && fraction.isEmpty)
  }

  /// Nil if the number has a fraction or does not fit in 64 bits.
  var integer: Int64? {
    guard fraction.isEmpty, let value = whole.isEmpty ? 0 : Int64(whole) else { return nil }
    return isNegative ? -value : value
  }

  /// Whether the number is less than another number. Precondition: neither is negative.
  func isBelow(_ other: DecimalNumber) -> Bool {
    if whole.count != other.whole.count { return whole.count < other.whole.count }
    if whole != other.whole { return whole < other.whole }
    // Without trailing zeros, the lexicographic order of fractions is their numeric order.
    return fraction < other.fraction
  }

  /// The number in the unit of rollouts, 0.0001 %: for 12.5, it is 125,000. Nil if the number has more than four
  /// decimals. Precondition: the number is from 0 to 100.
  var tenThousandths: Int? {
    guard fraction.count <= 4, let whole = whole.isEmpty ? 0 : Int(whole) else { return nil }
    let decimals = fraction + String(repeating: "0", count: 4 - fraction.count)
    return Int(decimals).map { whole * 10_000 + $0 }
  }

  static let hundred = DecimalNumber("100")
}
