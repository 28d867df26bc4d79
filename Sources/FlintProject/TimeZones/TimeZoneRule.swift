import FlintModel

/// POSIX `TZ` with the extension of RFC 8536: `CET-1CEST,M3.5.0,M10.5.0/3`.
struct TimeZoneRule {
  struct Daylight {
    var offset: Int64
    var start: YearlyTime
    var end: YearlyTime
  }

  /// As clocks show it before the change.
  struct YearlyTime {
    enum Day {
      /// Sunday is 0; week 5 is the last.
      case weekday(Int, week: Int, month: Int)
      /// From 1, without 29 February.
      case dayWithoutLeapDay(Int)
      /// From 0, with 29 February.
      case day(Int)
    }

    var day: Day
    /// Perhaps negative or beyond a day.
    var seconds: Int64
  }

  /// In seconds, positive east of Greenwich.
  let standardOffset: Int64
  let daylight: Daylight?

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

  /// In chronological order.
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
  /// Since 1970, as if in UTC.
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

  /// `CET` or `<+03>`.
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

  private mutating func number() -> Int? {
    let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    guard 1...3 ~= digits.count else { return nil }
    rest = rest.dropFirst(digits.count)
    return Int(String(Substring(digits)))
  }

  /// In seconds: `-1`, `+5:30` or `26`.
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

  /// `,M3.5.0/2`, at 2:00 by default.
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
