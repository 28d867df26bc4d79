public import FlintModel
public import TestSupport

// The generators choose from few values, so that values often equal each other and the limits in constraints.
extension SeededGenerator {
  /// Returns one of a few versions, which include those of the permission table.
  public mutating func version() -> Version {
    pick([
      "1", "2", "2.0.1", "2.1", "2.10", "9", "10", "10.14", "10.15", "11", "13.1", "14", "17.0",
      "17.4",
    ])
  }

  public mutating func versionRange() -> VersionRange {
    let (one, other) = (version(), version())
    switch int(0...2) {
    case 0: return .atLeast(one)
    case 1: return .below(one)
    default:
      return VersionRange(atLeast: min(one, other), below: max(one, other)) ?? .atLeast(one)
    }
  }

  public mutating func date() -> DateTime {
    pick([
      "1970-01-01", "2025-12-31T23:59:59Z", "2026-01-01", "2026-01-02T12:00Z",
      "2026-01-02T12:00:01Z", "2026-01-08", "2026-02-28", "2026-03-01", "9999-12-31T23:59:59Z",
    ])
  }

  /// Returns a time span. The choices include negative spans, and equal spans that are written differently.
  public mutating func timeSpan() -> TimeSpan {
    let spans = [
      "PT0S", "P1D", "PT24H", "PT36H", "P1W", "P30D", "-P1D", "-P2DT12H", "PT1S", "P300W",
    ]
    guard let span = TimeSpan(pick(spans)) else { preconditionFailure("no length of time") }
    return span
  }

  public mutating func integer() -> Int64 {
    oneIn(12) ? pick([-(1 << 53), 1 << 53]) : Int64(int(-2...6))
  }

  public mutating func text() -> ExactText {
    ExactText(pick(["US", "us", "FR", "null", "true", "a=b", ",", "\u{E9}", "e\u{301}", "日本"]))
  }

  /// Returns a part of a pattern: a short text that overlaps with the others, or one that JSON escapes.
  private mutating func fragment() -> String {
    pick(["U", "S", "US", "SU", "UU", "s", "\u{E9}", "e", "\"", "日"])
  }

  /// Returns a text that is likely to match a pattern, or nearly.
  public mutating func composedText() -> ExactText {
    ExactText((0..<int(1...4)).map { _ in fragment() }.joined())
  }

  public mutating func pattern() -> TextPattern {
    var lists: [[ExactText]] = []
    repeat {
      lists = TextPattern.Part.allCases.map { _ in
        guard oneIn(2) else { return [] }
        return Array(Set((0..<int(1...2)).map { _ in fragment() })).sorted().map { ExactText($0) }
      }
    } while lists.allSatisfy(\.isEmpty)
    guard
      let pattern = TextPattern(beginsWith: lists[0], contains: lists[1], endsWith: lists[2])
    else { preconditionFailure("a list of the pattern has a text twice") }
    return pattern
  }

  public mutating func percent() -> Percent {
    Percent(
      tenThousandths: pick([0, 1, 10_000, 100_000, 125_000, 500_000, 999_999, 1_000_000])
    ) ?? .hundred
  }

  public mutating func bounds<Value>(
    _ value: (inout SeededGenerator) -> Value
  ) -> Bounds<Value> {
    let (one, other) = (value(&self), value(&self))
    switch int(0...2) {
    case 0: return .atLeast(one)
    case 1: return .below(one)
    default: return Bounds(atLeast: min(one, other), below: max(one, other)) ?? .atLeast(one)
    }
  }

  /// Returns a value that is valid in the declaration of an attribute.
  public mutating func value(of domain: AttributeDomain) -> AttributeValue {
    switch domain {
    case .boolean: .boolean(oneIn(2))
    case .choice(let values): .choice(pick(values.indices))
    case .text: .text(text())
    case .integer: .integer(integer())
    case .version: .version(.version(version()))
    case .date: .date(date())
    }
  }
}
