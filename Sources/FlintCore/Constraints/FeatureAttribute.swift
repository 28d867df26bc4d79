/// A fact of an app's own that features can depend on, beyond what the system and the store know: a staff account, an
/// experiment's variant, a build flavour, a capability of the device.
///
/// ```swift
/// enum Build: String, CaseIterable, FeatureAttributeValue { case debug, beta, release }
///
/// extension FeatureAttribute<Bool> {
///   static let staff = Self("staff", name: "Internal staff", defaultValue: false)
/// }
/// extension FeatureAttribute<Build> {
///   static let build = Self("build", defaultValue: .release)
/// }
/// ```
public struct FeatureAttribute<Value: FeatureAttributeValue>: Hashable, Sendable {
  /// Letters, digits, `.`, `_` and `-`, beginning with a letter or a digit.
  public let id: String
  public let name: String
  public let description: String?
  public let owner: Owner

  /// What holds until the app says otherwise; nil: then it is unknown.
  public let defaultValue: Value?

  public init(
    _ id: String, name: String? = nil, description: String? = nil, owner: Owner = .developer,
    defaultValue: Value? = nil
  ) {
    self.id = id
    self.name = name ?? id
    self.description = description
    self.owner = owner
    self.defaultValue = defaultValue
  }

  /// The attribute as manifests hold it.
  public var declaration: AttributeDeclaration {
    AttributeDeclaration(
      id: id, name: name, description: description, domain: Value.attributeDomain, owner: owner,
      defaultValue: defaultValue?.attributeValue)
  }

  /// The requirement that the attribute has one of these values.
  public func `is`(_ accepted: Value...) -> FeatureAttributeRequirement {
    self.is(accepted)
  }

  func `is`(_ accepted: [Value]) -> FeatureAttributeRequirement {
    FeatureAttributeRequirement(
      attribute: declaration, accepted: Value.accepted(accepted, of: declaration))
  }
}

/// A type whose values an attribute can have: `Bool`, or an enumeration over strings that lists its cases.
public protocol FeatureAttributeValue: Hashable, Sendable {
  static var attributeDomain: AttributeDomain { get }
  var attributeValue: AttributeValue { get }

  /// What the requirement of one of these values is in the model.
  static func accepted(
    _ values: [Self], of attribute: AttributeDeclaration
  ) -> AttributeRequirement.Accepted
}

extension Bool: FeatureAttributeValue {
  public static var attributeDomain: AttributeDomain { .boolean }
  public var attributeValue: AttributeValue { .boolean(self) }

  public static func accepted(
    _ values: [Bool], of attribute: AttributeDeclaration
  ) -> AttributeRequirement.Accepted {
    // Both values, or none, would be no requirement.
    guard let first = values.first, values.allSatisfy({ $0 == first }) else {
      usageFailure(.attributeWithoutRequirement(attribute))
    }
    return .boolean(first)
  }
}

extension FeatureAttributeValue where Self: CaseIterable & RawRepresentable, RawValue == String {
  public static var attributeDomain: AttributeDomain { .choice(allCases.map(\.rawValue)) }

  public var attributeValue: AttributeValue { .choice(index) }

  public static func accepted(
    _ values: [Self], of attribute: AttributeDeclaration
  ) -> AttributeRequirement.Accepted {
    var indices: [Int] = []
    for value in values where !indices.contains(value.index) { indices.append(value.index) }
    guard !indices.isEmpty else { usageFailure(.attributeWithoutRequirement(attribute)) }
    return .choices(indices)
  }

  private var index: Int {
    for (index, value) in Self.allCases.enumerated() where value == self { return index }
    usageFailure(.valueOutsideItsCases(rawValue))
  }
}

/// What a feature, or the guard of a block, asks of an attribute.
public struct FeatureAttributeRequirement: Hashable, Sendable {
  public let attribute: AttributeDeclaration
  public let accepted: AttributeRequirement.Accepted

  package init(attribute: AttributeDeclaration, accepted: AttributeRequirement.Accepted) {
    self.attribute = attribute
    self.accepted = accepted
  }
}

// MARK: - The app's execution state

/// Whether the user has the app before them.
public enum AppExecutionState: String, CaseIterable, FeatureAttributeValue {
  case foreground
  case inactive
  case background
}

extension FeatureAttribute<AppExecutionState> {
  /// Whether the user has the app before them; unknown until the app says.
  public static let executionState = Self(
    "execution-state", name: "Execution state", owner: .environment)
}
