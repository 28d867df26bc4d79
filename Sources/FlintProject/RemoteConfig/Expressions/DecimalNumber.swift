/// Exact, as digits.
struct DecimalNumber {
  let text: String
  private let isNegative: Bool
  private let whole: Substring
  private let fraction: Substring

  /// Precondition: `[-+]digits[.digits]`.
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

  /// Precondition: neither is negative.
  func isBelow(_ other: DecimalNumber) -> Bool {
    if whole.count != other.whole.count { return whole.count < other.whole.count }
    if whole != other.whole { return whole < other.whole }
    // Without trailing zeros, the lexicographic order of fractions is their numeric order.
    return fraction < other.fraction
  }

  /// 125,000 for 12.5; nil beyond four decimals. Precondition: from 0 to 100.
  var tenThousandths: Int? {
    guard fraction.count <= 4, let whole = whole.isEmpty ? 0 : Int(whole) else { return nil }
    let decimals = fraction + String(repeating: "0", count: 4 - fraction.count)
    return Int(decimals).map { whole * 10_000 + $0 }
  }

  static let hundred = DecimalNumber("100")
}
