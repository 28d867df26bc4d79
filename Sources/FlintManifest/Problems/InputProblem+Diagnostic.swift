import FlintCore
package import FlintText

/// The one place that words what is wrong with an input.
extension InputProblem {
  package var diagnostic: Diagnostic {
    Diagnostic(.error, rule: rule.rawValue, message: message, hint: hint, range: range)
  }

  package var rule: InputRule {
    switch fact {
    case .wrongType: .wrongType
    case .unknownKey: .unknownKey
    case .duplicateKey: .duplicateKey
    case .missingKey, .otherFormat: .missingKey
    case .unexpectedKey: .unexpectedKey
    case .unsupportedVersion: .unsupportedVersion
    case .empty: .emptyValue
    case .invalidID: .invalidID
    case .duplicateID: .duplicateID
    case .duplicateValue: .duplicateValue
    case .duplicateConstraint: .duplicateConstraint
    case .unknownValue, .runtimeEnabledFalse: .unknownValue
    case .unknownPlatform: .unknownPlatform
    case .unknownPermission: .unknownPermission
    case .undeclared(_, .feature, _): .unknownFeature
    case .undeclared(_, .product, _): .unknownProduct
    case .undeclared(_, .attribute, _): .unknownAttribute
    case .undeclared(_, .state, _): .unknownState
    case .undeclared(_, .action, _): .unknownAction
    case .invalidVersion: .invalidVersion
    case .emptyRange: .emptyRange
    case .twoOnly, .besideOnly: .conflictingPlatforms
    case .onlyUnsupported, .onlyInGuard, .unsupportedInGuard: .unsupportedHere
    case .invalidInteger: .invalidInteger
    case .missingQuantity: .missingQuantity
    case .unexpectedQuantity: .unexpectedQuantity
    case .creditsExpected, .statusExpected: .wrongHolding
    case .conflictingDefault: .conflictingDefault
    case .nestedConditional: .nestedConditional
    case .nothingToCheck: .missingKey
    case .unanswered: .unansweredPermission
    case .impossibleCondition: .impossibleCondition
    case .claimTooLarge: .claimTooLarge
    }
  }

  package var message: String {
    switch fact {
    case .wrongType(let subject, let found, let expected):
      "found \(found.prose) for \(subject); expected \(expected.prose)"
    case .unknownKey(let key, let owner, _): "unknown key '\(key)' in \(owner)"
    case .duplicateKey(let key): "key '\(key)' is given twice in one object"
    case .missingKey(let key, let owner): "\(owner) has no '\(key)'"
    case .otherFormat(let found, let wanted): "this is \(found.prose), not \(wanted)"
    case .unexpectedKey(let key, .valuesOfBoolean): "'\(key)' belongs to choices; this is a boolean"
    case .unexpectedKey(let key, .besides(let other)): "'\(key)' cannot stand beside '\(other)'"
    case .unsupportedVersion(let found, let subject): "'\(subject)' is \(found); expected 1"
    case .empty(let subject): "\(subject) is empty"
    case .invalidID(let id, let declared):
      id.isEmpty
        ? "\(declared.prose) id is empty"
        : "\(declared.prose) id '\(id)' has a character that ids cannot have"
    case .duplicateID(let id, let declared): "\(declared.prose) '\(id)' is declared twice"
    case .duplicateValue(let value, let list): "'\(value)' is twice in \(list)"
    case .duplicateConstraint(let name): "constraint '\(name)' is given twice"
    case .unknownValue(let value, let subject, _, _): "unknown \(subject) '\(value)'"
    case .unknownPlatform(let name, _): "unknown platform '\(name)'"
    case .unknownPermission(let name, _): "unknown permission '\(name)'"
    case .undeclared(let name, .state, _): "unknown state '\(name)'"
    case .undeclared(let name, let declared, _): "\(declared.prose) '\(name)' is not declared"
    case .invalidVersion(let text, let fault): versionMessage(text, fault)
    case .emptyRange(let low, let high): "no version is at least '\(low)' and below '\(high)'"
    case .twoOnly(let one, let other): "'\(one)' and '\(other)' exclude each other"
    case .besideOnly(let platform, let only): "'\(platform)' cannot stand beside '\(only)'"
    case .onlyUnsupported(let only): "'\(only)' is unsupported, so that no platform is left"
    case .onlyInGuard(let only): "'\(only)' cannot stand in 'when'"
    case .unsupportedInGuard: "'unsupported' cannot stand in 'when'"
    case .invalidInteger(let text, let subject, let fault): integerMessage(text, subject, fault)
    case .missingQuantity(let product): "consumable '\(product)' is asked for without a quantity"
    case .unexpectedQuantity(let product): "'\(product)' is no consumable and has no quantity"
    case .creditsExpected(let product): "consumable '\(product)' is held as a number of credits"
    case .statusExpected(let product): "'\(product)' is no consumable and has a status, not credits"
    case .runtimeEnabledFalse: "'runtimeEnabled' is false; expected true or nothing"
    case .conflictingDefault(let value):
      "'defaultValue' is \(value) here and \(!value) elsewhere in the feature"
    case .nestedConditional: "'conditional' stands inside a conditional block"
    case .nothingToCheck: "a scenario has none of 'steps', 'cases', 'always' and 'never'"
    case .unanswered(let permission):
      "the flow asks for permission '\(permission.name)', which has no answer"
    case .impossibleCondition: "no state is as 'where' wants it"
    case .claimTooLarge: "the claim is about too many combinations to be proven"
    }
  }

  package var hint: String? {
    switch fact {
    case .unknownKey(_, _, let nearest), .unknownPlatform(_, let nearest),
      .unknownPermission(_, let nearest):
      didYouMean(nearest)
    case .undeclared(_, _, let nearest): didYouMean(nearest)
    case .unknownValue(_, _, let allowed, let nearest): didYouMean(nearest) ?? oneOf(allowed)
    case .otherFormat(let found, _): found.hint
    case .invalidID(let id, _):
      id.isEmpty ? nil : "letters, digits, '.', '_' and '-', beginning with a letter or digit"
    case .invalidVersion(_, let fault): versionHint(fault)
    case .invalidInteger(_, _, .fractionOrExponent):
      "integers are written without fraction or exponent"
    case .missingQuantity(let product):
      "write { \"product\": \(JSONText.quoted(product)), \"quantity\": 1 }"
    case .creditsExpected: "write how many, for instance 3"
    case .statusExpected: oneOf(PurchaseStatus.allCases.map(\.name))
    case .runtimeEnabledFalse: "'isEnabled' of the feature says what holds by default"
    case .onlyInGuard(let only): "write \"\(only.dropLast(4))\"; platforms not listed do not match"
    case .unsupportedInGuard: "leave the platform out; platforms not listed do not match"
    case .nestedConditional: "put the conditions of both into one 'when'"
    case .unanswered(let permission):
      "add \"\(permission.name)\": \"authorized\" to 'answers', or to 'skip'"
    case .claimTooLarge: "claim less of fewer features at a time"
    case .wrongType(_, .number, .string): "strings are written in double quotes"
    default: nil
    }
  }

  private func didYouMean(_ name: String?) -> String? { name.map { "did you mean '\($0)'?" } }

  private func oneOf(_ names: [String]) -> String? {
    guard !names.isEmpty, names.count <= 8 else { return nil }
    return "expected " + names.map { "'\($0)'" }.joined(separator: " or ")
  }

  private func versionMessage(_ text: String, _ fault: VersionFault) -> String {
    switch fault {
    case .number: "version \(text) is written as a number that is no integer"
    case .latestInManifest: "'latest' is a version in states only"
    case .tooLarge, .leadingZero, .notAVersion: "'\(text)' is not a version"
    }
  }

  private func versionHint(_ fault: VersionFault) -> String? {
    switch fault {
    case .number(let text?): "write \"\(text)\" as a string"
    case .tooLarge: "the numbers of a version are at most \(Int32.max)"
    case .leadingZero: "write the numbers without leading zeros"
    case .number(nil), .notAVersion: "a version is one to three numbers, for instance \"10.13.4\""
    case .latestInManifest: nil
    }
  }

  private func integerMessage(_ text: String, _ subject: String, _ fault: IntegerFault) -> String {
    switch fault {
    case .fractionOrExponent, .negativeZero: "found \(text) for \(subject); expected an integer"
    case .below(let least): "found \(text) for \(subject); expected at least \(least)"
    case .tooLarge: "found \(text) for \(subject); expected at most \(Int64.max)"
    }
  }
}

extension JSONKind {
  var prose: String {
    switch self {
    case .object: "an object"
    case .array: "a list"
    case .string: "a string"
    case .number: "a number"
    case .bool: "a boolean"
    case .null: "null"
    }
  }
}

extension InputProblem.Expected {
  fileprivate var prose: String {
    switch self {
    case .object: "an object"
    case .array: "a list"
    case .string: "a string"
    case .integer: "an integer"
    case .bool: "true or false"
    case .boolOrNull: "true, false or null"
    case .version: "a version"
    case .platformVersion: "a version, a range, \"any\" or \"unsupported\""
    case .purchase: "a product id or an object"
    case .choices: "one of the attribute's values or a list of them"
    case .choice: "one of the attribute's values"
    case .choiceOrNull: "one of the attribute's values or null"
    case .stringOrNull: "a string or null"
    case .status: "a status"
    case .credits: "a number of credits"
    }
  }
}

extension InputProblem.Declared {
  fileprivate var prose: String {
    switch self {
    case .feature: "feature"
    case .product: "product"
    case .attribute: "attribute"
    case .state: "state"
    case .action: "action"
    }
  }
}
