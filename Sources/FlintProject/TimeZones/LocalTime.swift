import FlintModel

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
