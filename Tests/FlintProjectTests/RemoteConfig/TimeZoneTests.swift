import FlintManifest
import FlintText
import Testing

@testable import FlintProject

@Suite("Time zones")
struct TimeZoneTests {
  /// A local time in a zone, and the same time in UTC.
  static let times: [(zone: String, local: String, utc: String)] = [
    ("Europe/Paris", "2026-01-15T12:00:00", "2026-01-15T11:00:00"),
    ("Europe/Paris", "2026-07-15T12:00:00", "2026-07-15T10:00:00"),
    ("America/Los_Angeles", "2026-12-31T20:00:00", "2027-01-01T04:00:00"),
    ("Asia/Kolkata", "2026-07-15T00:00:00", "2026-07-14T18:30:00"),
    ("Asia/Kathmandu", "2026-07-15T00:00:00", "2026-07-14T18:15:00"),
    // In Dublin, winter time is the one that deviates from standard time.
    ("Europe/Dublin", "2026-01-15T12:00:00", "2026-01-15T12:00:00"),
    ("Europe/Dublin", "2026-07-15T12:00:00", "2026-07-15T11:00:00"),
    // Daylight saving time is half an hour, in the southern summer.
    ("Australia/Lord_Howe", "2026-01-15T12:00:00", "2026-01-15T01:00:00"),
    ("Australia/Lord_Howe", "2026-07-15T12:00:00", "2026-07-15T01:30:00"),
    // The date is long after the last listed transition.
    ("Europe/Paris", "2199-07-15T12:00:00", "2199-07-15T10:00:00"),
    ("America/New_York", "1975-02-24T12:00:00", "1975-02-24T16:00:00"),
    ("Etc/GMT+5", "2026-01-15T12:00:00", "2026-01-15T17:00:00"),
    // The clocks skip from 2:00 to 3:00. The offset before the transition is used.
    ("Europe/Paris", "2026-03-29T01:59:59", "2026-03-29T00:59:59"),
    ("Europe/Paris", "2026-03-29T02:30:00", "2026-03-29T01:30:00"),
    ("Europe/Paris", "2026-03-29T03:00:00", "2026-03-29T01:00:00"),
    // The clocks show 2:00 to 3:00 twice. The first occurrence is used.
    ("Europe/Paris", "2026-10-25T02:30:00", "2026-10-25T00:30:00"),
    ("Europe/Paris", "2026-10-25T03:00:00", "2026-10-25T02:00:00"),
  ]

  @Test("Convert a local time to UTC", arguments: times)
  func offsets(zone: String, local: String, utc: String) throws {
    let local = try #require(ExpressionParser.seconds(local + "Z"))
    let expected = try #require(ExpressionParser.seconds(utc + "Z"))
    #expect(InstalledZones().universalTime(ofLocal: local, in: zone) == expected)
  }

  @Test(
    "Are found only by IANA's names",
    arguments: [
      "", "/", "Europe", "Europe/", "/Europe/Paris", "../zoneinfo/UTC", "posix/UTC", "right/UTC",
      "posixrules", "tzdata.zi", "zone.tab", "europe/paris", "UTC\u{0}",
    ])
  func names(name: String) {
    #expect(InstalledZones().universalTime(ofLocal: 0, in: name) == nil)
  }

  @Test(
    "Accept local times only as dates with an optional time",
    arguments: [
      "2026-13-01", "2026-02-30", "2026-1-1", "0000-01-01", "2026-01-01T", "2026-01-01T24:00",
      "2026-01-01T10", "2026-01-01T10:00:60", "2026-01-01T10:00:00.5", "2026-01-01 10:00",
      "2026-01-01T10:00:00Z", "２026-01-01", "",
    ])
  func noLocalTime(text: String) {
    #expect(throws: InvalidInput.self) {
      try template(templateText(["dateTime > dateTime('\(text)', 'UTC')"]))
    }
  }
}
