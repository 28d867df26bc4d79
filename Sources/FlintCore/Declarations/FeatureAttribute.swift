/// A fact that only the app knows, such as a staff account.
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
public struct FeatureAttribute<Value: FeatureAttributeValue>: FeatureAttributeRequirement, Hashable
{
  public let declaration: AttributeDeclaration
  private var wanted: AttributeRequirement.Accepted?

  /// Letters, digits, `.`, `_` and `-`, beginning with a letter or a digit.
  public var id: String { declaration.id }

  /// Without a default, the value is unknown until the app sets it. An `alwaysKnown` attribute,
  /// such as a compile flag, needs a default.
  public init(
    _ id: String, name: String? = nil, description: String? = nil, owner: Owner = .developer,
    defaultValue: Value? = nil, alwaysKnown: Bool = false
  ) {
    declaration = AttributeDeclaration(
      id: id, name: name, description: description, domain: Value.attributeDomain, owner: owner,
      defaultValue: defaultValue?.attributeValue, alwaysKnown: alwaysKnown)
    if alwaysKnown, defaultValue == nil {
      usageFailure("attribute '\(id)' is always known, but has no default; give it one")
    }
  }

  /// The values that an expression such as `.build.is(.debug)` accepts. A Boolean attribute alone
  /// accepts true; any other alone ends the program.
  public var accepted: AttributeRequirement.Accepted {
    if let wanted { return wanted }
    if declaration.domain == .boolean { return .boolean(true) }
    usageFailure(.attributeWithoutRequirement(declaration))
  }

  /// A copy that accepts these values. Expressions can then begin with a dot:
  /// `attribute(.build.is(.debug))`.
  private func wanting(_ accepted: AttributeRequirement.Accepted?) -> Self {
    guard let accepted else { usageFailure(.emptyRange(of: "attribute:" + id)) }
    var attribute = self
    attribute.wanted = accepted
    return attribute
  }

  private func distinct(_ values: [Value]) -> [AttributeValue] {
    let distinct = values.map(\.attributeValue).distinctElements
    if [.version, .date].contains(declaration.domain) {
      usageFailure(
        "a requirement on the attribute '\(declaration.id)' must be a range: use atLeast, below or, for dates, ago"
      )
    }
    if distinct.isEmpty || distinct.contains(.text(ExactText("")))
      || declaration.domain == .boolean && distinct.count > 1
    {
      usageFailure(.attributeWithoutRequirement(declaration))
    }
    return distinct
  }

  /// Accepts these values: `build.is(.debug, .beta)`.
  public func `is`(_ accepted: Value...) -> Self { self.is(accepted) }

  func `is`(_ accepted: [Value]) -> Self { wanting(.values(distinct(accepted))) }
}

/// An attribute with the values that a feature accepts, such as `build.is(.debug)`.
public protocol FeatureAttributeRequirement: Sendable {
  var declaration: AttributeDeclaration { get }
  var accepted: AttributeRequirement.Accepted { get }
}

// MARK: - Excluded values

extension FeatureAttribute where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
  /// Accepts all values but these: `build.isNot(.debug)`.
  public func isNot(_ refused: Value...) -> Self { wanting(.otherValues(distinct(refused))) }
}

extension FeatureAttribute<String> {
  /// Accepts all values but these: `country.isNot("CN", "RU")`.
  public func isNot(_ refused: String...) -> Self { wanting(.otherValues(distinct(refused))) }

  // MARK: Patterns

  /// Accepts texts that begin with any of these: `language.beginsWith("en")`.
  public func beginsWith(_ texts: String...) -> Self { matches(beginsWith: texts) }

  /// Accepts texts that contain any of these: `model.contains("Pro", "Max")`.
  public func contains(_ texts: String...) -> Self { matches(contains: texts) }

  /// Accepts texts that end with any of these: `host.endsWith(".example")`.
  public func endsWith(_ texts: String...) -> Self { matches(endsWith: texts) }

  /// One text of each list must match; an empty list requires nothing. `host.matches(beginsWith:
  /// ["api.", "www."], endsWith: [".example"])`
  public func matches(
    beginsWith: [String] = [], contains: [String] = [], endsWith: [String] = []
  ) -> Self {
    func distinct(_ texts: [String]) -> [ExactText] { texts.map(ExactText.init).distinctElements }
    let pattern = TextPattern(
      beginsWith: distinct(beginsWith), contains: distinct(contains), endsWith: distinct(endsWith))
    guard let pattern else { usageFailure(.attributeWithoutRequirement(declaration)) }
    return wanting(.pattern(pattern))
  }
}

// MARK: - Ranges and ages

extension FeatureAttribute where Value: FeatureAttributeMeasure {
  public func atLeast(_ least: Value, below limit: Value? = nil) -> Self {
    wanting(
      AttributeRange(atLeast: least.attributeValue, below: limit?.attributeValue)
        .map { .range($0) })
  }

  public func below(_ limit: Value) -> Self { wanting(.range(.below(limit.attributeValue))) }
}

extension FeatureAttribute<DateTime> {
  // No parameter is optional, so that a text that is no time span cannot leave a bound out.

  /// Accepts ages of at least this length: `installed.ago(atLeast: .days(2))`.
  public func ago(atLeast least: TimeSpan) -> Self { wanting(.age(.atLeast(least))) }

  /// Accepts ages below this length.
  public func ago(below limit: TimeSpan) -> Self { wanting(.age(.below(limit))) }

  /// Accepts ages from `least` to below `limit`. An empty range ends the program.
  public func ago(atLeast least: TimeSpan, below limit: TimeSpan) -> Self {
    wanting(Bounds(atLeast: least, below: limit).map { .age($0) })
  }
}

// MARK: - The app's execution state

public enum AppExecutionState: String, CaseIterable, FeatureAttributeValue {
  case foreground
  case inactive
  case background
}

extension FeatureAttribute<AppExecutionState> {
  /// How the app is running; unknown until the app sets it.
  public static let executionState = Self(
    "execution-state", name: "Execution state", owner: .environment)
}

public protocol FeatureAttributeSource: Sendable {
  /// Nil means the declared default.
  func value(of attribute: AttributeDeclaration) -> AttributeValue?

  /// Notified with the id of each attribute that changes.
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

  /// Nil makes the attribute unknown, despite a default. An attribute that is always known gets its
  /// default.
  public func set<Value>(_ attribute: FeatureAttribute<Value>, to value: Value?) {
    let value = attribute.declaration.value(setTo: value?.attributeValue)
    values.withLock { $0[attribute.id] = value }
    attributeChanges.notify(attribute.id)
  }

  /// Removes the value, so that the declared default applies again.
  public func unset<Value>(_ attribute: FeatureAttribute<Value>) {
    values.withLock { $0[attribute.id] = nil }
    attributeChanges.notify(attribute.id)
  }
}

/// The type of an attribute's values. `Bool`, `String`, `Int`, ``Version``, ``DateTime``, or a
/// `CaseIterable` enumeration with raw values of type `String`.
public protocol FeatureAttributeValue: Hashable, Sendable {
  static var attributeDomain: AttributeDomain { get }
  var attributeValue: AttributeValue { get }
}

/// A type with an order, so that ranges can be required.
public protocol FeatureAttributeMeasure: FeatureAttributeValue, Comparable {}

extension Bool: FeatureAttributeValue {
  public static var attributeDomain: AttributeDomain { .boolean }
  public var attributeValue: AttributeValue { .boolean(self) }
}

extension FeatureAttributeValue where Self: CaseIterable & RawRepresentable, RawValue == String {
  public static var attributeDomain: AttributeDomain { .choice(allCases.map(\.rawValue)) }

  public var attributeValue: AttributeValue {
    for (index, value) in Self.allCases.enumerated() where value == self { return .choice(index) }
    usageFailure("'\(rawValue)' is missing from the allCases of its type: add it")
  }
}

extension String: FeatureAttributeValue {
  public static var attributeDomain: AttributeDomain { .text }
  public var attributeValue: AttributeValue { .text(ExactText(self)) }
}

extension Int: FeatureAttributeMeasure {
  public static var attributeDomain: AttributeDomain { .integer }
  public var attributeValue: AttributeValue { .integer(Int64(self)) }
}

extension Version: FeatureAttributeMeasure {
  public static var attributeDomain: AttributeDomain { .version }
  public var attributeValue: AttributeValue { .version(.version(self)) }
}

extension DateTime: FeatureAttributeMeasure {
  public static var attributeDomain: AttributeDomain { .date }
  public var attributeValue: AttributeValue { .date(self) }
}

extension FeatureAttribute<Version> {
  @available(
    *, unavailable, message: "a version cannot be compared for equality; use atLeast or below"
  )
  public func `is`(_ accepted: Version...) -> Self { self.is(accepted) }
}

extension FeatureAttribute<DateTime> {
  @available(
    *, unavailable, message: "a date cannot be compared for equality; use atLeast, below or ago"
  )
  public func `is`(_ accepted: DateTime...) -> Self { self.is(accepted) }
}
