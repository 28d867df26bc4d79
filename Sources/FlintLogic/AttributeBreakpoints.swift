package import FlintModel

/// Where the outcome of a constraint on one attribute can change.
package struct AttributeBreakpoints: Hashable, Sendable {
  // A single list holds the breakpoints of all kinds, so that merging two manifests cannot miss a kind.
  private var cuts: [Cut] = []

  private enum Cut: Hashable {
    /// A named text, a limit, a named value or the one after it.
    case value(AttributeValue)

    /// In seconds.
    case age(Int64)
    case pattern(TextPattern)
  }

  package init() {}

  /// In no order, as below.
  package var integers: [Int64] {
    cuts.compactMap { if case .value(.integer(let number)) = $0 { number } else { nil } }
  }

  package var versions: [Version] {
    cuts.compactMap {
      if case .value(.version(.version(let version))) = $0 { version } else { nil }
    }
  }

  package var dates: [DateTime] {
    cuts.compactMap { if case .value(.date(let date)) = $0 { date } else { nil } }
  }

  /// Named texts, perhaps repeated.
  package var texts: [ExactText] {
    cuts.compactMap { if case .value(.text(let text)) = $0 { text } else { nil } }
  }

  /// In seconds.
  package var ages: [Int64] {
    cuts.compactMap { if case .age(let seconds) = $0 { seconds } else { nil } }
  }

  /// Perhaps repeated.
  package var patterns: [TextPattern] {
    cuts.compactMap { if case .pattern(let pattern) = $0 { pattern } else { nil } }
  }

  mutating func add(_ accepted: AttributeRequirement.Accepted) {
    switch accepted {
    case .values(let values), .otherValues(let values): for value in values { add(value) }
    case .range(let range): cuts += range.limits.map { .value($0) }
    case .age(let range): add(ages: range)
    case .pattern(let pattern): cuts.append(.pattern(pattern))
    }
  }

  mutating func add(ages range: Bounds<TimeSpan>) {
    cuts += range.limits.map { .age($0.seconds) }
  }

  /// With the next one if the type has an order: “exactly 3” ends at 4.
  mutating func add(_ value: AttributeValue) {
    switch value {
    case .unknown, .boolean, .choice, .version(.latest): break
    case .text: cuts.append(.value(value))
    case .integer(let number): cuts += [.value(value), .value(.integer(number + 1))]
    case .version(.version(let version)):
      cuts.append(.value(value))
      if let next = version.next { cuts.append(.value(.version(.version(next)))) }
    case .date(let date):
      cuts.append(.value(value))
      if let next = DateTime(seconds: date.seconds + 1) { cuts.append(.value(.date(next))) }
    }
  }

  mutating func add(_ other: AttributeBreakpoints) { cuts += other.cuts }
}
