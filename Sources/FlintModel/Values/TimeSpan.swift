/// An ISO 8601 duration, such as `P2D`, `P7DT12H` or `-P30D`. The text stays as written.
///
/// Years and months vary in length, so a time span that measures an age has none.
public struct TimeSpan: Sendable {
  /// Years and months, in months. Only scenarios have these, to advance dates.
  package let months: Int

  /// The sum of weeks, days, hours, minutes and seconds, in seconds.
  public let seconds: Int64
  private let text: String

  /// Nil for text that is not ISO 8601, such as `P`. Also nil for fractions, repeated or misordered
  /// units, numbers beyond 64 bits, and years and months: `P15M` is 15 months, `PT15M` 15 minutes.
  public init?(_ text: String) { self.init(text, units: Self.fixedUnits) }

  /// Like ``init(_:)``, but also accepts years and months.
  package init?(withMonths text: String) {
    self.init(text, units: [("Y", 12, 0), ("M", 1, 0)] + Self.fixedUnits)
  }

  private typealias Unit = (letter: Character, months: Int64, seconds: Int64)
  private static let fixedUnits: [Unit] = [("W", 0, 604_800), ("D", 0, 86400)]

  private init?(_ text: String, units: [Unit]) {
    var units = units
    var rest = Substring(text).utf8
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest = rest.dropFirst() }
    guard rest.popFirst() == UInt8(ascii: "P") else { return nil }
    var (months, seconds): (Int64, Int64) = (0, 0)
    var (isTime, hasUnit) = (false, false)
    while let first = rest.first {
      if first == UInt8(ascii: "T"), !isTime {
        isTime = true
        hasUnit = false
        rest = rest.dropFirst()
        units = [("H", 0, 3600), ("M", 0, 60), ("S", 0, 1)]
        continue
      }
      let digits = rest.prefix { "0"..."9" ~= Unicode.Scalar($0) }
      rest = rest.dropFirst(digits.count)
      guard let count = Int64(String(digits) ?? ""), let letter = rest.popFirst(),
        let unit = units.firstIndex(where: { $0.letter.asciiValue == letter })
      else { return nil }
      func add(_ factor: Int64, to sum: inout Int64) -> Bool {
        let (product, isTooMuch) = count.multipliedReportingOverflow(by: factor)
        let (total, overflow) = sum.addingReportingOverflow(product)
        sum = total
        return !isTooMuch && !overflow
      }
      guard add(units[unit].months, to: &months), add(units[unit].seconds, to: &seconds)
      else { return nil }
      units.removeFirst(unit + 1)
      hasUnit = true
    }
    guard hasUnit else { return nil }
    self.months = Int(isNegative ? -months : months)
    self.seconds = isNegative ? -seconds : seconds
    self.text = text
  }

  public static func days(_ days: Int) -> TimeSpan { TimeSpan("P", days, "D") }
  public static func hours(_ hours: Int) -> TimeSpan { TimeSpan("PT", hours, "H") }
  public static func minutes(_ minutes: Int) -> TimeSpan { TimeSpan("PT", minutes, "M") }

  private init(_ prefix: String, _ count: Int, _ unit: String) {
    let text = (count < 0 ? "-" : "") + prefix + "\(count.magnitude)\(unit)"
    guard let span = TimeSpan(text) else {
      preconditionFailure("the duration '\(text)' is too long")
    }
    self = span
  }
}

extension TimeSpan {
  /// Adds seconds to a span without years and months. Nil beyond 64 bits.
  package func moved(by change: Int64) -> TimeSpan? {
    let (next, isTooLong) = seconds.addingReportingOverflow(change)
    if isTooLong { return nil }
    var (rest, days, time) = (next.magnitude, "", "")
    for (unit, size) in [("D", 86_400), ("H", 3_600), ("M", 60), ("S", 1)] as [(String, UInt64)]
    where rest >= size {
      if unit == "D" { days = "\(rest / size)D" } else { time += "\(rest / size)\(unit)" }
      rest %= size
    }
    if next == 0 { time = "0S" }
    return TimeSpan((next < 0 ? "-P" : "P") + days + (time.isEmpty ? "" : "T" + time))
  }
}

extension TimeSpan: Comparable, Hashable {
  public static func == (one: TimeSpan, other: TimeSpan) -> Bool {
    one.months == other.months && one.seconds == other.seconds
  }
  public static func < (one: TimeSpan, other: TimeSpan) -> Bool {
    (one.months, one.seconds) < (other.months, other.seconds)
  }
  public func hash(into hasher: inout Hasher) {
    hasher.combine(months)
    hasher.combine(seconds)
  }
}

extension TimeSpan: CustomStringConvertible {
  public var description: String { text }
}
