/// A mistake in an app's code, such as an invalid declaration or a query before setup.
///
/// It ends the program with the message ``description``, in release builds too.
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
  case emptyRange(of: String)

  // Conditions
  case emptyCondition(String, feature: String)
  case blockInCondition(feature: String)
  case conditionsTooDeep(feature: String)
  case consumableInCondition(ProductDeclaration, feature: String)
  case impossibleStatuses(of: String, feature: String)
  case notOfAFeature(constraint: String, condition: String)
  case rolloutWithoutBucket(condition: String)
  case invalidBucket(String)
  case invalidConditionID(String)
  case conditionsShareID(String)
  case invalidAssumptionID(String)
  case assumptionsShareID(String)
  case unknownFeature(feature: String, askedBy: String)
  case cycle([String])

  // Products
  case productsShareID(ProductDeclaration, ProductDeclaration)
  case emptyProductID(name: String)
  case consumableWithoutQuantity(ProductDeclaration)
  case quantityBelowOne(ProductDeclaration, quantity: Int)
  case emptyPurchaseRequirement
  case invalidGroup(String)
  case groupsShareID(String)
  case levelNotInGroup(String, group: String)
  case productWithoutLevel(ProductDeclaration, group: String)
  case groupWithoutProducts(group: String, level: String?)

  // Attributes
  case attributesShareID(AttributeDeclaration, AttributeDeclaration)
  case invalidAttributeID(String)
  case invalidChoices(AttributeDeclaration)
  case attributeWithoutRequirement(AttributeDeclaration)
  case attributeWithoutRange(AttributeDeclaration)
  case integerTooLarge(AttributeDeclaration)
  case valueOutsideItsCases(String)

  // States
  case notOfManifest(String)
  case impossibleStatus(String, of: String)
}

/// The messages of usage errors: what is wrong, and how to correct it.
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
    case .emptyRange(let constraint):
      "the range of '\(constraint)' is empty: give it a lower limit, an upper one above it, or both"
    case .emptyCondition(let place, let feature):
      "'\(feature)' has '\(place)' with nothing in it: say what must hold"
    case .blockInCondition(let feature):
      "'\(feature)' has a when(…) within a condition: use anyOf, allOf and not there"
    case .conditionsTooDeep(let feature):
      "'\(feature)' nests conditions more than \(ConditionCheck.deepest) deep: give inner ones a name"
    case .consumableInCondition(let product, let feature):
      "'\(feature)' asks for credits of “\(product.name)” in a guard, a named condition or a not: ask for them outside"
    case .impossibleStatuses(let name, let feature):
      "'\(feature)' asks for “\(name)” in statuses that it cannot have: name one or more that it can, each once"
    case .notOfAFeature(let constraint, let condition):
      "the condition '\(condition)' has '\(constraint)', which belongs to a feature: require it in the features themselves"
    case .rolloutWithoutBucket(let condition):
      "the condition '\(condition)' has a rollout without a bucket: name one, as in rollout(percent: 50, bucket: \"sale\")"
    case .invalidBucket(let bucket):
      "'\(bucket)' is no name for a bucket: use letters, digits, '.', '_' and '-'"
    case .invalidConditionID(let id):
      "'\(id)' is no id for a condition: use letters, digits, '.', '_' and '-'"
    case .conditionsShareID(let id):
      "two conditions have the id '\(id)' and differ: declare it once"
    case .invalidAssumptionID(let id):
      "'\(id)' is no id for an assumption: use letters, digits, '.', '_' and '-'"
    case .assumptionsShareID(let id):
      "two assumptions have the id '\(id)': give one of them another"
    case .unknownFeature(let feature, let asking):
      "'\(asking)' asks for '\(feature)', which is not of the feature tree: add it to the subfeatures of a group that is given to Flint.setup(_:)"
    case .cycle(let path):
      "'\(path.first ?? "")' asks for itself: \(path.joined(separator: " → "))"
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
    case .invalidGroup(let id):
      "'\(id)' is no subscription group: give it an id and levels of letters, digits, '.', '_' and '-', each level once"
    case .groupsShareID(let id):
      "two subscription groups have the id '\(id)' and differ: declare it once"
    case .levelNotInGroup(let level, let group):
      "'\(level)' is no level of the subscription group '\(group)': name one of its levels"
    case .productWithoutLevel(let product, let group):
      "“\(product.name)” has no level, but its subscription group '\(group)' has levels: give it one"
    case .groupWithoutProducts(let group, let level):
      "no product of the subscription group '\(group)'\(level.map { " at '\($0)' or above" } ?? "") is known: give them to Flint.setup(_:products:)"
    case .attributesShareID(let one, let other):
      "two attributes have the id '\(one.id)' and differ: “\(one.name)” and “\(other.name)”"
    case .invalidAttributeID(let id):
      "'\(id)' is no id for an attribute: use letters, digits, '.', '_' and '-'"
    case .invalidChoices(let attribute):
      "the values of the attribute '\(attribute.id)' must be one or more, and none of them empty"
    case .attributeWithoutRequirement(let attribute):
      "a requirement of the attribute '\(attribute.id)' accepts every value or none: name those that will do"
    case .attributeWithoutRange(let attribute):
      "the attribute '\(attribute.id)' is required by single values: use atLeast, below or, for dates, ago"
    case .integerTooLarge(let attribute):
      "a value of the attribute '\(attribute.id)' is beyond 2⁵³: JSON's readers do not agree on it"
    case .valueOutsideItsCases(let value):
      "'\(value)' is not among the cases of its own type: list it in allCases"
    case .notOfManifest(let id):
      "the manifest declares no '\(id)': describe the state for the manifest of the features that ask for it"
    case .impossibleStatus(let status, let subject):
      "'\(subject)' can never be '\(status)': say one of what it can be"
    }
  }
}

/// Ends the program with the message of a usage error.
func usageFailure(_ error: UsageError, file: StaticString = #file, line: UInt = #line) -> Never {
  fatalError(error.description, file: file, line: line)
}
