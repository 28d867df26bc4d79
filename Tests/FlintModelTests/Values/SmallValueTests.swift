import FlintModel
import Testing

@Suite("Time spans, percentages and ranges")
struct SmallValueTests {
  @Test(
    "A time span consists of weeks, days, hours, minutes and seconds of fixed length",
    arguments: [
      ("P2D", 0, 172_800), ("PT12H", 0, 43_200), ("P7DT12H", 0, 648_000), ("P1W", 0, 604_800),
      ("-P30D", 0, -2_592_000), ("PT15M", 0, 900), ("PT0S", 0, 0), ("P15M", 15, 0),
      ("-P1M", -1, 0), ("P1Y2M", 14, 0), ("P1Y2M3W4DT5H6M7S", 14, 2_178_367), ("P00D", 0, 0),
    ] as [(String, Int, Int64)])
  func spans(text: String, months: Int, seconds: Int64) {
    let span = TimeSpan(withMonths: text)
    #expect(span?.months == months && span?.seconds == seconds && span?.description == text)
    #expect(TimeSpan(text) == (months == 0 ? span : nil))
  }

  @Test(
    "Other texts are not time spans",
    arguments: [
      "", "P", "PT", "P1DT", "1D", "P1", "PD", "P1.5D", "P1S", "PT1D", "P1D1D", "P1D2W", "PT1M1H",
      "p1d", "P-1D", "+P1D", "--P1D", "P1D ", "P99999999999999999999D", "P9223372036854775807W",
    ])
  func noSpans(text: String) {
    #expect(TimeSpan(text) == nil && TimeSpan(withMonths: text) == nil)
  }

  @Test(
    "A span with years or months, which vary in length, is no age",
    arguments: ["P15M", "P1Y", "P0M"])
  func calendarSpans(text: String) { #expect(TimeSpan(text) == nil) }

  @Test("Days equal 24 hours, however they are written")
  func equalSpans() {
    let spans: [TimeSpan?] = [
      TimeSpan("P1D"), TimeSpan("PT24H"), .days(1), .hours(24), .minutes(1440),
    ]
    #expect(Set(spans).count == 1)
    #expect(TimeSpan.days(-2).description == "-P2D" && TimeSpan.hours(3).description == "PT3H")
    #expect(TimeSpan.minutes(-15).description == "-PT15M")
    #expect(TimeSpan.days(1) < .days(2) && TimeSpan.days(-2) < .hours(-1))
  }

  @Test(
    "A percentage has at most four decimals and is shown without trailing zeros",
    arguments: [
      ("0", 0, "0"), ("100", 1_000_000, "100"), ("12.5", 125_000, "12.5"),
      ("12.5000", 125_000, "12.5"), ("99.9999", 999_999, "99.9999"), ("0.0001", 1, "0.0001"),
      ("7.05", 70_500, "7.05"),
    ] as [(String, Int32, String)])
  func percents(text: String, tenThousandths: Int32, shown: String) {
    let percent = Percent(text)
    #expect(percent?.tenThousandths == tenThousandths && percent?.description == shown)
  }

  @Test(
    "Other texts are not percentages",
    arguments: [
      "", ".5", "5.", "100.0001", "101", "-1", "1e1", "01", "0.00001", "1,5", "１", "1.2.3", "1000",
    ])
  func noPercents(text: String) {
    #expect(Percent(text) == nil)
  }

  @Test("A literal has the value of its percentage")
  func percentLiterals() {
    let literals: [Percent] = [12.5, 33, 99.9999]
    let tenThousandths = literals.map(\.tenThousandths)
    #expect(tenThousandths == [125_000, 330_000, 999_999])
  }

  @Test("A range includes its lower limit and excludes its upper one")
  func bounds() throws {
    typealias Range = Bounds<Int64>
    let range = try #require(Range(atLeast: 3, below: 5))
    let positions = (2...5).map { range.position(of: $0) }
    #expect(positions == [.tooLow, .within, .within, .tooHigh])
    #expect(range.description == ">= 3, < 5")
    #expect(Range.atLeast(3).contains(.max) && Range.below(3).contains(.min))
    let empty: [Range?] = [Range(atLeast: 3, below: 3), Range(atLeast: nil, below: nil)]
    #expect(empty == [nil, nil])
  }

  @Test("Texts are equal if their scalars are")
  func exactTexts() {
    let (composed, decomposed) = (ExactText("\u{E9}"), ExactText("e\u{301}"))
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed, composed]).count == 2)
  }

  @Test("A pattern is not empty, and contains neither duplicate nor empty texts")
  func patterns() {
    let (composed, decomposed) = (ExactText("\u{E9}"), ExactText("e\u{301}"))
    let invalid: [TextPattern?] = [
      TextPattern(), TextPattern(contains: [ExactText("a"), ExactText("a")]),
      TextPattern(beginsWith: [ExactText("a")], endsWith: [ExactText("")]),
    ]
    #expect(invalid == [nil, nil, nil])
    #expect(TextPattern(contains: [composed, decomposed]) != nil)
  }
}
