/// A fact that neither the system nor the store knows, such as a staff account or a build flavour.
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
/// Requirements name accepted values: `requirements.attribute(.launches.atLeast(3))`.
public struct FeatureAttribute<Value: FeatureAttributeValue>: Hashable, Sendable {
  /// Letters, digits, `.`, `_` and `-`, beginning with a letter or a digit.
  public let id: String
  public let name: String
  public let description: String?
  public let owner: Owner

  /// Nil if unknown until the app sets it.
  public let defaultValue: Value?

  /// Whether the attribute is never unknown, as a compile flag or the kind of device.
  public let isAlwaysKnown: Bool

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

  public var declaration: AttributeDeclaration {
    AttributeDeclaration(
      id: id, name: name, description: description, domain: Value.attributeDomain, owner: owner,
      defaultValue: defaultValue?.attributeValue, alwaysKnown: isAlwaysKnown)
  }

  /// What an expression such as `.build.is(.debug)` added, else that a Boolean is true; another
  /// type ends the program.
  var requirement: FeatureAttributeRequirement {
    let isTrue: AttributeRequirement.Accepted? = Value.self == Bool.self ? .boolean(true) : nil
    guard let wanted = wanted ?? isTrue else {
      usageFailure(.attributeWithoutRequirement(declaration))
    }
    return FeatureAttributeRequirement(attribute: declaration, accepted: wanted)
  }

  /// A copy with a requirement, so that an expression can begin with a dot:
  /// `attribute(.build.is(.debug))`.
  func wanting(_ requirement: FeatureAttributeRequirement) -> Self {
    Self(self, wanted: requirement.accepted)
  }

  /// `build.is(.debug, .beta)`
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
  /// `build.isNot(.debug)`
  public func isNot(_ refused: Value...) -> FeatureAttributeRequirement {
    require(.otherValues(distinct(refused)))
  }

  @_disfavoredOverload
  public func isNot(_ refused: Value...) -> Self {
    wanting(require(.otherValues(distinct(refused))))
  }

  private func distinct(_ values: [Value]) -> [AttributeValue] {
    var distinct = DistinctList<AttributeValue>()
    for value in values { distinct.append(value.attributeValue) }
    if distinct.elements.isEmpty { usageFailure(.attributeWithoutRequirement(declaration)) }
    return distinct.elements
  }
}

extension FeatureAttribute<String> {
  /// `country.isNot("CN", "RU")`
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
  /// With one of these texts: `language.beginsWith("en")`.
  public func beginsWith(_ texts: String...) -> FeatureAttributeRequirement {
    pattern(beginsWith: texts)
  }

  /// One of these texts: `model.contains("Pro", "Max")`.
  public func contains(_ texts: String...) -> FeatureAttributeRequirement {
    pattern(contains: texts)
  }

  /// With one of these texts: `host.endsWith(".example")`.
  public func endsWith(_ texts: String...) -> FeatureAttributeRequirement {
    pattern(endsWith: texts)
  }

  /// One text of each list; an empty list requires nothing. `host.matches(beginsWith: ["api.",
  /// "www."], endsWith: [".example"])`
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
  public func atLeast(_ least: Value, below limit: Value? = nil) -> FeatureAttributeRequirement {
    range(least, limit)
  }

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

public enum AppExecutionState: String, CaseIterable, FeatureAttributeValue {
  case foreground
  case inactive
  case background
}

extension FeatureAttribute<AppExecutionState> {
  /// Unknown until the app sets it.
  public static let executionState = Self(
    "execution-state", name: "Execution state", owner: .environment)
}

/// The current values of an app's attributes.
public protocol FeatureAttributeSource: Sendable {
  /// Nil for the declared default.
  func value(of attribute: AttributeDeclaration) -> AttributeValue?

  /// Receive the id of each attribute that changes.
  var attributeChanges: ObserverList<String> { get }
}

/// Values that the app sets while it runs.
public final class InMemoryAttributes: FeatureAttributeSource {
  private let values = Locked<[String: AttributeValue]>([:])

  public let attributeChanges = ObserverList<String>()

  public init() {}

  public func value(of attribute: AttributeDeclaration) -> AttributeValue? {
    values.withLock { $0[attribute.id] }
  }

  /// Sets the value of an attribute. Nil makes it unknown, even if it has a default; one that is always known gets its
  /// default.
  public func set<Value>(_ attribute: FeatureAttribute<Value>, to value: Value?) {
    let value = attribute.declaration.value(setTo: value?.attributeValue)
    values.withLock { $0[attribute.id] = value }
    attributeChanges.notify(attribute.id)
  }

  /// The declared default applies again.
  public func unset<Value>(_ attribute: FeatureAttribute<Value>) {
    values.withLock { $0[attribute.id] = nil }
    attributeChanges.notify(attribute.id)
  }
}

/// `Bool`, `String`, `Int`, ``Version``, ``DateTime``, or a `CaseIterable` enumeration with raw
/// values of type `String`.
public protocol FeatureAttributeValue: Hashable, Sendable {
  static var attributeDomain: AttributeDomain { get }
  var attributeValue: AttributeValue { get }

  /// As the ``Manifest`` stores it.
  static func accepted(
    _ values: [Self], of attribute: AttributeDeclaration
  ) -> AttributeRequirement.Accepted
}

/// Values with an order, for ranges.
public protocol FeatureAttributeMeasure: FeatureAttributeValue, Comparable {
  /// Nil if the range is empty or has no limit.
  static func accepted(atLeast: Self?, below: Self?) -> AttributeRequirement.Accepted?
}

extension Bool: FeatureAttributeValue {
  public static var attributeDomain: AttributeDomain { .boolean }
  public var attributeValue: AttributeValue { .boolean(self) }

  public static func accepted(
    _ values: [Bool], of attribute: AttributeDeclaration
  ) -> AttributeRequirement.Accepted {
    // A list of both values, or an empty one, would require nothing.
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

// MARK: - Texts, numbers, versions and dates

extension String: FeatureAttributeValue {
  public static var attributeDomain: AttributeDomain { .text }
  public var attributeValue: AttributeValue { .text(ExactText(self)) }

  public static func accepted(
    _ values: [String], of attribute: AttributeDeclaration
  ) -> AttributeRequirement.Accepted {
    .texts(exact(values, of: attribute))
  }

  /// Without duplicates. An empty list or text ends the program.
  static func exact(_ values: [String], of attribute: AttributeDeclaration) -> [ExactText] {
    var texts = DistinctList<ExactText>()
    for value in values { texts.append(ExactText(value)) }
    guard !texts.elements.isEmpty, !values.contains("") else {
      usageFailure(.attributeWithoutRequirement(attribute))
    }
    return texts.elements
  }
}

extension Int: FeatureAttributeMeasure {
  public static var attributeDomain: AttributeDomain { .integer }
  public var attributeValue: AttributeValue { .integer(Int64(self)) }

  public static func accepted(
    _ values: [Int], of attribute: AttributeDeclaration
  ) -> AttributeRequirement.Accepted {
    var numbers = DistinctList<Int64>()
    for value in values { numbers.append(Int64(value)) }
    guard !numbers.elements.isEmpty else { usageFailure(.attributeWithoutRequirement(attribute)) }
    return .integers(numbers.elements)
  }

  public static func accepted(atLeast: Int?, below: Int?) -> AttributeRequirement.Accepted? {
    Bounds(atLeast: atLeast.map { Int64($0) }, below: below.map { Int64($0) })
      .map { .integerRange($0) }
  }
}

extension Version: FeatureAttributeMeasure {
  public static var attributeDomain: AttributeDomain { .version }
  public var attributeValue: AttributeValue { .version(.version(self)) }

  /// Ends the program: versions are required by ranges such as `.atLeast("2.0")`.
  public static func accepted(
    _ values: [Version], of attribute: AttributeDeclaration
  ) -> AttributeRequirement.Accepted {
    usageFailure(.attributeWithoutRange(attribute))
  }

  public static func accepted(
    atLeast: Version?, below: Version?
  ) -> AttributeRequirement.Accepted? {
    VersionRange(atLeast: atLeast, below: below).map { .versions($0) }
  }
}

extension DateTime: FeatureAttributeMeasure {
  public static var attributeDomain: AttributeDomain { .date }
  public var attributeValue: AttributeValue { .date(self) }

  /// Ends the program: dates are required by ranges such as `.atLeast("2026-12-01")`, or by age.
  public static func accepted(
    _ values: [DateTime], of attribute: AttributeDeclaration
  ) -> AttributeRequirement.Accepted {
    usageFailure(.attributeWithoutRange(attribute))
  }

  public static func accepted(
    atLeast: DateTime?, below: DateTime?
  ) -> AttributeRequirement.Accepted? {
    DateRange(atLeast: atLeast, below: below).map { .dates($0) }
  }
}

extension FeatureAttribute<Version> {
  @available(
    *, unavailable, message: "a version cannot be compared for equality; use atLeast or below"
  )
  public func `is`(_ accepted: Version...) -> FeatureAttributeRequirement { self.is(accepted) }
}

extension FeatureAttribute<DateTime> {
  @available(
    *, unavailable, message: "a date cannot be compared for equality; use atLeast, below or ago"
  )
  public func `is`(_ accepted: DateTime...) -> FeatureAttributeRequirement { self.is(accepted) }
}
