/// A moment in UTC, to the second, in the years 1970 to 9999; how it was written is kept for display alone.
///
/// Written as in ISO 8601: `2026-12-01` (the day's first moment), `2027-01-07T12:00Z` or `2027-01-07T12:00:30Z`.
public struct DateTime: Sendable {
  /// Since the beginning of 1970.
  public let seconds: Int64

  private let form: Form

  private enum Form: UInt8, Sendable {
    case day, minute, second
  }

  /// Tells how it was written: equal moments with equal forms are equal as text.
  package var writtenForm: UInt8 { form.rawValue }

  /// The first moment that is too late.
  package static let end: Int64 = 253_402_300_800

  private init(seconds: Int64, form: Form) {
    self.seconds = seconds
    self.form = form
  }

  /// The moment so many seconds after the beginning of 1970, in the shortest form; nil outside the years.
  public init?(seconds: Int64) {
    guard 0..<Self.end ~= seconds else { return nil }
    let form: Form = seconds % 86400 == 0 ? .day : seconds % 60 == 0 ? .minute : .second
    self.init(seconds: seconds, form: form)
  }

  /// Nil for a day that no calendar has, and outside the years 1970 to 9999.
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

  /// Reads a moment straight from its bytes; as ``init(_:)-(String)`` does from text.
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
  /// The moment as it was written.
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
  /// A moment written in code; text that is none is a programmer's error.
  public init(stringLiteral text: String) {
    guard let date = DateTime(text) else {
      preconditionFailure("'\(text)' is no date: write 2026-12-01 or 2026-12-01T18:00Z")
    }
    self = date
  }
}

extension DateTime {
  /// The moment so many months later, on the same day or the month's last, and then so many seconds later. Nil beyond the
  /// years.
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

/// A day of the Gregorian calendar.
private struct CalendarDay {
  var year: Int
  var month: Int
  var day: Int

  static func daysOfMonth(_ month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  init(year: Int, month: Int, day: Int) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  // Both ways count years from March on, so that a leap day is a year's last: H. Hinnant, “chrono-compatible low-level
  // date algorithms” (2013).

  var daysSince1970: Int {
    let year = month <= 2 ? year - 1 : year
    let era = year / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  init(daysSince1970 days: Int) {
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9)
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }
}
