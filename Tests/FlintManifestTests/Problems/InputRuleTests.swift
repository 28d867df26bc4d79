import Testing

@testable import FlintManifest

@Suite struct InputRuleTests {
  @Test("Rule names are kebab-case, and each rule has a description", arguments: InputRule.allCases)
  func rules(rule: InputRule) {
    #expect(rule.rawValue.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil)
    #expect(!rule.summary.isEmpty && !rule.summary.hasSuffix("."))
  }

  @Test(
    "A JSON number with a decimal point is reported as a version if it looks like one",
    arguments: [
      ("10.10", "10.10"), ("1.0", "1.0"), ("1e1", "10"), ("1.5E1", "15"), ("1.25e1", "12.5"),
      ("125e-1", "12.5"), ("100e-2", "1"), ("1e-2", nil), ("1e99", nil), ("10.05", nil),
      ("0.5", "0.5"), ("5e-1", "0.5"), ("1e+2", "100"),
    ] as [(String, String?)])
  func decimals(number: String, version: String?) {
    #expect(DecimalText.plain(number) == version)
  }
}
