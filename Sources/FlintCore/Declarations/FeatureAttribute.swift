/// An attribute: a fact about the app, its user or its device that neither the system nor the store knows, and that
/// features can require. Examples are whether the user has a staff account, the variant of an experiment, the build
/// flavour, the version of a server, a count and a date.
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
/// extension FeatureAttribute<Int> {
///   static let launches = Self("launches", owner: .environment, defaultValue: 0)
/// }
/// ```
///
/// A requirement combines an attribute with its accepted values: `requirements.attribute(.launches.atLeast(3))`.
public struct FeatureAttribute<Value: FeatureAttributeValue>: Hashable, Sendable {
  /// The id of the attribute: letters, digits, `.`, `_` and `-`, beginning with a letter or a digit.
  public let id: String
  public let name: String
  public let description: String?
  public let owner: Owner

  /// The value of the attribute until the app sets one. Nil means that the attribute is unknown until then.
  public let defaultValue: Value?

  /// Whether the attribute is never unknown, as a compile flag or the kind of device.
  public let isAlwaysKnown: Bool

  /// The accepted values, if this value was created by an expression such as `.build.is(.debug)`, which copies the
  /// attribute and adds a requirement; see ``wanting(_:)``. Nil for the attribute as the app has declared it.
  private let wanted: AttributeRequirement.Accepted?

  /// Creates an attribute. One that is `alwaysKnown` needs a default.
  public init(
    _ id: String, name: String? = nil, description: String? = nil, owner: Owner = .developer,
    defaultValue: Value? = nil, alwaysKnown: Bool = false
  ) {
    self.id = id
    self.name = name ?? id
    self.description = description
    self.owner = owner
    self.defaultValue = defaultValue
    isAlwaysKnown = alwaysKnown
    wanted = nil
    if alwaysKnown, defaultValue == nil { usageFailure(.alwaysKnownWithoutDefault(id)) }
  }

  private init(_ attribute: Self, wanted: AttributeRequirement.Accepted) {
    id = attribute.id
    name = attribute.name
    description = attribute.description
    owner = attribute.owner
    defaultValue = attribute.defaultValue
    isAlwaysKnown = attribute.isAlwaysKnown
    self.wanted = wanted
  }

  /// The attribute in the form in which a ``Manifest`` declares it.
  public var declaration: AttributeDeclaration {
    AttributeDeclaration(
      id: id, name: name, description: description, domain: Value.attributeDomain, owner: owner,
      defaultValue: defaultValue?.attributeValue, alwaysKnown: isAlwaysKnown)
  }

  /// The requirement that an expression such as `.build.is(.debug)` has added to the attribute. Without such an
  /// expression, the requirement is that the attribute is true; if it is not Boolean, the program ends with a
  /// ``UsageError``.
  var requirement: FeatureAttributeRequirement {
    let isTrue: AttributeRequirement.Accepted? = Value.self == Bool.self ? .boolean(true) : nil
    guard let wanted = wanted ?? isTrue else {
      usageFailure(.attributeWithoutRequirement(declaration))
    }
    return FeatureAttributeRequirement(attribute: declaration, accepted: wanted)
  }

  /// Returns a copy of the attribute that also contains a requirement. Because the copy has the same type as the
  /// attribute, Swift accepts an expression that begins with a dot where an attribute is expected:
  /// `attribute(.build.is(.debug))`.
  func wanting(_ requirement: FeatureAttributeRequirement) -> Self {
    Self(self, wanted: requirement.accepted)
  }

  /// Returns the requirement that the attribute has one of these values: `build.is(.debug, .beta)`.
  public func `is`(_ accepted: Value...) -> FeatureAttributeRequirement {
    self.is(accepted)
  }

  @_disfavoredOverload
  public func `is`(_ accepted: Value...) -> Self { wanting(self.is(accepted)) }

  func `is`(_ accepted: [Value]) -> FeatureAttributeRequirement {
    require(Value.accepted(accepted, of: declaration))
  }

  func require(_ accepted: AttributeRequirement.Accepted) -> FeatureAttributeRequirement {
    FeatureAttributeRequirement(attribute: declaration, accepted: accepted)
  }
}

/// A requirement on the value of an attribute.
public struct FeatureAttributeRequirement: Hashable, Sendable {
  public let attribute: AttributeDeclaration
  public let accepted: AttributeRequirement.Accepted

  package init(attribute: AttributeDeclaration, accepted: AttributeRequirement.Accepted) {
    self.attribute = attribute
    self.accepted = accepted
  }
}

// MARK: - Excluded values

extension FeatureAttribute where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
  /// Returns the requirement that the attribute has none of these values: `build.isNot(.debug)`.
  public func isNot(_ refused: Value...) -> FeatureAttributeRequirement {
    require(.otherValues(distinct(refused)))
  }

  @_disfavoredOverload
  public func isNot(_ refused: Value...) -> Self {
    wanting(require(.otherValues(distinct(refused))))
  }

  /// Returns the attribute values without duplicates. Ends the program with a ``UsageError`` if the list is empty.
  private func distinct(_ values: [Value]) -> [AttributeValue] {
    var distinct = DistinctList<AttributeValue>()
    for value in values { distinct.append(value.attributeValue) }
    if distinct.elements.isEmpty { usageFailure(.attributeWithoutRequirement(declaration)) }
    return distinct.elements
  }
}

extension FeatureAttribute<String> {
  /// Returns the requirement that the attribute has none of these values: `country.isNot("CN", "RU")`.
  public func isNot(_ refused: String...) -> FeatureAttributeRequirement {
    require(.otherTexts(String.exact(refused, of: declaration)))
  }

  @_disfavoredOverload
  public func isNot(_ refused: String...) -> Self {
    wanting(require(.otherTexts(String.exact(refused, of: declaration))))
  }
}

// MARK: - Patterns

extension FeatureAttribute<String> {
  /// Returns the requirement that the attribute begins with one of these texts: `language.beginsWith("en")`.
  public func beginsWith(_ texts: String...) -> FeatureAttributeRequirement {
    pattern(beginsWith: texts)
  }

  /// Returns the requirement that the attribute contains one of these texts: `model.contains("Pro", "Max")`.
  public func contains(_ texts: String...) -> FeatureAttributeRequirement {
    pattern(contains: texts)
  }

  /// Returns the requirement that the attribute ends with one of these texts: `host.endsWith(".example")`.
  public func endsWith(_ texts: String...) -> FeatureAttributeRequirement {
    pattern(endsWith: texts)
  }

  /// Returns the requirement that the attribute matches a pattern: it must begin with one of the texts in `beginsWith`,
  /// contain one of those in `contains`, and end with one of those in `endsWith`. An empty list requires nothing.
  /// `host.matches(beginsWith: ["api.", "www."], endsWith: [".example"])`
  public func matches(
    beginsWith: [String] = [], contains: [String] = [], endsWith: [String] = []
  ) -> FeatureAttributeRequirement {
    pattern(beginsWith: beginsWith, contains: contains, endsWith: endsWith)
  }

  @_disfavoredOverload
  public func beginsWith(_ texts: String...) -> Self { wanting(pattern(beginsWith: texts)) }

  @_disfavoredOverload
  public func contains(_ texts: String...) -> Self { wanting(pattern(contains: texts)) }

  @_disfavoredOverload
  public func endsWith(_ texts: String...) -> Self { wanting(pattern(endsWith: texts)) }

  @_disfavoredOverload
  public func matches(
    beginsWith: [String] = [], contains: [String] = [], endsWith: [String] = []
  ) -> Self {
    wanting(pattern(beginsWith: beginsWith, contains: contains, endsWith: endsWith))
  }

  /// Returns the requirement that the attribute matches a pattern without duplicate texts. Ends the program with a
  /// ``UsageError`` if a text is empty, or if all three lists are empty.
  private func pattern(
    beginsWith: [String] = [], contains: [String] = [], endsWith: [String] = []
  ) -> FeatureAttributeRequirement {
    func distinct(_ texts: [String]) -> [ExactText] {
      texts.isEmpty ? [] : String.exact(texts, of: declaration)
    }
    let pattern = TextPattern(
      beginsWith: distinct(beginsWith), contains: distinct(contains), endsWith: distinct(endsWith))
    guard let pattern else { usageFailure(.attributeWithoutRequirement(declaration)) }
    return require(.pattern(pattern))
  }
}

// MARK: - Ranges and ages

extension FeatureAttribute where Value: FeatureAttributeMeasure {
  /// Returns the requirement that the attribute's value is at least `least` and, if `limit` is not nil, below `limit`.
  public func atLeast(_ least: Value, below limit: Value? = nil) -> FeatureAttributeRequirement {
    range(least, limit)
  }

  /// Returns the requirement that the attribute's value is below `limit`.
  public func below(_ limit: Value) -> FeatureAttributeRequirement { range(nil, limit) }

  @_disfavoredOverload
  public func atLeast(_ least: Value, below limit: Value? = nil) -> Self {
    wanting(range(least, limit))
  }

  @_disfavoredOverload
  public func below(_ limit: Value) -> Self { wanting(range(nil, limit)) }

  private func range(_ least: Value?, _ limit: Value?) -> FeatureAttributeRequirement {
    guard let accepted = Value.accepted(atLeast: least, below: limit) else {
      usageFailure(.emptyRange(of: "attribute:" + id))
    }
    return require(accepted)
  }
}

extension FeatureAttribute<DateTime> {
  // No parameter is optional, so that a text that is no time span cannot leave a bound out.

  /// Returns the requirement that the age of the attribute's date (the time since that date) is at least `least`:
  /// `installed.ago(atLeast: .days(2))`.
  public func ago(atLeast least: TimeSpan) -> FeatureAttributeRequirement { age(least, nil) }

  /// Returns the requirement that the age of the attribute's date is below `limit`.
  public func ago(below limit: TimeSpan) -> FeatureAttributeRequirement { age(nil, limit) }

  /// Returns the requirement that the age of the attribute's date is at least `least` and below `limit`.
  ///
  /// Ends the program with a ``UsageError`` if `limit` is not greater than `least`.
  public func ago(
    atLeast least: TimeSpan, below limit: TimeSpan
  ) -> FeatureAttributeRequirement { age(least, limit) }

  @_disfavoredOverload
  public func ago(atLeast least: TimeSpan) -> Self { wanting(age(least, nil)) }

  @_disfavoredOverload
  public func ago(below limit: TimeSpan) -> Self { wanting(age(nil, limit)) }

  @_disfavoredOverload
  public func ago(atLeast least: TimeSpan, below limit: TimeSpan) -> Self {
    wanting(age(least, limit))
  }

  private func age(_ least: TimeSpan?, _ limit: TimeSpan?) -> FeatureAttributeRequirement {
    guard let range = Bounds(atLeast: least, below: limit) else {
      usageFailure(.emptyRange(of: "attribute:" + id))
    }
    return require(.age(range))
  }
}

// MARK: - The app's execution state

/// Whether the app is in the foreground, inactive or in the background.
public enum AppExecutionState: String, CaseIterable, FeatureAttributeValue {
  case foreground
  case inactive
  case background
}

extension FeatureAttribute<AppExecutionState> {
  /// The attribute for the app's execution state, such as “in the background”. It is unknown until the app sets it.
  public static let executionState = Self(
    "execution-state", name: "Execution state", owner: .environment)
}
