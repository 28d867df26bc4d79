/// The declaration of an attribute: a fact about the app, its user or its device that neither the system nor the store
/// knows. Examples are a staff account, an experiment's variant, a device capability, the build flavour and the app's
/// execution state.
public struct AttributeDeclaration: Hashable, Sendable {
  public let id: String
  public let name: String
  public let description: String?
  public let domain: AttributeDomain
  public let owner: Owner

  /// The value of the attribute in every state that does not set it. Nil means that the attribute is unknown in such a
  /// state; the default is never ``AttributeValue/unknown``.
  public package(set) var defaultValue: AttributeValue?

  /// Whether the attribute is never unknown, as a compile flag or the kind of device. It then has a default.
  public let isAlwaysKnown: Bool

  public init(
    id: String, name: String? = nil, description: String? = nil, domain: AttributeDomain,
    owner: Owner = .developer, defaultValue: AttributeValue? = nil, alwaysKnown: Bool = false
  ) {
    self.id = id
    self.name = name ?? id
    self.description = description
    self.domain = domain
    self.owner = owner
    self.defaultValue = defaultValue
    isAlwaysKnown = alwaysKnown
  }

  /// The value that the app or a simulation sets: unknown for nil, or the default if the attribute is always known.
  package func value(setTo value: AttributeValue?) -> AttributeValue {
    value ?? (isAlwaysKnown ? declaredValue : .unknown)
  }
}

/// The type of an attribute. It determines which values the attribute can have.
public enum AttributeDomain: Hashable, Sendable {
  case boolean

  /// The type of an attribute whose value is one of the texts in this list. The list is never empty and has no
  /// duplicates.
  case choice([String])

  /// The type of an attribute whose value is any text except the empty one.
  case text

  /// The type of an attribute whose value is an integer from −2⁵³ to 2⁵³. In this range, all JSON readers represent
  /// every integer exactly.
  case integer
  case version
  case date

  /// Whether an attribute of this type can have the value. The result is always true for ``AttributeValue/unknown``,
  /// which is a possible value of every type.
  package func has(_ value: AttributeValue) -> Bool {
    switch (self, value) {
    case (_, .unknown), (.boolean, .boolean), (.version, .version), (.date, .date): true
    case (.choice(let values), .choice(let index)): values.indices.contains(index)
    case (.text, .text(let value)): !value.text.isEmpty
    case (.integer, .integer(let value)): Self.integers.contains(value)
    case (.boolean, _), (.choice, _), (.text, _), (.integer, _), (.version, _), (.date, _): false
    }
  }

  package static let integers: ClosedRange<Int64> = -(1 << 53)...(1 << 53)
}

/// The value of an attribute in a state.
public enum AttributeValue: Hashable, Sendable {
  /// The value of the attribute is not known.
  case unknown
  case boolean(Bool)

  /// A choice, by its index in the list of ``AttributeDomain/choice(_:)``.
  case choice(Int)
  case text(ExactText)
  case integer(Int64)
  case version(InstalledVersion)
  case date(DateTime)
}

/// A requirement on the value of an attribute.
public struct AttributeRequirement: Hashable, Sendable {
  /// The attribute whose value is required, by its index in ``Manifest/attributes``.
  public let attribute: Int

  public let accepted: Accepted

  public init(attribute: Int, accepted: Accepted) {
    self.attribute = attribute
    self.accepted = accepted
  }

  /// Returns whether a value of the attribute satisfies the requirement. `date` is the current date of the state, nil
  /// if it is unknown; only a requirement on the age of a date needs it.
  public func truth(of value: AttributeValue, at date: DateTime?) -> Ternary {
    accepted.truth(of: value, at: date)
  }
}

extension AttributeRequirement.Accepted {
  /// Returns whether a value is accepted. `date` is the current date of the state, nil if it is unknown; only a
  /// requirement on the age of a date needs it.
  @inline(__always) package func truth(of value: AttributeValue, at date: DateTime?) -> Ternary {
    if value == .unknown { return .unknown }
    switch self {
    case .values(let required): return Ternary(required.contains(value))
    case .otherValues(let refused):
      // A value whose type differs from the attribute's is never accepted.
      let type = value.type
      return Ternary(refused.contains { $0.type == type } && !refused.contains(value))
    case .range(let range): return Ternary(range.contains(value))
    case .age(let range):
      guard case .date(let begin) = value else { return .no }
      guard let date else { return .unknown }
      return Ternary(range.contains(age: date.seconds - begin.seconds))
    case .pattern(let pattern):
      guard case .text(let text) = value else { return .no }
      return Ternary(pattern.matches(text))
    }
  }
}
