/// The rules of problems in files. Raw values are their names in messages.
package enum InputRule: String, CaseIterable, Sendable {
  case invalidJSON = "invalid-json"
  case wrongType = "wrong-type"
  case unknownKey = "unknown-key"
  case duplicateKey = "duplicate-key"
  case missingKey = "missing-key"
  case unexpectedKey = "unexpected-key"
  case unsupportedVersion = "unsupported-version"
  case emptyValue = "empty-value"
  case invalidID = "invalid-id"
  case duplicateID = "duplicate-id"
  case duplicateValue = "duplicate-value"
  case duplicateConstraint = "duplicate-constraint"
  case unknownValue = "unknown-value"
  case unknownPlatform = "unknown-platform"
  case unknownPermission = "unknown-permission"
  case unknownProduct = "unknown-product"
  case unknownAttribute = "unknown-attribute"
  case unknownFeature = "unknown-feature"
  case unknownGroup = "unknown-group"
  case unknownLevel = "unknown-level"
  case unknownCondition = "unknown-condition"
  case unreadableInclude = "unreadable-include"
  case includedTwice = "included-twice"
  case unknownBucket = "unknown-bucket"
  case unknownState = "unknown-state"
  case unknownAction = "unknown-action"
  case invalidVersion = "invalid-version"
  case invalidDate = "invalid-date"
  case invalidDuration = "invalid-duration"
  case invalidPercentage = "invalid-percentage"
  case emptyRange = "empty-range"
  case conflictingPlatforms = "conflicting-platforms"
  case unsupportedHere = "unsupported-here"
  case invalidInteger = "invalid-integer"
  case missingQuantity = "missing-quantity"
  case unexpectedQuantity = "unexpected-quantity"
  case wrongHolding = "wrong-holding"
  case impossibleStatus = "impossible-status"
  case emptyGroup = "empty-group"
  case misplacedConsumable = "misplaced-consumable"
  case cyclicCondition = "cyclic-condition"
  case nestedTooDeep = "nested-too-deep"
  case conflictingDefault = "conflicting-default"
  case nestedConditional = "nested-conditional"
  case invalidAdvance = "invalid-advance"
  case unansweredPermission = "unanswered-permission"
  case impossibleCondition = "impossible-condition"
  case claimTooLarge = "claim-too-large"

  /// Rules for undeclared ids in states, one for each kind of id.
  package static let undeclaredInStates: [InputRule] = [
    .unknownFeature, .unknownProduct, .unknownAttribute, .unknownBucket,
  ]

  private var platforms: String { alternatives(Platform.allCases.map(\.name)) }

  /// A sentence without a full stop.
  package var summary: String {
    switch self {
    case .invalidJSON: "a file must be JSON (RFC 8259) in UTF-8"
    case .wrongType: "each value must have the type that its key requires"
    case .unknownKey: "keys must be defined by the file format, or begin with '$' or 'x-'"
    case .duplicateKey: "a key must occur only once in an object"
    case .missingKey: "a required key must be present"
    case .unexpectedKey: "keys that exclude each other must not occur together"
    case .unsupportedVersion: "this program must support the version of the file format"
    case .emptyValue: "a text, list or object must not be empty, unless the format allows it"
    case .invalidID: "an id, except that of a product, must match [A-Za-z0-9][A-Za-z0-9._-]*"
    case .duplicateID: "an id must be unique within its kind, and a level within its group"
    case .duplicateValue: "a list must not contain a value twice"
    case .duplicateConstraint: "a feature must not repeat a constraint"
    case .unknownValue: "a value must be one of those that its key allows"
    case .unknownPlatform: "a platform must be \(platforms)"
    case .unknownPermission: "a permission must be one that the file format defines"
    case .unknownProduct: "a product must be declared in the manifest"
    case .unknownAttribute: "an attribute must be declared in the manifest"
    case .unknownFeature: "a feature must be declared in the manifest"
    case .unknownGroup: "a subscription group must be declared in the manifest"
    case .unknownLevel:
      "a required level must be one of the levels that its subscription group declares"
    case .unknownCondition: "a named condition must be declared in the manifest"
    case .unreadableInclude: "an included file must be in the manifest's folder and readable"
    case .includedTwice: "a file must be included only once"
    case .unknownBucket:
      "a state must contain rollout positions only for buckets that a rollout uses"
    case .unknownState: "the default state must be one of the named states"
    case .unknownAction:
      "an action in a scenario must be one of the actions that its feature declares"
    case .invalidVersion:
      "a version must be one to three numbers, written as a string or an integer"
    case .invalidDate: "a date must be written as 2026-12-01 or 2026-12-01T18:00Z, in UTC"
    case .invalidDuration: "a duration must be written in ISO 8601 format, in whole numbers"
    case .invalidPercentage: "a percentage must have at most four decimals and no exponent"
    case .emptyRange: "the lower limit of a range must be below its upper limit"
    case .conflictingPlatforms:
      "'platforms' must not contain two keys like 'iOSOnly', nor both 'iOSOnly' and 'iOS'"
    case .unsupportedHere: "'unsupported' must be used only to exclude a platform from a feature"
    case .invalidInteger:
      "an integer must not be too small or too large, and must have no fraction or exponent"
    case .missingQuantity: "a required consumable must have a quantity"
    case .unexpectedQuantity: "a product with a quantity must be a consumable"
    case .wrongHolding:
      "a state must give credits for a consumable, and a status for any other product"
    case .impossibleStatus: "a status must be possible for its permission or product"
    case .emptyGroup:
      "a required subscription group must have a product that satisfies the requirement"
    case .misplacedConsumable:
      "a condition 'when', named condition, assumption or 'not' must not require a consumable"
    case .cyclicCondition: "a feature or named condition must not require itself"
    case .nestedTooDeep: "conditions must be nested at most 64 levels deep"
    case .conflictingDefault: "a feature's toggle must have a single default value"
    case .nestedConditional: "a conditional block must not contain another one"
    case .invalidAdvance:
      "a step 'advance' needs a date in the state, and must not go beyond the year 9999"
    case .unansweredPermission:
      "a scenario must give the user's answer to each permission request that its steps cause"
    case .impossibleCondition: "at least one state must match the 'where' of a claim"
    case .claimTooLarge: "a claim must be provable within the limits of the analysis"
    }
  }
}
