/// A second in UTC, in the years 1970 to 9999. The text stays as written: `2026-12-01`,
/// `2027-01-07T12:00Z`.
public struct DateTime: Sendable {
  /// Seconds since 1970.
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

  /// The date with its shortest text; nil outside 1970 to 9999.
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
  /// Adds months, then seconds. Months keep the day, or give the month's last day if there is no
  /// such day. Nil outside 1970 to 9999.
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

/// A day in the proleptic Gregorian calendar.
package struct CalendarDay: Sendable {
  package let year: Int
  package let month: Int
  package let day: Int

  package static func daysOfMonth(_ month: Int, year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  package static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  package init(year: Int, month: Int, day: Int) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  // Both conversions between a day and a number of days start the year in March, so that a leap day is the last day of
  // its year. Source: H. Hinnant, “chrono-compatible low-level date algorithms” (2013).

  package var daysSince1970: Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// `days` must not be before 0000-03-01, from which the computation counts.
  package init(daysSince1970 days: Int) {
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9)
    self.init(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}
