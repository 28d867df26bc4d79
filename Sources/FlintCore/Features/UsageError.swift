/// A mistake in the code of an app: what it declared cannot be, or it asked before Flint was ready.
///
/// Such mistakes end the program with the sentence of ``description``, in release builds too.
public enum UsageError: Error, Hashable, Sendable {
  // Setting up
  case notSetUp
  case setUpTwice
  case featureNotPrepared(feature: String)

  // Features
  case featureDeclaredTwice(feature: String)
  case featuresShareID(id: String, one: String, other: String)
  case invalidFeatureID(id: String, feature: String)
  case availabilityNotDeclared(feature: String)
  case emptyActionName(action: String)

  // Constraints
  case constraintDeclaredTwice(constraint: String, feature: String)
  case toggleDefaultsDiffer(feature: String)
  case blockInBlock(feature: String)
  case blockWithoutConditions(feature: String)
  case platformTwiceInConditions(Platform, feature: String)
  case unsupportedInConditions(Platform, feature: String)
  case platformRead(Platform)

  // Products
  case productsShareID(ProductDeclaration, ProductDeclaration)
  case emptyProductID(name: String)
  case consumableWithoutQuantity(ProductDeclaration)
  case quantityBelowOne(ProductDeclaration, quantity: Int)
  case emptyPurchaseRequirement

  // Attributes
  case attributesShareID(AttributeDeclaration, AttributeDeclaration)
  case invalidAttributeID(String)
  case invalidChoices(AttributeDeclaration)
  case attributeWithoutRequirement(AttributeDeclaration)
  case valueOutsideItsCases(String)
}

/// The one place that puts these mistakes into words: what is wrong, and what to write instead.
extension UsageError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notSetUp:
      "Flint is not set up: call Flint.setup(_:) or Flint.quickSetup(_:) with the app's feature group at startup"
    case .setUpTwice:
      "Flint is already set up: call Flint.setup(_:) once, with all feature groups"
    case .featureNotPrepared(let feature):
      "'\(feature)' has not been prepared: add it to the subfeatures of a group that is given to Flint.setup(_:)"
    case .featureDeclaredTwice(let feature):
      "'\(feature)' stands in the feature tree twice: leave it in the subfeatures of one group"
    case .featuresShareID(let id, let one, let other):
      "'\(one)' and '\(other)' have the same id '\(id)': declare another featureID in one of them"
    case .invalidFeatureID(let id, let feature):
      "'\(id)' is no id for '\(feature)': declare a featureID of letters, digits, '.', '_' and '-'"
    case .availabilityNotDeclared(let feature):
      "'\(feature)' is runtimeEvaluated but declares no isAvailable: declare it, or use constraints(requirements:)"
    case .emptyActionName(let action):
      "the action '\(action)' has an empty name: declare another"
    case .constraintDeclaredTwice(let constraint, let feature):
      "'\(feature)' declares '\(constraint)' twice, differently: declare it once"
    case .toggleDefaultsDiffer(let feature):
      "'\(feature)' declares userToggled with two default values: give both the same"
    case .blockInBlock(let feature):
      "'\(feature)' has a when(…) within a when(…): name all conditions in one"
    case .blockWithoutConditions(let feature):
      "'\(feature)' has a when(…) without conditions: name a platform, an app version or an attribute"
    case .platformTwiceInConditions(let platform, let feature):
      "'\(feature)' names \(platform) twice in one when(…): name it once"
    case .unsupportedInConditions(let platform, let feature):
      "'\(feature)' has a when(…) for an unsupported \(platform): name the platforms for which it holds"
    case .platformRead(let platform):
      "the requirement for \(platform) can only be assigned to"
    case .productsShareID(let one, let other):
      "two products have the id '\(one.id)': “\(one.name)” (\(one.type.name)) and “\(other.name)” (\(other.type.name))"
    case .emptyProductID(let name):
      "the product “\(name)” has an empty id: give it the store's"
    case .consumableWithoutQuantity(let product):
      "“\(product.name)” is a consumable: say how many credits, as in purchase(product, quantity: 5)"
    case .quantityBelowOne(let product, let quantity):
      "\(quantity) × “\(product.name)” is no requirement: ask for at least one"
    case .emptyPurchaseRequirement:
      "a purchase requirement names no product: name at least one"
    case .attributesShareID(let one, let other):
      "two attributes have the id '\(one.id)' and differ: “\(one.name)” and “\(other.name)”"
    case .invalidAttributeID(let id):
      "'\(id)' is no id for an attribute: use letters, digits, '.', '_' and '-'"
    case .invalidChoices(let attribute):
      "the values of the attribute '\(attribute.id)' must be one or more, and none of them empty"
    case .attributeWithoutRequirement(let attribute):
      "a requirement of the attribute '\(attribute.id)' accepts every value or none: name those that will do"
    case .valueOutsideItsCases(let value):
      "'\(value)' is not among the cases of its own type: list it in allCases"
    }
  }
}

/// Ends the program with what is wrong in its code.
func usageFailure(_ error: UsageError, file: StaticString = #file, line: UInt = #line) -> Never {
  fatalError(error.description, file: file, line: line)
}
