import FlintCore
import Testing

@Suite("Versions")
struct VersionTests {
  @Test(
    "one to three numbers without leading zeros are a version, kept as written",
    arguments: ["0", "9", "9.0", "10.13.4", "2147483647.0.2147483647"])
  func valid(text: String) {
    #expect(Version(text)?.description == text)
  }

  @Test(
    "anything else is none",
    arguments: [
      "", ".", "1.", ".1", "1..2", "1.2.3.4", "01", "1.02", "00", "-1", "+1", " 1", "1 ", "1,2",
      "10.x", "latest", "2147483648", "99999999999999999999", "١", "1\0",
    ])
  func invalid(text: String) {
    #expect(Version(text) == nil)
  }

  @Test(
    "versions compare number by number, missing parts being zero",
    arguments: [
      ("9", "10", true), ("10.9", "10.10", true), ("10.9.9", "10.10", true),
      ("9", "9.0.0", false), ("9.0.1", "9", false), ("1.99", "2", true),
    ] as [(Version, Version, Bool)])
  func order(low: Version, high: Version, isLess: Bool) {
    #expect((low < high) == isLess)
  }

  @Test("versions written differently are equal and hash alike")
  func equality() {
    #expect(Set<Version>([9, "9.0", "9.0.0"]).count == 1)
  }

  @Test(
    "a range tells on which side a version misses it",
    arguments: [
      (.version("13.9"), .tooLow), (.version("14"), .within), (.version("16.9.9"), .within),
      (.version("17.0"), .tooHigh), (.latest, .tooHigh),
    ] as [(InstalledVersion, VersionRange.Position)])
  func position(version: InstalledVersion, expected: VersionRange.Position) throws {
    let range = try #require(VersionRange(atLeast: "14", below: "17"))
    #expect(range.position(of: version) == expected)
    #expect(range.contains(version) == (expected == .within))
  }

  @Test("the latest version is at least every version")
  func latest() {
    #expect(InstalledVersion.latest.isAtLeast("2147483647.2147483647.2147483647"))
  }

  @Test("a range needs a limit, and its lower one below its upper one")
  func impossibleRanges() {
    #expect(VersionRange(atLeast: nil, below: nil) == nil)
    #expect(VersionRange(atLeast: "14", below: "14.0") == nil)
    #expect(VersionRange(atLeast: "15", below: "14") == nil)
  }

  @Test("a range reads like the comparison it is, in the versions as written")
  func description() {
    #expect(VersionRange.atLeast("9.0").description == ">= 9.0")
    #expect(VersionRange.below(17).description == "< 17")
    #expect(VersionRange(atLeast: 14, below: "17.1")?.description == ">= 14, < 17.1")
  }
}
