/// A number with an optional sign and fraction, kept exactly.
struct DecimalNumber {
  /// As it was written.
  let text: String
  private let isNegative: Bool
  /// Without leading zeros; empty for 0.
  private let whole: Substring
  /// Without trailing zeros; empty for an integer.
  private let fraction: Substring

  /// Precondition: the text is `[-+]digits[.digits]`.
  init(_ text: String) {
    self.text = text
    let parts = text.drop { $0 == "-" || $0 == "+" }.split(separator: ".")
    whole = (parts.first ?? "").drop { $0 == "0" }
    var fraction = parts.count > 1 ? parts[1] : ""
    while fraction.last == "0" { fraction.removeLast() }
    self.fraction = fraction
    isNegative = text.hasPrefix("-") && !(whole.isEmpty && fraction.isEmpty)
  }

  var isInteger: Bool { fraction.isEmpty }

  /// The greatest integer that is not above it; nil outside 64 bits.
  var roundedDown: Int64? {
    guard let whole = whole.isEmpty ? 0 : Int64(whole) else { return nil }
    if !isNegative { return whole }
    return isInteger ? -whole : -whole - 1
  }

  /// The least integer that is not below it; nil outside 64 bits.
  var roundedUp: Int64? {
    guard let down = roundedDown, !isInteger else { return roundedDown }
    return down == .max ? nil : down + 1
  }

  /// Whether a number without sign is below another one.
  func isBelow(_ other: DecimalNumber) -> Bool {
    if whole.count != other.whole.count { return whole.count < other.whole.count }
    if whole != other.whole { return whole < other.whole }
    // Without trailing zeros, the digits of fractions have the order of words.
    return fraction < other.fraction
  }

  /// A number from 0 to 100 in ten-thousandths; nil where it has more than four decimals.
  var tenThousandths: Int? {
    guard fraction.count <= 4, let whole = whole.isEmpty ? 0 : Int(whole) else { return nil }
    let decimals = fraction + String(repeating: "0", count: 4 - fraction.count)
    return Int(decimals).map { whole * 10_000 + $0 }
  }

  static let hundred = DecimalNumber("100")
}
