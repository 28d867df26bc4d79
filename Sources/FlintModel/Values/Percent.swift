/// From 0 to 100 %, with at most four decimals.
public struct Percent: Hashable, Comparable, Sendable {
  /// From 0 to 1,000,000.
  public let tenThousandths: Int32

  public init?(tenThousandths: Int) {
    guard 0...1_000_000 ~= tenThousandths else { return nil }
    self.tenThousandths = Int32(tenThousandths)
  }

  /// Digits without leading zeros, at most four decimals, no exponent, at most 100.
  public init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    func isDigits(_ part: Substring.UTF8View) -> Bool {
      !part.isEmpty && part.allSatisfy { "0"..."9" ~= Unicode.Scalar($0) }
    }
    guard 1...2 ~= parts.count, parts.allSatisfy(isDigits), parts[0].count <= 3,
      parts[0].count == 1 || parts[0].first != UInt8(ascii: "0"),
      let whole = Int(String(parts[0]) ?? "")
    else { return nil }
    var fraction = 0
    if parts.count == 2 {
      guard parts[1].count <= 4, let digits = Int(String(parts[1]) ?? "") else { return nil }
      fraction = (parts[1].count..<4).reduce(digits) { value, _ in value * 10 }
    }
    self.init(tenThousandths: whole * 10_000 + fraction)
  }

  public static let zero = Percent(tenThousandths: 0)!
  public static let hundred = Percent(tenThousandths: 1_000_000)!

  package static let maxPosition = Percent(tenThousandths: 999_999)!

  public static func < (one: Percent, other: Percent) -> Bool {
    one.tenThousandths < other.tenThousandths
  }
}

extension Percent: CustomStringConvertible {
  /// Without trailing zeros.
  public var description: String {
    let (whole, rest) = Int(tenThousandths).quotientAndRemainder(dividingBy: 10_000)
    if rest == 0 { return "\(whole)" }
    var digits = String(String(10_000 + rest).dropFirst())
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(whole).\(digits)"
  }
}

extension Percent: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  public init(integerLiteral percent: Int) { self.init(percent, "\(percent)") }

  public init(floatLiteral percent: Double) {
    self.init(Int((percent * 10_000).rounded()), isTenThousandths: true, "\(percent)")
  }

  private init(_ number: Int, isTenThousandths: Bool = false, _ text: String) {
    guard let percent = Percent(tenThousandths: isTenThousandths ? number : number * 10_000) else {
      preconditionFailure("\(text) is not a percentage: write a number from 0 to 100")
    }
    self = percent
  }
}
