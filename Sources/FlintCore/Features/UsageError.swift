/// A mistake in an app's code. It ends the program, in release builds too.
public enum UsageError: Error, Hashable, Sendable {
  // Setting up
  case notSetUp
  case setUpTwice
  case featureNotPrepared(feature: String)
  case invalidAppPlatforms

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
  case alwaysKnownWithoutDefault(String)
  case attributeWithoutRange(AttributeDeclaration)
  case integerTooLarge(AttributeDeclaration)
  case valueOutsideItsCases(String)

  // States
  case notOfManifest(String)
  case impossibleStatus(String, of: String)
}

extension UsageError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notSetUp:
      "Flint is not set up: call Flint.setup(_:) or Flint.quickSetup(_:) with the app's feature group at startup"
    case .setUpTwice:
      "Flint is already set up: call Flint.setup(_:) once, with all feature groups"
    case .featureNotPrepared(let feature):
      "'\(feature)' is not in the feature tree: add it to the subfeatures of a group that is passed to Flint.setup(_:)"
    case .invalidAppPlatforms:
      "the app's platforms are invalid: list one or more, each once, with at most a lowest version, such as .iOS(16)"
    case .featureDeclaredTwice(let feature):
      "'\(feature)' is in the feature tree twice: keep it in the subfeatures of one group only"
    case .featuresShareID(let id, let one, let other):
      "'\(one)' and '\(other)' have the same id '\(id)': declare a different featureID for one of them"
    case .invalidFeatureID(let id, let feature):
      "'\(id)' is not a valid id for '\(feature)': declare a featureID of letters, digits, '.', '_' and '-'"
    case .availabilityNotDeclared(let feature):
      "'\(feature)' is runtimeEvaluated but declares no isAvailable: declare isAvailable, or use constraints(requirements:)"
    case .emptyActionName(let action):
      "the action '\(action)' has an empty name: declare a non-empty name"
    case .constraintDeclaredTwice(let constraint, let feature):
      "'\(feature)' has two different declarations of '\(constraint)': declare it once"
    case .toggleDefaultsDiffer(let feature):
      "'\(feature)' declares userToggled with two default values: use the same value"
    case .blockInBlock(let feature):
      "'\(feature)' has a when(…) inside a when(…): put all conditions into one when(…)"
    case .blockWithoutConditions(let feature):
      "'\(feature)' has a when(…) without conditions: require a platform, an app version or an attribute"
    case .platformTwiceInConditions(let platform, let feature):
      "'\(feature)' lists \(platform) twice in one when(…): list it once"
    case .unsupportedInConditions(let platform, let feature):
      "'\(feature)' has a when(…) with \(platform) as unsupported: list only the supported platforms"
    case .platformRead(let platform):
      "the requirement for \(platform) can only be assigned, not read"
    case .emptyRange(let constraint):
      "the range of '\(constraint)' is empty: set a lower limit, an upper limit above it, or both"
    case .emptyCondition(let key, let feature):
      "'\(feature)' has an empty '\(key)': add a condition"
    case .blockInCondition(let feature):
      "'\(feature)' has a when(…) inside a condition: use anyOf, allOf and not instead"
    case .conditionsTooDeep(let feature):
      "'\(feature)' nests conditions more than \(ManifestBuilder.maxDepth) deep: move inner ones into named conditions"
    case .consumableInCondition(let product, let feature):
      "'\(feature)' requires credits of “\(product.name)” in the condition of a when(…), a named condition or a not: require them in the constraints of the feature itself"
    case .impossibleStatuses(let name, let feature):
      "'\(feature)' has an invalid list of statuses of “\(name)”: list one or more statuses that a product or permission of this kind can have, without duplicates"
    case .notOfAFeature(let constraint, let condition):
      "the condition '\(condition)' has '\(constraint)', which applies to a single feature: require it in the features instead"
    case .rolloutWithoutBucket(let condition):
      "the condition '\(condition)' has a rollout without a bucket: name one, such as rollout(percent: 50, bucket: \"sale\")"
    case .invalidBucket(let bucket):
      "'\(bucket)' is not a valid bucket name: use letters, digits, '.', '_' and '-'"
    case .invalidConditionID(let id):
      "'\(id)' is not a valid condition id: use letters, digits, '.', '_' and '-'"
    case .conditionsShareID(let id):
      "two different conditions have the id '\(id)': give one of them a different id"
    case .invalidAssumptionID(let id):
      "'\(id)' is not a valid assumption id: use letters, digits, '.', '_' and '-'"
    case .assumptionsShareID(let id):
      "two assumptions have the id '\(id)': give one of them a different id"
    case .unknownFeature(let feature, let asking):
      "'\(asking)' requires '\(feature)', which is not in the feature tree: add it to the subfeatures of a group that is passed to Flint.setup(_:)"
    case .cycle(let path): cycleMessage(path)
    case .productsShareID(let one, let other):
      "two products have the id '\(one.id)': “\(one.name)” (\(one.type.name)) and “\(other.name)” (\(other.type.name))"
    case .emptyProductID(let name):
      "the product “\(name)” has an empty id: use its id in the store"
    case .consumableWithoutQuantity(let product):
      "“\(product.name)” is a consumable: give the number of credits, such as purchase(product, quantity: 5)"
    case .quantityBelowOne(let product, let quantity):
      "\(quantity) × “\(product.name)” is not a requirement: require at least one credit"
    case .emptyPurchaseRequirement:
      "a purchase requirement has no product: name at least one"
    case .invalidGroup(let id):
      "subscription group '\(id)' is invalid: use letters, digits, '.', '_' and '-' in its id and levels, each level once"
    case .groupsShareID(let id):
      "two different subscription groups have the id '\(id)': give one of them a different id"
    case .levelNotInGroup(let level, let group):
      "'\(level)' is not a level of the subscription group '\(group)': use one of its levels"
    case .productWithoutLevel(let product, let group):
      "“\(product.name)” has no level, but its subscription group '\(group)' has levels: give the product one of them"
    case .groupWithoutProducts(let group, nil):
      "no product of the subscription group '\(group)' is known: pass its products to Flint.setup(_:products:)"
    case .groupWithoutProducts(let group, let level?):
      "no product of the subscription group '\(group)' at '\(level)' or above is known: pass its products to Flint.setup(_:products:)"
    case .attributesShareID(let one, let other):
      "two different attributes have the id '\(one.id)': “\(one.name)” and “\(other.name)”"
    case .invalidAttributeID(let id):
      "'\(id)' is not a valid attribute id: use letters, digits, '.', '_' and '-'"
    case .invalidChoices(let attribute):
      "the attribute '\(attribute.id)' has no values or an empty value: give it non-empty values"
    case .alwaysKnownWithoutDefault(let id):
      "attribute '\(id)' is always known, but has no default; give it one"
    case .attributeWithoutRequirement(let attribute):
      "a requirement on the attribute '\(attribute.id)' accepts every value or none: list the accepted values"
    case .attributeWithoutRange(let attribute):
      "a requirement on the attribute '\(attribute.id)' must be a range: use atLeast, below or, for dates, ago"
    case .integerTooLarge(let attribute):
      "a value of the attribute '\(attribute.id)' is not between -2⁵³ and 2⁵³: use a value that JSON parsers read exactly"
    case .valueOutsideItsCases(let value):
      "'\(value)' is missing from the allCases of its type: add it"
    case .notOfManifest(let id):
      "the manifest does not declare '\(id)': pass a manifest that contains it, or a feature that requires it"
    case .impossibleStatus(let status, let subject):
      "'\(subject)' can never be '\(status)': use a status that it can have"
    }
  }

  private func cycleMessage(_ path: [String]) -> String {
    let feature = path.first ?? ""
    let steps = path.joined(separator: " → ")
    return "'\(feature)' requires itself: \(steps)"
  }
}

func usageFailure(_ error: UsageError, file: StaticString = #file, line: UInt = #line) -> Never {
  fatalError(error.description, file: file, line: line)
}
