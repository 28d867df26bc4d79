/// A mistake in an app's code. It ends the program, in release builds too.
public struct UsageError: Error, Hashable, Sendable, CustomStringConvertible,
  ExpressibleByStringInterpolation
{
  public let description: String

  public init(stringLiteral description: String) { self.description = description }

  static let setUpTwice: UsageError =
    "Flint is already set up: call Flint.setup(_:) once, with all feature groups"

  static func featureDeclaredTwice(_ feature: any FeatureDefinition.Type) -> UsageError {
    "'\(feature)' is in the feature tree twice: keep it in the subfeatures of one group only"
  }

  static func invalidID(_ id: String, _ noun: String) -> UsageError {
    "'\(id)' is not a valid \(noun): use letters, digits, '.', '_' and '-'"
  }

  static func emptyRange(of constraint: String) -> UsageError {
    "the range of '\(constraint)' is empty: set a lower limit, an upper limit above it, or both"
  }

  static func emptyCondition(_ key: String, feature: String) -> UsageError {
    "'\(feature)' has an empty '\(key)': add a condition"
  }

  static func conditionsTooDeep(feature: String) -> UsageError {
    "'\(feature)' nests conditions more than \(ManifestBuilder.maxDepth) deep: move inner ones into named conditions"
  }

  static func impossibleStatuses(of name: String, feature: String) -> UsageError {
    "'\(feature)' has an invalid list of statuses of “\(name)”: list one or more statuses that a product or permission of this kind can have, without duplicates"
  }

  static func impossibleStatus(_ status: String, of subject: String) -> UsageError {
    "'\(subject)' can never be '\(status)': use a status that it can have"
  }

  static func cycle(_ path: [String]) -> UsageError {
    "'\(path[0])' requires itself: \(path.joined(separator: " → "))"
  }

  static func consumableWithoutQuantity(_ product: Product) -> UsageError {
    "“\(product.name)” is a consumable: give the number of credits, such as purchase(product, quantity: 5)"
  }

  static func levelNotInGroup(_ level: String, group: String) -> UsageError {
    "'\(level)' is not a level of the subscription group '\(group)': use one of its levels"
  }

  static func invalidChoices(_ attribute: AttributeDeclaration) -> UsageError {
    "the attribute '\(attribute.id)' has no values or an empty value: give it non-empty values"
  }

  static func attributeWithoutRequirement(_ attribute: AttributeDeclaration) -> UsageError {
    "a requirement on the attribute '\(attribute.id)' accepts every value or none: list the accepted values"
  }

  static func integerTooLarge(_ attribute: AttributeDeclaration) -> UsageError {
    "a value of the attribute '\(attribute.id)' is not between -2⁵³ and 2⁵³: use a value that JSON parsers read exactly"
  }
}

func usageFailure(_ error: UsageError, file: StaticString = #file, line: UInt = #line) -> Never {
  fatalError(error.description, file: file, line: line)
}
