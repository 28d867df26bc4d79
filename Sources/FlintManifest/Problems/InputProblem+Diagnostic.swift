import FlintCore
package import FlintText

/// The messages and hints for all input problems.
extension InputProblem {
  package var diagnostic: Diagnostic {
    var diagnostic = Diagnostic(
      severity, rule: rule.rawValue, message: message, hint: hint, range: range)
    diagnostic.replacements = replacements
    return diagnostic
  }

  private var severity: Diagnostic.Severity {
    if case .ignored = fact { .warning } else { .error }
  }

  package var rule: InputRule {
    switch fact {
    case .wrongType: .wrongType
    case .unknownKey, .misplacedKey: .unknownKey
    case .notAList, .notAnObject: .wrongType
    case .duplicateKey: .duplicateKey
    case .missingKey, .missingOneOf, .otherFormat: .missingKey
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
    case .undeclared(_, let declared, _), .ignored(_, let declared): declared.undeclaredRule
    case .invalidVersion: .invalidVersion
    case .emptyRange: .emptyRange
    case .twoOnly, .besideOnly: .conflictingPlatforms
    case .onlyUnsupported, .onlyInCondition, .unsupportedInCondition, .unsupportedForApp:
      .unsupportedHere
    case .notARange: .wrongType
    case .invalidDate: .invalidDate
    case .invalidTimeSpan: .invalidDuration
    case .invalidPercent: .invalidPercentage
    case .invalidInteger: .invalidInteger
    case .missingQuantity: .missingQuantity
    case .unexpectedQuantity: .unexpectedQuantity
    case .creditsExpected, .statusExpected, .untilOfNonSubscription: .wrongHolding
    case .impossibleStatus: .impossibleStatus
    case .groupOfOtherType, .levelOfUnranked, .levelWithoutGroup, .ofFeaturesOnly: .unexpectedKey
    case .missingLevel, .missingBucket: .missingKey
    case .groupWithoutProduct: .emptyGroup
    case .misplacedConsumable: .misplacedConsumable
    case .cyclicCondition: .cyclicCondition
    case .nestedTooDeep: .nestedTooDeep
    case .duplicateCondition: .duplicateValue
    case .noDateToAdvance, .advancedTooFar, .backwards: .invalidAdvance
    case .conflictingDefault: .conflictingDefault
    case .nestedConditional, .conditionalInCondition: .nestedConditional
    case .nothingToCheck: .missingKey
    case .unanswered: .unansweredPermission
    case .impossibleCondition: .impossibleCondition
    case .claimTooLarge: .claimTooLarge
    case .inclusion(.twice), .inclusion(.inItself): .includedTwice
    case .inclusion: .unreadableInclude
    }
  }

  package var message: String {
    switch fact {
    case .wrongType(let subject, let found, let expected):
      "found \(found.prose) for \(subject); expected \(expected.prose)"
    case .unknownKey(let key, let owner, _), .misplacedKey(let key, let owner, _):
      "unknown key '\(key)' in \(owner)"
    case .notAList(let subject, _): "found a string for \(subject); expected a list"
    case .notAnObject(let subject, let found, _):
      "found \(found.prose) for \(subject); expected an object"
    case .duplicateKey(let key): "key '\(key)' is given twice in one object"
    case .missingKey(let key, let owner): "\(owner) has no '\(key)'"
    case .missingOneOf(let keys, let owner):
      "\(owner) has no " + alternatives(keys.map { "'\($0)'" })
    case .otherFormat(.somethingElse, let wanted): "this is not \(wanted)"
    case .otherFormat(let found, let wanted): "this is \(found.prose), not \(wanted)"
    case .unexpectedKey(let key, .valuesOf(let type)):
      "'\(key)' belongs to choices; this attribute is of type '\(type.name)'"
    case .unexpectedKey(let key, .patternOf(let type)):
      "'\(key)' belongs to texts; this attribute is of type '\(type.name)'"
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
    case .ignored(let name, let declared): "\(declared.prose) '\(name)' is not declared; ignored"
    case .invalidVersion(let text, let fault): versionMessage(text, fault)
    case .emptyRange(let kind, let low, let high):
      "no \(kind.prose) is at least '\(low)' and below '\(high)'"
    case .notARange(let kind, _): "found one \(kind.prose); expected a range"
    case .invalidDate(let text): "'\(text)' is not a date"
    case .invalidTimeSpan(let text, hasOneLength: false): "'\(text)' is not a length of time"
    case .invalidTimeSpan(let text, hasOneLength: true):
      "'\(text)' has years or months, which are not always equally long"
    case .invalidPercent(let text, let subject, let isDrawn):
      "found \(text) for \(subject); expected a number from 0 to \(isDrawn ? "below " : "")100 with at most four decimals"
    case .twoOnly(let one, let other): "'\(one)' and '\(other)' exclude each other"
    case .besideOnly(let platform, let only): "'\(platform)' cannot stand beside '\(only)'"
    case .onlyUnsupported(let only): "'\(only)' is unsupported, so that no platform is left"
    case .onlyInCondition(let only): "'\(only)' cannot stand in a condition"
    case .unsupportedInCondition: "'unsupported' cannot stand in a condition"
    case .unsupportedForApp: "'unsupported' cannot stand among the platforms of the app"
    case .invalidInteger(let text, let subject, let fault): integerMessage(text, subject, fault)
    case .missingQuantity(let product): "consumable '\(product)' is asked for without a quantity"
    case .unexpectedQuantity(let product): "'\(product)' is no consumable and has no quantity"
    case .creditsExpected(let product): "consumable '\(product)' is held as a number of credits"
    case .statusExpected(let product): "'\(product)' is no consumable and has a status, not credits"
    case .untilOfNonSubscription(let product):
      "'\(product)' is no subscription, and does not run until a date"
    case .impossibleStatus(let status, let owner, _): "\(owner) cannot be '\(status)' here"
    case .groupOfOtherType(let product):
      "'\(product)' is no auto-renewing subscription, and is in no group"
    case .missingLevel(let product, let group, _):
      "product '\(product)' of group '\(group)', which has levels, has no 'level'"
    case .levelOfUnranked(let group): "group '\(group)' has no levels"
    case .levelWithoutGroup: "a product without a 'group' has no 'level'"
    case .groupWithoutProduct(let group, nil): "group '\(group)' has no product"
    case .groupWithoutProduct(let group, let level?):
      "group '\(group)' has no product at level '\(level)' or above"
    case .misplacedConsumable(let product, let place):
      "consumable '\(product)' cannot stand in \(place.prose)"
    case .missingBucket(let place): "'rollout' in \(place.prose) has no 'bucket'"
    case .cyclicCondition(let path): path.prose
    case .nestedTooDeep: "conditions are nested more than 64 deep"
    case .duplicateCondition(let list): "the same condition is twice in \(list)"
    case .runtimeEnabledFalse: "'runtimeEnabled' is false; expected true or nothing"
    case .conflictingDefault(let value):
      "'defaultValue' is \(value) here and \(!value) elsewhere in the feature"
    case .nestedConditional: "'conditional' stands inside a conditional block"
    case .conditionalInCondition: "'conditional' cannot stand in a condition"
    case .ofFeaturesOnly(let key, let place):
      "'\(key)' cannot stand in \(place.prose), which belongs to no feature"
    case .noDateToAdvance: "the state has no date that could advance"
    case .backwards(let text): "'\(text)' would move the date back"
    case .advancedTooFar: "the date would be beyond the year 9999"
    case .nothingToCheck: "a scenario has none of 'steps', 'cases', 'always' and 'never'"
    case .unanswered(let permission):
      "the flow asks for permission '\(permission.name)', which has no answer"
    case .impossibleCondition: "no state is as 'where' wants it"
    case .claimTooLarge(let steps): "the claim takes more than \(steps) steps to prove"
    case .inclusion(let fault): fault.message
    }
  }

  package var hint: String? {
    switch fact {
    case .unknownKey(_, _, let nearest), .unknownPermission(_, let nearest): didYouMean(nearest)
    case .unknownPlatform(_, let nearest):
      didYouMean(nearest) ?? oneOf(Platform.allCases.map(\.name))
    case .misplacedKey(_, _, let written): "write \(written)"
    case .notAList(_, let written): "write [\(written)]"
    case .notAnObject(_, _, let written): "write \(written)"
    case .wrongType("'platforms'", .array, .object):
      "write { \"iOS\": \"any\", … }; \"iOSOnly\" rules the others out"
    case .wrongType("'constraints'", .array, .object):
      "write { \"permissions\": [\"camera\"], … }, a key for each kind"
    case .wrongType("a platform", .bool, _): "write \"any\" or \"unsupported\""
    case .undeclared(let name, .group, nil):
      "declare it under 'groups': { \"id\": \(JSONText.quoted(name)), "
        + "\"levels\": [\"basic\", \"pro\"] }, its levels from the lowest up, if it has any"
    case .undeclared(_, _, let nearest): didYouMean(nearest)
    case .unexpectedKey(_, .besides("notIn")):
      "require one of them in 'allOf', or the opposite of the pattern in 'not'"
    case .unexpectedKey(_, .patternOf(.choice)): "list the values that are accepted"
    case .unknownValue(_, _, let allowed, let nearest): didYouMean(nearest) ?? oneOf(allowed)
    case .otherFormat(let found, _): found.hint
    case .invalidID(let id, _):
      id.isEmpty ? nil : "letters, digits, '.', '_' and '-', beginning with a letter or digit"
    case .invalidVersion(_, let fault): versionHint(fault)
    case .notARange(.integer, let written):
      "write { \"atLeast\": \(written) }, or [\(written)] for just this one"
    case .notARange(_, let written): "write { \"atLeast\": \(written) }"
    case .invalidDate(let text): dateHint(text)
    case .invalidTimeSpan(_, let hasOneLength):
      hasOneLength
        ? "write it in weeks, days, hours, minutes or seconds, for instance \"P30D\""
        : "a length of time is written as \"P30D\", \"P1M\" or \"PT12H\""
    case .invalidPercent(let text, _, _):
      text.lowercased().contains("e") ? "write the number without an exponent" : nil
    case .invalidInteger(_, _, .fractionOrExponent):
      "integers are written without fraction or exponent"
    case .missingQuantity(let product):
      "write { \"product\": \(JSONText.quoted(product)), \"quantity\": 1 }"
    case .creditsExpected: "write how many, for instance 3"
    case .statusExpected: oneOf(PurchaseStatus.defaults.map(\.name))
    case .impossibleStatus(_, _, let allowed): oneOf(allowed)
    case .missingLevel(_, _, let levels): oneOf(levels)
    case .missingBucket: "in a feature's own constraints it would be the feature's id"
    case .runtimeEnabledFalse: "'isEnabled' of the feature says what holds by default"
    case .onlyInCondition(let only):
      "write \"\(only.dropLast(4))\"; platforms not listed do not match"
    case .unsupportedInCondition: "leave the platform out; platforms not listed do not match"
    case .unsupportedForApp: "leave the platform out; the app does not run where it is not named"
    case .nestedConditional: "put the conditions of both into one 'when'"
    case .conditionalInCondition: "write the guard beside its constraints, in an 'allOf' or 'anyOf'"
    case .noDateToAdvance: "give one with \"set\": { \"date\": \"2026-12-01\" }"
    case .unanswered(let permission):
      "add \"\(permission.name)\": \"authorized\" to 'answers', or to 'skip'"
    case .claimTooLarge: "claim less of fewer features at a time"
    case .inclusion(let fault): fault.hint
    case .wrongType(_, .number, .string): "strings are written in double quotes"
    default: nil
    }
  }

  private func didYouMean(_ name: String?) -> String? { name.map { "did you mean '\($0)'?" } }

  private func oneOf(_ names: [String]) -> String? {
    guard !names.isEmpty, names.count <= 8 else { return nil }
    return "expected " + names.map { "'\($0)'" }.joined(separator: " or ")
  }

  private func dateHint(_ text: String) -> String {
    if text.utf8.count > 10, DateTime(text + "Z") != nil {
      return "dates are in UTC; end it in 'Z'"
    }
    if let point = text.firstIndex(of: ".") {
      let whole = text[..<point] + text[point...].dropFirst().drop { $0.isASCII && $0.isNumber }
      if DateTime(String(whole)) != nil { return "seconds are whole: write \"\(whole)\"" }
    }
    if text.utf8.count > 16, DateTime(String(text.dropLast(6)) + "Z") != nil {
      return "dates are in UTC; change it to that, and end it in 'Z'"
    }
    if text.has("T24:") { return "the end of a day is the beginning of the next one" }
    return "a date is written as \"2026-12-01\" or \"2026-12-01T18:00Z\""
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
    case .above(let most): "found \(text) for \(subject); expected at most \(most)"
    }
  }
}
