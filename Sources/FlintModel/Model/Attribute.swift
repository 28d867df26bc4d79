/// A fact that neither the system nor the store knows, such as a staff account or a build flavour.
public struct AttributeDeclaration: Hashable, Sendable {
  public let id: String
  public let name: String
  public let description: String?
  public let domain: AttributeDomain
  public let owner: Owner

  /// Nil if unknown; never ``AttributeValue/unknown``.
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

/// The values that an attribute can have.
public enum AttributeDomain: Hashable, Sendable {
  case boolean

  /// One of these texts; not empty, without duplicates.
  case choice([String])

  /// Any text but the empty one.
  case text

  /// From −2⁵³ to 2⁵³, which all JSON readers represent exactly.
  case integer
  case version
  case date

  /// Always true for ``AttributeValue/unknown``.
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

public enum AttributeValue: Hashable, Sendable {
  case unknown
  case boolean(Bool)

  /// An index in ``AttributeDomain/choice(_:)``.
  case choice(Int)
  case text(ExactText)
  case integer(Int64)
  case version(InstalledVersion)
  case date(DateTime)
}

public struct AttributeRequirement: Hashable, Sendable {
  /// In ``Manifest/attributes``.
  public let attribute: Int

  public let accepted: Accepted

  public init(attribute: Int, accepted: Accepted) {
    self.attribute = attribute
    self.accepted = accepted
  }

  /// `date` is the state's, for ages.
  public func truth(of value: AttributeValue, at date: DateTime?) -> Ternary {
    accepted.truth(of: value, at: date)
  }
}

extension AttributeRequirement.Accepted {
  /// `date` is the state's, for ages.
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
