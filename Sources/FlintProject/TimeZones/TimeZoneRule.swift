import FlintModel

/// A rule that defines when the clocks of a time zone change each year, such as `CET-1CEST,M3.5.0,M10.5.0/3`. The
/// notation is that of the POSIX variable `TZ`, with the extension of RFC 8536.
struct TimeZoneRule {
  /// The daylight saving time of a time zone: its offset from UTC in seconds, and the times at which it starts and ends
  /// each year.
  struct Daylight {
    var offset: Int64
    var start: YearlyTime
    var end: YearlyTime
  }

  /// A time that recurs every year, such as the start of daylight saving time. It is a local time, as clocks show it
  /// before the change.
  struct YearlyTime {
    enum Day {
      /// The n-th occurrence of a weekday in a month: `week` is n, and the weekday 0 is Sunday. If `week` is 5, the
      /// last occurrence is meant.
      case weekday(Int, week: Int, month: Int)
      /// The day of the year from 1 to 365. 29 February is not counted, so the day 60 is 1 March in every year.
      case dayWithoutLeapDay(Int)
      /// The day of the year from 0 to 365. 29 February is counted, so 1 March is the day 59, or 60 in leap years.
      case day(Int)
    }

    var day: Day
    /// The time of day, in seconds after the start of the day. The value may be negative or exceed one day.
    var seconds: Int64
  }

  /// The offset of standard time from UTC, in seconds. It is positive east of Greenwich.
  let standardOffset: Int64
  let daylight: Daylight?

  /// Parses a rule in the notation of `TZ`, such as `CET-1CEST,M3.5.0,M10.5.0/3`. Returns nil if the text is not a
  /// valid rule.
  init?(_ text: String) {
    var parser = TimeZoneRuleParser(text)
    guard parser.skipName(), let west = parser.duration() else { return nil }
    standardOffset = -west
    if parser.isAtEnd {
      daylight = nil
      return
    }
    guard parser.skipName() else { return nil }
    let offset = parser.duration().map { -$0 } ?? standardOffset + 3600
    guard let start = parser.yearlyTime(), let end = parser.yearlyTime(), parser.isAtEnd else {
      return nil
    }
    daylight = Daylight(offset: offset, start: start, end: end)
  }

  /// Returns the changes between standard time and daylight saving time in a year, in chronological order.
  func transitions(in year: Int) -> [TimeZoneTable.Transition] {
    guard let daylight else { return [] }
    let start = TimeZoneTable.Transition(
      time: daylight.start.localTime(in: year) - standardOffset, offsetBefore: standardOffset,
      offsetAfter: daylight.offset)
    let end = TimeZoneTable.Transition(
      time: daylight.end.localTime(in: year) - daylight.offset, offsetBefore: daylight.offset,
      offsetAfter: standardOffset)
    return start.time < end.time ? [start, end] : [end, start]
  }
}

extension TimeZoneRule.YearlyTime {
  /// Returns this yearly recurring time, such as the start of daylight saving time, in the given year. The result is in
  /// seconds since 1970, computed as if the local time were in UTC.
  fileprivate func localTime(in year: Int) -> Int64 { Int64(dayNumber(in: year)) * 86400 + seconds }

  private func dayNumber(in year: Int) -> Int {
    let newYear = CalendarDay(year: year, month: 1, day: 1).daysSince1970
    switch day {
    case .weekday(let weekday, let week, let month):
      let first = CalendarDay(year: year, month: month, day: 1).daysSince1970
      // Day 0, 1 January 1970, was a Thursday, which has number 4.
      let firstWeekday = ((first + 4) % 7 + 7) % 7
      let offset = (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
      let length = CalendarDay.daysOfMonth(month, year: year)
      return first + (offset < length ? offset : offset - 7)
    case .dayWithoutLeapDay(let day):
      return newYear + day - (CalendarDay.isLeap(year) && day >= 60 ? 0 : 1)
    case .day(let day): return newYear + day
    }
  }
}

private struct TimeZoneRuleParser {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  /// Skips the name of a time zone, for example `CET` or `<+03>`. Returns false if there is none.
  mutating func skipName() -> Bool {
    if take("<") {
      guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
      rest = rest[end...].dropFirst()
      return true
    }
    let letters = rest.prefix { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 }
    rest = rest.dropFirst(letters.count)
    return letters.count >= 3
  }

  /// Reads a number with one to three digits. Returns nil if there is none.
  private mutating func number() -> Int? {
    let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    guard 1...3 ~= digits.count else { return nil }
    rest = rest.dropFirst(digits.count)
    return Int(String(Substring(digits)))
  }

  /// Reads a duration of hours, minutes and seconds, for example `-1`, `+5:30` or `26`, and returns it in seconds.
  /// Returns nil if there is none.
  mutating func duration() -> Int64? {
    let isNegative = take("-")
    if !isNegative { _ = take("+") }
    guard let hours = number(), hours <= 167 else { return nil }
    var seconds = hours * 3600
    if take(":") {
      guard let minutes = number(), minutes < 60 else { return nil }
      seconds += minutes * 60
      if take(":") {
        guard let rest = number(), rest < 60 else { return nil }
        seconds += rest
      }
    }
    return Int64(isNegative ? -seconds : seconds)
  }

  /// Reads a time that recurs every year, for example `,M3.5.0/2`: a comma, a day, and optionally a slash and a time of
  /// day (2:00 by default). Returns nil if there is none.
  mutating func yearlyTime() -> TimeZoneRule.YearlyTime? {
    guard take(","), let day = day() else { return nil }
    guard take("/") else { return TimeZoneRule.YearlyTime(day: day, seconds: 7200) }
    return duration().map { TimeZoneRule.YearlyTime(day: day, seconds: $0) }
  }

  private mutating func day() -> TimeZoneRule.YearlyTime.Day? {
    if take("M") {
      guard let month = number(), 1...12 ~= month, take("."), let week = number(), 1...5 ~= week,
        take("."), let weekday = number(), weekday <= 6
      else { return nil }
      return .weekday(weekday, week: week, month: month)
    }
    if take("J") {
      return number().flatMap { 1...365 ~= $0 ? .dayWithoutLeapDay($0) : nil }
    }
    return number().flatMap { $0 <= 365 ? .day($0) : nil }
  }
}
