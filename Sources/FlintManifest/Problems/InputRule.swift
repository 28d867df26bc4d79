import FlintCore

/// The rules for manifests, states and scenarios. Each raw value is the name of the rule, which is printed in brackets
/// at the end of an error message.
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

  /// The rules that are broken by a state with undeclared ids, one rule for each kind of id, such as the id of a
  /// product.
  package static let undeclaredInStates: [InputRule] = [
    .unknownFeature, .unknownProduct, .unknownAttribute, .unknownBucket,
  ]

  private var platforms: [String] { Platform.allCases.map(\.name) }

  /// The rule as one sentence without a full stop, such as "lists have no duplicates".
  package var summary: String {
    switch self {
    case .invalidJSON: "files are JSON (RFC 8259) in UTF-8"
    case .wrongType: "each value has the type that its key requires"
    case .unknownKey: "keys must be defined by the format, or begin with '$' or 'x-'"
    case .duplicateKey: "keys occur only once in an object"
    case .missingKey: "required keys are present"
    case .unexpectedKey: "keys that exclude each other do not occur together"
    case .unsupportedVersion: "the version of the format is supported by this program"
    case .emptyValue: "texts, lists and objects are not empty where the format requires content"
    case .invalidID: "ids, except those of products, match [A-Za-z0-9][A-Za-z0-9._-]*"
    case .duplicateID:
      "no two declarations of a kind have the same id, and no two levels of a group"
    case .duplicateValue: "lists have no duplicates"
    case .duplicateConstraint: "features do not repeat a constraint"
    case .unknownValue: "each value is one of those that the format or the manifest allows"
    case .unknownPlatform:
      "platforms are \(platforms.dropLast().joined(separator: ", ")) and \(platforms.last ?? "")"
    case .unknownPermission: "each permission is one of those that the format defines"
    case .unknownProduct: "required products are declared"
    case .unknownAttribute: "required attributes are declared"
    case .unknownFeature: "features that are referred to are declared"
    case .unknownGroup: "required subscription groups are declared"
    case .unknownLevel:
      "a required level must be one of the levels that its subscription group declares"
    case .unknownCondition: "required named conditions are declared"
    case .unreadableInclude: "included files exist in the manifest's folder and can be read"
    case .includedTwice: "files are included only once"
    case .unknownBucket: "each bucket in a state is used by a rollout"
    case .unknownState: "the default state is one of the named states"
    case .unknownAction: "scenarios perform only actions that the feature declares"
    case .invalidVersion: "versions are one to three numbers, written as a string or an integer"
    case .invalidDate: "dates are written as 2026-12-01 or 2026-12-01T18:00Z, in UTC"
    case .invalidDuration: "durations are written in ISO 8601 format, in whole numbers"
    case .invalidPercentage: "percentages have at most four decimals and no exponent"
    case .emptyRange: "the lower limit of a range is below its upper limit"
    case .conflictingPlatforms:
      "an 'Only' key excludes other 'Only' keys and the platform's plain key"
    case .unsupportedHere: "'unsupported' is used only where a platform can be excluded"
    case .invalidInteger: "integers are in range, and are written without a fraction or an exponent"
    case .missingQuantity: "required consumables have a quantity"
    case .unexpectedQuantity: "only consumables have quantities"
    case .wrongHolding: "consumables have credits in states, other products have a status"
    case .impossibleStatus: "statuses are possible for their permission or product"
    case .emptyGroup: "required subscription groups have a product that satisfies the requirement"
    case .misplacedConsumable:
      "no guard, named condition, assumption or 'not' requires a consumable"
    case .cyclicCondition: "no feature and no named condition requires itself"
    case .nestedTooDeep: "conditions are nested at most 64 deep"
    case .conflictingDefault: "a feature's toggle has a single default value"
    case .nestedConditional: "conditional blocks are not nested"
    case .invalidAdvance:
      "a step 'advance' needs a date in the state, and leads at most to the year 9999"
    case .unansweredPermission:
      "a scenario gives the user's answer to each permission request that its steps cause"
    case .impossibleCondition: "at least one state matches the 'where' of a claim"
    case .claimTooLarge: "claims can be proven within the limits of the analysis"
    }
  }
}
