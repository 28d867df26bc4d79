import FlintModel

/// A date and a time of day without a time zone.
struct LocalTime {
  /// The seconds from the start of 1970 to this time, computed as if the time were in UTC.
  let seconds: Int64

  /// Parses a date such as `2026-12-01`, or a date with a time such as `2026-12-01T09:00` or `2026-12-01T09:00:00`.
  /// Returns nil for other texts, invalid dates and the year 0.
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

  /// Parses numbers that are separated by a character, such as `12:30`. `widths` contains the required number of digits
  /// of each number. Returns nil for other texts.
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
