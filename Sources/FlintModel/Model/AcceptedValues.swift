extension AttributeRequirement {
  /// Lists are in declared order, not empty, without duplicates.
  public enum Accepted: Hashable, Sendable {
    /// One of these; exactly one for a Boolean.
    case values([AttributeValue])

    /// None of these.
    case otherValues([AttributeValue])
    case range(AttributeRange)

    /// The time from the attribute's date to the state's; negative if it is later.
    indirect case age(Bounds<TimeSpan>)

    case pattern(TextPattern)

    public static func boolean(_ value: Bool) -> Accepted { .values([.boolean(value)]) }

    /// Indices in ``AttributeDomain/choice(_:)``.
    public static func choices(_ indices: [Int]) -> Accepted {
      .values(indices.map { .choice($0) })
    }

    public static func otherChoices(_ indices: [Int]) -> Accepted {
      .otherValues(indices.map { .choice($0) })
    }

    public static func texts(_ texts: [ExactText]) -> Accepted {
      .values(texts.map { .text($0) })
    }

    public static func otherTexts(_ texts: [ExactText]) -> Accepted {
      .otherValues(texts.map { .text($0) })
    }

    public static func integers(_ integers: [Int64]) -> Accepted {
      .values(integers.map { .integer($0) })
    }

    public static func integerRange(_ range: Bounds<Int64>) -> Accepted {
      .range(.integers(range))
    }

    public static func versions(_ range: VersionRange) -> Accepted { .range(.versions(range)) }
    public static func dates(_ range: DateRange) -> Accepted { .range(.dates(range)) }

    /// Of its list, or the limits of its range; empty for ages and patterns.
    package var namedValues: [AttributeValue] {
      switch self {
      case .values(let values), .otherValues(let values): values
      case .range(let range): range.limits
      case .age, .pattern: []
      }
    }

    package var pattern: TextPattern? {
      if case .pattern(let pattern) = self { pattern } else { nil }
    }

    package var versionRange: VersionRange? {
      if case .range(.versions(let range)) = self { range } else { nil }
    }

    package var dateRange: DateRange? {
      if case .range(.dates(let range)) = self { range } else { nil }
    }

    /// `below 14` for the range 14 to below 17; nil without a lower limit.
    package var belowRange: Accepted? {
      switch self {
      case .range(let range): range.atLeast.flatMap { AttributeRange(below: $0) }.map { .range($0) }
      case .age(let range): range.atLeast.map { .age(.below($0)) }
      case .values, .otherValues, .pattern: nil
      }
    }

    /// The requirement that exactly the values above the required range satisfy: `at least 17` for the range 14 to
    /// below 17. It is used to check whether a value is too high. Nil if no range is required, or if the range has no
    /// upper limit.
    package var aboveRange: Accepted? {
      switch self {
      case .range(let range): range.below.flatMap { AttributeRange(atLeast: $0) }.map { .range($0) }
      case .age(let range): range.below.map { .age(.atLeast($0)) }
      case .values, .otherValues, .pattern: nil
      }
    }
  }
}

/// A range of integers, versions or dates.
public enum AttributeRange: Hashable, Sendable {
  case integers(Bounds<Int64>)
  case versions(VersionRange)
  case dates(DateRange)

  /// Nil for `latest` and types without an order.
  package init?(below value: AttributeValue) {
    switch value {
    case .integer(let number): self = .integers(.below(number))
    case .version(.version(let version)): self = .versions(.below(version))
    case .date(let date): self = .dates(.below(date))
    case .unknown, .boolean, .choice, .text, .version(.latest): return nil
    }
  }

  /// Nil for `latest` and types without an order.
  package init?(atLeast value: AttributeValue) {
    switch value {
    case .integer(let number): self = .integers(.atLeast(number))
    case .version(.version(let version)): self = .versions(.atLeast(version))
    case .date(let date): self = .dates(.atLeast(date))
    case .unknown, .boolean, .choice, .text, .version(.latest): return nil
    }
  }

  /// Inclusive.
  public var atLeast: AttributeValue? {
    switch self {
    case .integers(let range): range.atLeast.map { .integer($0) }
    case .versions(let range): range.atLeast.map { .version(.version($0)) }
    case .dates(let range): range.atLeast.map { .date($0) }
    }
  }

  /// Exclusive.
  public var below: AttributeValue? {
    switch self {
    case .integers(let range): range.below.map { .integer($0) }
    case .versions(let range): range.below.map { .version(.version($0)) }
    case .dates(let range): range.below.map { .date($0) }
    }
  }

  package var limits: [AttributeValue] { [atLeast, below].compactMap(\.self) }

  package func contains(_ value: AttributeValue) -> Bool {
    switch (self, value) {
    case (.integers(let range), .integer(let value)): range.contains(value)
    case (.versions(let range), .version(let value)): range.contains(value)
    case (.dates(let range), .date(let value)): range.contains(value)
    case (.integers, _), (.versions, _), (.dates, _): false
    }
  }
}

extension AttributeRange: CustomStringConvertible {
  /// `>= 14`, `< 17`, or `>= 14, < 17`.
  public var description: String {
    switch self {
    case .integers(let range): range.description
    case .versions(let range): range.description
    case .dates(let range): range.description
    }
  }
}

extension Bounds<TimeSpan> {
  package func contains(age seconds: Int64) -> Bool {
    if let atLeast, seconds < atLeast.seconds { return false }
    if let below, seconds >= below.seconds { return false }
    return true
  }
}
