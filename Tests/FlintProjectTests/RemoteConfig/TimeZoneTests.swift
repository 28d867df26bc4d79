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
    let table = try TimeZones(files: InstalledZones()).table(named: zone)
    let local = try #require(LocalTime(local)).seconds
    #expect(table.universalTime(ofLocal: local) == LocalTime(utc)?.seconds)
  }

  @Test(
    "Are found only by IANA's names",
    arguments: [
      "", "/", "Europe", "Europe/", "/Europe/Paris", "../zoneinfo/UTC", "posix/UTC", "right/UTC",
      "posixrules", "tzdata.zi", "zone.tab", "europe/paris", "UTC\u{0}",
    ])
  func names(name: String) {
    #expect(throws: TimeZoneProblem.unknown) {
      try TimeZones(files: InstalledZones()).table(named: name)
    }
  }

  /// POSIX rules, a local time, and the offset of UTC from it in minutes.
  static let rules: [(rule: String, local: String, minutes: Int64)] = [
    ("UTC0", "2026-07-15T12:00:00", 0), ("<-03>3", "2026-07-15T12:00:00", 180),
    ("EST5EDT,M3.2.0,M11.1.0", "2026-03-08T01:59:59", 300),
    ("EST5EDT,M3.2.0,M11.1.0", "2026-03-08T03:00:00", 240),
    ("EST5EDT4:30,M3.2.0/2:00:00,M11.1.0/2", "2026-07-15T12:00:00", 270),
    // Days counted without and with the leap day: both are 1 March 2028.
    ("AAA0BBB,J60/0,J300/0", "2028-02-29T23:00:00", 0),
    ("AAA0BBB,J60/0,J300/0", "2028-03-01T02:00:00", -60),
    ("AAA0BBB,59/0,300/0", "2028-02-29T02:00:00", -60),
    // Transitions before the beginning and after the end of the day.
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-28T22:59:59", 120),
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T00:00:00", 60),
    ("IST-2IDT,M3.4.4/26,M10.5.0", "2026-03-27T01:59:59", -120),
    ("IST-2IDT,M3.4.4/26,M10.5.0", "2026-03-27T03:00:00", -180),
  ]

  @Test("Follow the POSIX rule after the last transition", arguments: rules)
  func posix(rule: String, local: String, minutes: Int64) throws {
    let rule = try #require(TimeZoneRule(rule))
    let local = try #require(LocalTime(local)).seconds
    let last = (2025...2029).flatMap { rule.transitions(in: $0) }
      .last { $0.firstLocalTime <= local }
    #expect((last?.offsetAfter ?? rule.standardOffset) == -minutes * 60)
  }

  @Test(
    "Reject invalid rules",
    arguments: [
      "", "E5", "EST", "EST5EDT", "EST5EDT,M3.2.0", "EST5EDT,M13.2.0,M11.1.0",
      "EST5EDT,M3.6.0,M11.1.0",
      "EST168", "<+03-3", "EST5EDT,J0,J1", "EST5EDT,M3.2.0,M11.1.0x",
    ])
  func noRule(text: String) {
    #expect(TimeZoneRule(text) == nil)
  }

  @Test("Reject truncated or modified files without reading beyond their end")
  func cutFiles() throws {
    let file = try #require(InstalledZones().file(named: "Europe/Paris"))
    let bytes = Array(file.bytes)
    func isAccepted(_ bytes: some Sequence<UInt8>) -> Bool {
      Array(bytes).withUnsafeBytes { TimeZoneTable(tzif: $0) != nil }
    }
    #expect(isAccepted(bytes))
    #expect((0..<bytes.count).filter { isAccepted(bytes.prefix($0)) } == [], "accepted lengths")
    let accepted = (20..<44).filter { index in
      var changed = bytes
      changed[index] = 0xFF
      return isAccepted(changed)
    }
    #expect(accepted == [], "accepted positions of a changed byte")
  }

  @Test(
    "Accept local times only as dates with an optional time",
    arguments: [
      "2026-13-01", "2026-02-30", "2026-1-1", "0000-01-01", "2026-01-01T", "2026-01-01T24:00",
      "2026-01-01T10", "2026-01-01T10:00:60", "2026-01-01T10:00:00.5", "2026-01-01 10:00",
      "2026-01-01T10:00:00Z", "２026-01-01", "",
    ])
  func noLocalTime(text: String) {
    #expect(LocalTime(text) == nil)
  }
}
