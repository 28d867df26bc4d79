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
