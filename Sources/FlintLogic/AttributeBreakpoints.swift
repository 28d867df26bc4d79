package import FlintModel

/// The breakpoints of one attribute: the values and ages at which the outcome of a constraint can change, and the text
/// patterns that constraints require. If a constraint requires at least 3, for example, 3 is a breakpoint.
package struct AttributeBreakpoints: Hashable, Sendable {
  // A single list holds the breakpoints of all kinds, so that merging two manifests cannot miss a kind.
  private var cuts: [Cut] = []

  private enum Cut: Hashable {
    /// A breakpoint that is a value of the attribute. For a text attribute, it is a text that a constraint names. For
    /// integers, versions and dates, it is a value at which the outcome of a constraint can change: the limit of a
    /// range, a named value, or the value after a named value.
    case value(AttributeValue)

    /// An age, in seconds, at which the outcome of a constraint on the age of a date attribute can change.
    case age(Int64)
    case pattern(TextPattern)
  }

  package init() {}

  /// The integers at which the outcome of a constraint on the attribute can change, in no particular order.
  package var integers: [Int64] {
    cuts.compactMap { if case .value(.integer(let number)) = $0 { number } else { nil } }
  }

  /// The versions at which the outcome of a constraint on the attribute can change, in no particular order.
  package var versions: [Version] {
    cuts.compactMap {
      if case .value(.version(.version(let version))) = $0 { version } else { nil }
    }
  }

  /// The dates at which the outcome of a constraint on the attribute can change, in no particular order.
  package var dates: [DateTime] {
    cuts.compactMap { if case .value(.date(let date)) = $0 { date } else { nil } }
  }

  /// The texts with which constraints compare the attribute, possibly with duplicates.
  package var texts: [ExactText] {
    cuts.compactMap { if case .value(.text(let text)) = $0 { text } else { nil } }
  }

  /// The ages, in seconds, at which the outcome of a constraint on a date attribute can change, in no particular order.
  /// A required age of at least one day adds 86,400.
  package var ages: [Int64] {
    cuts.compactMap { if case .age(let seconds) = $0 { seconds } else { nil } }
  }

  /// The patterns that constraints require the attribute to match, possibly with duplicates.
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

  /// Adds the breakpoints of a constraint that names a value: the value and, if values of its type have an order, the
  /// next value. For the integer 3, these are 3 and 4, because “exactly 3” is false below 3, true at 3, and false from
  /// 4 on.
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
