import FlintModel
import RandomModels
import TestSupport
import Testing

@Suite("Dates")
struct DateTimeTests {
  /// A calendar that counts days one by one, using only the rule of leap years.
  private struct Counted {
    var (year, month, day) = (1970, 1, 1)

    private var lengthOfMonth: Int {
      let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
      return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    mutating func goOn() {
      day += 1
      if day > lengthOfMonth { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }

    var text: String {
      func padded(_ number: Int, _ width: Int) -> String {
        String(repeating: "0", count: width - "\(number)".count) + "\(number)"
      }
      return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }
  }

  @Test("Every day equals the counted day, and is written as that date")
  func everyDay() {
    var counted = Counted()
    var seconds: Int64 = 0
    var wrong = 0
    // The calendar repeats after 400 years.
    let end = TestDepth.count(2400, thorough: 10_000)
    while counted.year < end {
      let date = DateTime(counted.text)
      if date?.seconds != seconds || date?.description != counted.text { wrong += 1 }
      seconds += 86400
      counted.goOn()
    }
    #expect(wrong == 0)
  }

  @Test("The last date is the last second of the year 9999")
  func lastMoment() {
    let last: Int64 = 253_402_300_799
    #expect(
      [last, last + 1].map { DateTime(seconds: $0) } == [DateTime("9999-12-31T23:59:59Z"), nil])
  }

  @Test(
    "A date keeps its written form, and is compared by its time",
    arguments: [
      ("2026-12-01", "2026-12-01T00:00Z"), ("2026-12-01T18:30Z", "2026-12-01T18:30:00Z"),
      ("1970-01-01", "1970-01-01T00:00:00Z"),
    ])
  func forms(short: String, long: String) {
    let dates = [short, long].map { DateTime($0) }
    #expect(Set(dates).count == 1)
    #expect(dates.map { $0?.description } == [short, long])
  }

  @Test(
    "Other texts are not dates",
    arguments: [
      "", "2026", "2026-1-1", "2026-02-29", "2025-13-01", "2026-00-10", "2026-04-31", "1969-12-31",
      "10000-01-01", "2026-12-01T24:00Z", "2026-12-01T12:60Z", "2026-12-01T12:00:60Z",
      "2026-12-01T12Z", "2026-12-01T12:00", "2026-12-01T12:00+01:00", "2026-12-01 12:00Z",
      "2026-12-01T12:00:00.5Z", "２026-12-01", "2026-12-01t12:00Z", "+026-12-01", "2026/12/01",
    ])
  func noMoments(text: String) {
    #expect(DateTime(text) == nil)
  }

  @Test(
    "Months are added by the calendar, clamped to the end of the month, before the other units",
    arguments: [
      ("2026-01-31", 1, 0, "2026-02-28"), ("2028-01-31", 1, 0, "2028-02-29"),
      ("2028-02-29", 12, 0, "2029-02-28"), ("2026-01-31T10:00Z", 1, 86400, "2026-03-01T10:00Z"),
      ("2026-03-31", -1, 0, "2026-02-28"), ("2026-12-15", 1, -1, "2027-01-14T23:59:59Z"),
      ("9999-12-31", 1, 0, nil), ("1970-01-01", 0, -1, nil), ("1970-01-31", -1, 86400, nil),
    ] as [(DateTime, Int, Int64, String?)])
  func advanced(from: DateTime, months: Int, seconds: Int64, to: String?) {
    #expect(from.advanced(months: months, seconds: seconds)?.description == to)
  }

  @Test(
    "Every date is read back from its text",
    arguments: TestDepth.seeds(15, thorough: 500))
  func roundTrip(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let seconds = Int64(random.int(0...253_402_300_799))
    let text = DateTime(seconds: seconds)?.description
    #expect(text.flatMap { DateTime($0) }?.seconds == seconds)
  }
}
