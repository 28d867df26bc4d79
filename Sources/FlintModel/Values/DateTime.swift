/// A second in UTC, in the years 1970 to 9999. The text stays as written: `2026-12-01`,
/// `2027-01-07T12:00Z`.
public struct DateTime: Sendable {
  /// Since 1970.
  public let seconds: Int64

  private let form: Form

  private enum Form: UInt8, Sendable {
    case day, minute, second
  }

  /// The end of 9999, in seconds since 1970.
  package static let end: Int64 = 253_402_300_800

  private init(seconds: Int64, form: Form) {
    self.seconds = seconds
    self.form = form
  }

  /// With the shortest text; nil outside 1970 to 9999.
  public init?(seconds: Int64) {
    guard 0..<Self.end ~= seconds else { return nil }
    let form: Form = seconds % 86400 == 0 ? .day : seconds % 60 == 0 ? .minute : .second
    self.init(seconds: seconds, form: form)
  }

  /// Nil if there is no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard 1970...9999 ~= year, 1...12 ~= month,
      1...CalendarDay.daysOfMonth(month, year: year) ~= day
    else { return nil }
    let days = CalendarDay(year: year, month: month, day: day).daysSince1970
    self.init(seconds: Int64(days) * 86400, form: .day)
  }

  public init?(_ text: String) {
    var text = text
    guard let read = text.withUTF8({ Self(utf8: UnsafeRawBufferPointer($0)) }) else { return nil }
    self = read
  }

  /// As ``init(_:)-(String)``.
  package init?(utf8 bytes: UnsafeRawBufferPointer) {
    func number(_ from: Int, _ count: Int) -> Int? {
      var value = 0
      for index in from..<from + count {
        let digit = bytes[index] &- UInt8(ascii: "0")
        guard digit < 10 else { return nil }
        value = value * 10 + Int(digit)
      }
      return value
    }
    func has(_ character: Unicode.Scalar, at index: Int) -> Bool {
      bytes[index] == UInt8(ascii: character)
    }
    guard [10, 17, 20].contains(bytes.count), has("-", at: 4), has("-", at: 7),
      let year = number(0, 4), let month = number(5, 2), let day = number(8, 2),
      let date = DateTime(year: year, month: month, day: day)
    else { return nil }
    guard bytes.count > 10 else {
      self = date
      return
    }
    guard has("T", at: 10), has(":", at: 13), has("Z", at: bytes.count - 1),
      let hour = number(11, 2), let minute = number(14, 2), hour < 24, minute < 60
    else { return nil }
    var second = 0
    if bytes.count == 20 {
      guard has(":", at: 16), let read = number(17, 2), read < 60 else { return nil }
      second = read
    }
    self.init(
      seconds: date.seconds + Int64(hour * 3600 + minute * 60 + second),
      form: bytes.count == 20 ? .second : .minute)
  }
}

extension DateTime: Comparable, Hashable {
  public static func == (one: DateTime, other: DateTime) -> Bool { one.seconds == other.seconds }
  public static func < (one: DateTime, other: DateTime) -> Bool { one.seconds < other.seconds }
  public func hash(into hasher: inout Hasher) { hasher.combine(seconds) }
}

extension DateTime: CustomStringConvertible {
  /// As written.
  public var description: String {
    let day = CalendarDay(daysSince1970: Int(seconds / 86400))
    let time = Int(seconds % 86400)
    let date = "\(padded(day.year, 4))-\(padded(day.month))-\(padded(day.day))"
    switch form {
    case .day: return date
    case .minute: return date + "T\(padded(time / 3600)):\(padded(time / 60 % 60))Z"
    case .second:
      return date + "T\(padded(time / 3600)):\(padded(time / 60 % 60)):\(padded(time % 60))Z"
    }
  }

  private func padded(_ number: Int, _ width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}

extension DateTime: ExpressibleByStringLiteral {
  /// An invalid literal ends the program.
  public init(stringLiteral text: String) {
    guard let date = DateTime(text) else {
      preconditionFailure("'\(text)' is not a date: write 2026-12-01 or 2026-12-01T18:00Z")
    }
    self = date
  }
}

extension DateTime {
  /// Months first, keeping the day or ending the month. Nil outside 1970 to 9999.
  public func advanced(months: Int, seconds: Int64) -> DateTime? {
    let start = CalendarDay(daysSince1970: Int(self.seconds / 86400))
    let (total, overflow) = (start.year * 12 + start.month - 1).addingReportingOverflow(months)
    guard !overflow, 1970 * 12..<10000 * 12 ~= total else { return nil }
    let (year, month) = (total / 12, total % 12 + 1)
    let day = min(start.day, CalendarDay.daysOfMonth(month, year: year))
    let days = Int64(CalendarDay(year: year, month: month, day: day).daysSince1970)
    let (sum, isTooMuch) = (days * 86400 + self.seconds % 86400)
      .addingReportingOverflow(seconds)
    return isTooMuch ? nil : DateTime(seconds: sum)
  }
}
