/// A fact that is neither Apple's nor the store's: a staff account, an experiment's variant, a device capability, the
/// build flavour, the app's execution state.
public struct AttributeDeclaration: Hashable, Sendable {
  public let id: String
  public let name: String
  public let description: String?
  public let domain: AttributeDomain
  public let owner: Owner

  /// What holds where a state does not say; never ``AttributeValue/unknown``. Nil: then it is unknown.
  public let defaultValue: AttributeValue?

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
}

/// The value of an attribute in a state.
public enum AttributeValue: Hashable, Sendable {
  /// Asked for, and not known.
  case unknown
  case boolean(Bool)

  /// The index of the value in its ``AttributeDomain/choice(_:)``.
  case choice(Int)
}

/// What a feature, or the guard of a conditional block, asks of an attribute.
public struct AttributeRequirement: Hashable, Sendable {
  /// Index in ``Manifest/attributes``.
  public let attribute: Int

  public let accepted: Accepted

  public enum Accepted: Hashable, Sendable {
    case boolean(Bool)

    /// Indices of the values that will do, as written; never empty.
    case choices([Int])
  }

  public init(attribute: Int, accepted: Accepted) {
    self.attribute = attribute
    self.accepted = accepted
  }

  /// Whether a value meets the requirement.
  public func truth(of value: AttributeValue) -> Ternary {
    switch (accepted, value) {
    case (_, .unknown): .unknown
    case (.boolean(let required), .boolean(let actual)): Ternary(required == actual)
    case (.choices(let required), .choice(let actual)): Ternary(required.contains(actual))
    // A value of another type than the attribute's is none that will do.
    case (.boolean, .choice), (.choices, .boolean): .no
    }
  }
}
