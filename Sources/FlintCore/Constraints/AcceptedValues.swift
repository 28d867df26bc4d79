extension AttributeRequirement {
  /// The values that satisfy a requirement. Lists keep the written order, are never empty and have no duplicates.
  public enum Accepted: Hashable, Sendable {
    /// One of these values. A requirement on a Boolean attribute has exactly one.
    case values([AttributeValue])

    /// Any value except the given ones.
    case otherValues([AttributeValue])
    case range(AttributeRange)

    /// A range of ages. The age of a date is the time from it to the state's date; it is negative for a later date.
    indirect case age(Bounds<TimeSpan>)

    /// A text that matches a pattern.
    case pattern(TextPattern)

    public static func boolean(_ value: Bool) -> Accepted { .values([.boolean(value)]) }

    /// Values of a choice, by their indices in its domain.
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
  }
}

/// A range of values of an ordered attribute type: integers, versions or dates.
public enum AttributeRange: Hashable, Sendable {
  case integers(Bounds<Int64>)
  case versions(VersionRange)
  case dates(DateRange)

  /// The inclusive lower limit, nil for no lower limit.
  public var atLeast: AttributeValue? {
    switch self {
    case .integers(let range): range.atLeast.map { .integer($0) }
    case .versions(let range): range.atLeast.map { .version(.version($0)) }
    case .dates(let range): range.atLeast.map { .date($0) }
    }
  }

  /// The exclusive upper limit, nil for no upper limit.
  public var below: AttributeValue? {
    switch self {
    case .integers(let range): range.below.map { .integer($0) }
    case .versions(let range): range.below.map { .version(.version($0)) }
    case .dates(let range): range.below.map { .date($0) }
    }
  }

  /// The limits that are present, the lower one first.
  package var limits: [AttributeValue] { [atLeast, below].compactMap(\.self) }

  /// The position of a value relative to the range, or nil for a value of another type.
  package func position(of value: AttributeValue) -> VersionRange.Position? {
    switch (self, value) {
    case (.integers(let range), .integer(let value)): range.position(of: value)
    case (.versions(let range), .version(let value)): range.position(of: value)
    case (.dates(let range), .date(let value)): range.position(of: value)
    case (.integers, _), (.versions, _), (.dates, _): nil
    }
  }
}

extension AttributeRange: CustomStringConvertible {
  /// The range as text: `>= 14`, `< 17`, or `>= 14, < 17`.
  public var description: String {
    switch self {
    case .integers(let range): range.description
    case .versions(let range): range.description
    case .dates(let range): range.description
    }
  }
}

extension Bounds<TimeSpan> {
  /// The position of an age, in seconds, relative to the range.
  package func position(ofAge seconds: Int64) -> VersionRange.Position {
    if let atLeast, seconds < atLeast.seconds { return .tooLow }
    if let below, seconds >= below.seconds { return .tooHigh }
    return .within
  }

  package func contains(age seconds: Int64) -> Bool { position(ofAge: seconds) == .within }
}
