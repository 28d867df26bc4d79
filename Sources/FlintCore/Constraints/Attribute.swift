/// A fact that is neither Apple's nor the store's: a staff account, an experiment's variant, a device capability, the
/// build flavour, the app's execution state.
public struct AttributeDeclaration: Hashable, Sendable {
  public let id: String
  public let name: String
  public let description: String?
  public let domain: AttributeDomain
  public let owner: Owner

  /// What holds where a state does not say; never ``AttributeValue/unknown``. Nil: then it is unknown.
  public package(set) var defaultValue: AttributeValue?

  public init(
    id: String, name: String? = nil, description: String? = nil, domain: AttributeDomain,
    owner: Owner = .developer, defaultValue: AttributeValue? = nil
  ) {
    self.id = id
    self.name = name ?? id
    self.description = description
    self.domain = domain
    self.owner = owner
    self.defaultValue = defaultValue
  }
}

/// The values that an attribute can have.
public enum AttributeDomain: Hashable, Sendable {
  case boolean

  /// One of several texts, never empty and without duplicates.
  case choice([String])

  /// Any text but the empty one.
  case text

  /// −2⁵³ to 2⁵³, which JSON's readers agree on.
  case integer
  case version
  case date

  /// The name of the type in manifests.
  package var name: String {
    switch self {
    case .boolean: "boolean"
    case .choice: "choice"
    case .text: "text"
    case .integer: "integer"
    case .version: "version"
    case .date: "date"
    }
  }

  /// Whether an attribute can have the value; each can be unknown.
  func has(_ value: AttributeValue) -> Bool {
    switch (self, value) {
    case (_, .unknown), (.boolean, .boolean), (.version, .version), (.date, .date): true
    case (.choice(let values), .choice(let index)): values.indices.contains(index)
    case (.text, .text(let value)): !value.text.isEmpty
    case (.integer, .integer(let value)): Self.integers.contains(value)
    case (.boolean, _), (.choice, _), (.text, _), (.integer, _), (.version, _), (.date, _): false
    }
  }

  /// The integers that an attribute can be.
  package static let integers: ClosedRange<Int64> = -(1 << 53)...(1 << 53)
}

/// The value of an attribute in a state.
public enum AttributeValue: Hashable, Sendable {
  /// Asked for, and not known.
  case unknown
  case boolean(Bool)

  /// The index of the value in its ``AttributeDomain/choice(_:)``.
  case choice(Int)
  case text(ExactText)
  case integer(Int64)
  case version(InstalledVersion)
  case date(DateTime)
}

/// What a feature, or a condition, asks of an attribute.
public struct AttributeRequirement: Hashable, Sendable {
  /// Index in ``Manifest/attributes``.
  public let attribute: Int

  public let accepted: Accepted

  /// Lists are as written, and never empty.
  public enum Accepted: Hashable, Sendable {
    case boolean(Bool)

    /// Indices of the values that will do.
    case choices([Int])

    /// Indices of the values that will not do, while all others will.
    case otherChoices([Int])
    case texts([ExactText])
    case otherTexts([ExactText])
    case integers([Int64])
    case integerRange(Bounds<Int64>)
    case versions(VersionRange)
    case dates(DateRange)

    /// How long ago it is at the state's date; negative for what is to come.
    indirect case age(Bounds<TimeSpan>)
  }

  public init(attribute: Int, accepted: Accepted) {
    self.attribute = attribute
    self.accepted = accepted
  }

  /// Whether a value meets the requirement at a date, which matters to ages alone.
  public func truth(of value: AttributeValue, at date: DateTime?) -> Ternary {
    switch (accepted, value) {
    case (_, .unknown): return .unknown
    case (.boolean(let required), .boolean(let actual)): return Ternary(required == actual)
    case (.choices(let required), .choice(let actual)): return Ternary(required.contains(actual))
    case (.otherChoices(let refused), .choice(let actual)):
      return Ternary(!refused.contains(actual))
    case (.texts(let required), .text(let actual)): return Ternary(required.contains(actual))
    case (.otherTexts(let refused), .text(let actual)): return Ternary(!refused.contains(actual))
    case (.integers(let required), .integer(let actual)):
      return Ternary(required.contains(actual))
    case (.integerRange(let range), .integer(let actual)): return Ternary(range.contains(actual))
    case (.versions(let range), .version(let actual)): return Ternary(range.contains(actual))
    case (.dates(let range), .date(let actual)): return Ternary(range.contains(actual))
    case (.age(let range), .date(let actual)):
      guard let date else { return .unknown }
      return Ternary(range.contains(age: date.seconds - actual.seconds))
    // A value of another type than the attribute's is none that will do.
    case (.boolean, _), (.choices, _), (.otherChoices, _), (.texts, _), (.otherTexts, _),
      (.integers, _), (.integerRange, _), (.versions, _), (.dates, _), (.age, _):
      return .no
    }
  }
}

extension Bounds<TimeSpan> {
  /// Where an age in seconds lies.
  package func position(ofAge seconds: Int64) -> VersionRange.Position {
    if let atLeast, seconds < atLeast.seconds { return .tooLow }
    if let below, seconds >= below.seconds { return .tooHigh }
    return .within
  }

  package func contains(age seconds: Int64) -> Bool { position(ofAge: seconds) == .within }
}
