import FlintModel
import Testing

@Suite("Versions")
struct VersionTests {
  @Test(
    "A version consists of one to three numbers without leading zeros, and is kept as written",
    arguments: ["0", "9", "9.0", "10.13.4", "2147483647.0.2147483647"])
  func valid(text: String) {
    #expect(Version(text)?.description == text)
  }

  @Test(
    "Other texts are not versions",
    arguments: [
      "", ".", "1.", ".1", "1..2", "1.2.3.4", "01", "1.02", "00", "-1", "+1", " 1", "1 ", "1,2",
      "10.x", "latest", "2147483648", "99999999999999999999", "١", "1\0",
    ])
  func invalid(text: String) {
    #expect(Version(text) == nil)
  }

  @Test(
    "Versions are compared number by number, and missing parts are zero",
    arguments: [
      ("9", "10", true), ("10.9", "10.10", true), ("10.9.9", "10.10", true),
      ("9", "9.0.0", false), ("9.0.1", "9", false), ("1.99", "2", true),
    ] as [(Version, Version, Bool)])
  func order(low: Version, high: Version, isLess: Bool) {
    #expect((low < high) == isLess)
  }

  @Test("Versions that are written differently are equal and have equal hash values")
  func equality() {
    #expect(Set<Version>([9, "9.0", "9.0.0"]).count == 1)
  }

  @Test(
    "A range reports whether a version is below or above it",
    arguments: [
      (.version("13.9"), .tooLow), (.version("14"), .within), (.version("16.9.9"), .within),
      (.version("17.0"), .tooHigh), (.latest, .tooHigh),
    ] as [(InstalledVersion, RangePosition)])
  func position(version: InstalledVersion, expected: RangePosition) {
    let range = VersionRange(atLeast: "14", below: "17")!
    #expect(range.position(of: version) == expected)
    #expect(range.contains(version) == (expected == .within))
  }

  @Test("The latest version is greater than or equal to every version")
  func latest() {
    #expect(InstalledVersion.latest.isAtLeast("2147483647.2147483647.2147483647"))
  }

  @Test("A range requires a limit, and a lower limit below the upper one")
  func impossibleRanges() {
    let ranges: [VersionRange?] = [
      VersionRange(atLeast: nil, below: nil), VersionRange(atLeast: "14", below: "14.0"),
      VersionRange(atLeast: "15", below: "14"),
    ]
    #expect(ranges == [nil, nil, nil])
  }

  @Test("A range is described as a comparison, with the versions as written")
  func description() {
    let ranges: [VersionRange?] = [
      .atLeast("9.0"), .below(17), VersionRange(atLeast: 14, below: "17.1"),
    ]
    let descriptions: [String?] = ranges.map { $0?.description }
    #expect(descriptions == [">= 9.0", "< 17", ">= 14, < 17.1"])
  }
}
