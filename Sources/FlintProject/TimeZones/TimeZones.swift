import FlintModel
package import FlintText

package protocol TimeZoneFiles {
  /// TZif, without `..` and a leading slash in the name.
  func file(named name: String) -> SourceText?

  var areInstalled: Bool { get }
}

enum TimeZoneProblem: Error {
  case unknown
  case noData
}

struct TimeZones {
  let files: any TimeZoneFiles

  func table(named name: String) throws(TimeZoneProblem) -> TimeZoneTable {
    // UTC and its other names need no file.
    if ["UTC", "GMT", "Etc/UTC", "Etc/GMT"].contains(name) { return TimeZoneTable() }
    guard Self.isName(name) else { throw .unknown }
    if let file = files.file(named: name), let table = TimeZoneTable(tzif: file.bytes) {
      return table
    }
    throw files.areInstalled ? .unknown : .noData
  }

  /// Not in `right` and `posix`, which have variants of all zones.
  private static func isName(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let areWords = parts.allSatisfy { part in
      !part.isEmpty
        && part.utf8.allSatisfy { byte in
          switch byte {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"),
            UInt8(ascii: "-"):
            true
          default: false
          }
        }
    }
    return areWords && !["right", "posix", "posixrules", "localtime"].contains(parts[0])
  }
}

/// Offsets from UTC, from TZif (RFC 8536).
struct TimeZoneTable {
  struct Transition {
    /// In seconds since 1970.
    var time: Int64
    var offsetBefore: Int64
    var offsetAfter: Int64

    /// Skipped and repeated times take `offsetBefore`, so that a repeated one is the first.
    var firstLocalTime: Int64 { time + max(offsetBefore, offsetAfter) }
  }

  private var transitions: [Transition] = []
  private var initialOffset: Int64 = 0
  /// After the last transition; nil keeps the last offset.
  private var rule: TimeZoneRule?

  init() {}

  init?(tzif bytes: UnsafeRawBufferPointer) {
    var reader = BigEndianReader(bytes)
    guard let first = TZifHeader(&reader) else { return nil }
    if first.version == 0 {
      guard readBlock(first, timeWidth: 4, &reader) else { return nil }
      return
    }
    // The first block is for readers that support only version 1.
    guard reader.skip(first.blockLength(timeWidth: 4)), let header = TZifHeader(&reader),
      readBlock(header, timeWidth: 8, &reader)
    else { return nil }
    let footer = reader.rest
    guard footer.first == 0x0A, let end = footer.dropFirst().firstIndex(of: 0x0A) else {
      return nil
    }
    let text = String(decoding: footer[footer.startIndex + 1..<end], as: UTF8.self)
    if text.isEmpty { return }
    guard let rule = TimeZoneRule(text) else { return nil }
    self.rule = rule
  }

  private mutating func readBlock(
    _ header: TZifHeader, timeWidth: Int, _ reader: inout BigEndianReader
  ) -> Bool {
    guard header.typeCount > 0 else { return false }
    var times: [Int64] = []
    for _ in 0..<header.timeCount {
      guard let time = reader.integer(width: timeWidth) else { return false }
      times.append(time)
    }
    var types: [Int] = []
    for _ in 0..<header.timeCount {
      guard let type = reader.integer(width: 1) else { return false }
      types.append(Int(UInt8(truncatingIfNeeded: type)))
    }
    var offsets: [Int64] = []
    for _ in 0..<header.typeCount {
      guard let offset = reader.integer(width: 4), reader.skip(2) else { return false }
      // RFC 8536 permits offsets of slightly more than a day.
      guard -93_599...93_599 ~= offset else { return false }
      offsets.append(offset)
    }
    let length =
      header.charCount + header.leapCount * (timeWidth + 4) + header.isStdCount
      + header.isUTCCount
    guard reader.skip(length), types.allSatisfy({ $0 < offsets.count }),
      zip(times, times.dropFirst()).allSatisfy(<), times.allSatisfy({ abs($0) < 1 << 60 })
    else { return false }
    initialOffset = offsets[0]
    var before = initialOffset
    for (time, type) in zip(times, types) {
      transitions.append(
        Transition(time: time, offsetBefore: before, offsetAfter: offsets[type]))
      before = offsets[type]
    }
    return true
  }

  /// Seconds since 1970, the local ones as if in UTC.
  func universalTime(ofLocal local: Int64) -> Int64 {
    let last = transitions.last { $0.firstLocalTime <= local }
    var offset = last?.offsetAfter ?? initialOffset
    let isPastTable = last?.time == transitions.last?.time
    if isPastTable, let rule {
      let year = CalendarDay(daysSince1970: Int(local >= 0 ? local : local - 86399) / 86400).year
      let further = (year - 1...year + 1).flatMap { rule.transitions(in: $0) }
        .filter { transition in last.map { $0.time < transition.time } ?? true }
      offset = further.last { $0.firstLocalTime <= local }?.offsetAfter ?? offset
      if rule.daylight == nil { offset = rule.standardOffset }
    }
    return local - offset
  }
}

private struct TZifHeader {
  let version: UInt8
  let isUTCCount: Int
  let isStdCount: Int
  let leapCount: Int
  let timeCount: Int
  let typeCount: Int
  let charCount: Int

  init?(_ reader: inout BigEndianReader) {
    guard reader.rest.prefix(4).elementsEqual("TZif".utf8), reader.skip(4),
      let version = reader.integer(width: 1), reader.skip(15)
    else { return nil }
    var counts: [Int] = []
    for _ in 0..<6 {
      guard let count = reader.integer(width: 4), 0...1 << 20 ~= count else { return nil }
      counts.append(Int(count))
    }
    self.version = UInt8(truncatingIfNeeded: version)
    (isUTCCount, isStdCount, leapCount) = (counts[0], counts[1], counts[2])
    (timeCount, typeCount, charCount) = (counts[3], counts[4], counts[5])
  }

  func blockLength(timeWidth: Int) -> Int {
    timeCount * (timeWidth + 1) + typeCount * 6 + charCount + leapCount * (timeWidth + 4)
      + isStdCount + isUTCCount
  }
}

private struct BigEndianReader {
  private(set) var rest: Slice<UnsafeRawBufferPointer>

  init(_ bytes: UnsafeRawBufferPointer) { rest = bytes[...] }

  mutating func integer(width: Int) -> Int64? {
    guard rest.count >= width, let first = rest.first else { return nil }
    var value = Int64(Int8(bitPattern: first))
    for byte in rest.prefix(width).dropFirst() { value = value << 8 | Int64(byte) }
    rest = rest.dropFirst(width)
    return value
  }

  mutating func skip(_ count: Int) -> Bool {
    guard rest.count >= count else { return false }
    rest = rest.dropFirst(count)
    return true
  }
}

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

/// Without a time zone.
struct LocalTime {
  /// Since 1970, as if in UTC.
  let seconds: Int64

  /// `2026-12-01`, `2026-12-01T09:00` or `2026-12-01T09:00:00`; nil for the year 0.
  init?(_ text: String) {
    let parts = text.split(separator: "T", omittingEmptySubsequences: false)
    guard let date = parts.first, parts.count <= 2,
      let fields = Self.numbers(in: date, dividedBy: "-", widths: [4, 2, 2]),
      fields[0] > 0, 1...12 ~= fields[1],
      1...CalendarDay.daysOfMonth(fields[1], year: fields[0]) ~= fields[2]
    else { return nil }
    var time = 0
    if parts.count == 2 {
      guard
        let fields = Self.numbers(in: parts[1], dividedBy: ":", widths: [2, 2, 2])
          ?? Self.numbers(in: parts[1], dividedBy: ":", widths: [2, 2]),
        fields[0] < 24, fields.dropFirst().allSatisfy({ $0 < 60 })
      else { return nil }
      time = fields.reduce(0) { $0 * 60 + $1 } * (fields.count == 2 ? 60 : 1)
    }
    let day = CalendarDay(year: fields[0], month: fields[1], day: fields[2])
    seconds = Int64(day.daysSince1970) * 86400 + Int64(time)
  }

  private static func numbers(
    in text: Substring, dividedBy separator: Character, widths: [Int]
  ) -> [Int]? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == widths else { return nil }
    let numbers = parts.compactMap { part in
      part.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? Int(part) : nil
    }
    return numbers.count == widths.count ? numbers : nil
  }
}
