import FlintModel
package import FlintText

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
    case .wrongNotation: .wrongType
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
    case .emptyRange, .emptyGracePeriod: .emptyRange
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
    case .creditsExpected, .statusExpected, .impossibleEnd: .wrongHolding
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
    case .wrongType(let subject, let found, let expected),
      .wrongNotation(let subject, let found, let expected, _):
      "found \(found.prose) for \(subject); expected \(expected.prose)"
    case .unknownKey(let key, let owner, _), .misplacedKey(let key, let owner, _):
      "unknown key '\(key)' in \(owner)"
    case .duplicateKey(let key): "key '\(key)' occurs twice in the same object"
    case .missingKey(let key, let owner): "\(owner) has no '\(key)'"
    case .missingOneOf(let keys, let owner):
      "\(owner) has no " + alternatives(keys.map { "'\($0)'" })
    case .otherFormat(.somethingElse, let wanted): "this is not \(wanted)"
    case .otherFormat(let found, let wanted): "this is \(found.prose), not \(wanted)"
    case .unexpectedKey(let key, .valuesOf(let type)):
      "'\(key)' is for choice attributes only; this attribute has type '\(type.name)'"
    case .unexpectedKey(let key, .patternOf(let type)):
      "'\(key)' is for text attributes only; this attribute has type '\(type.name)'"
    case .unexpectedKey(let key, .besides(let other)): "'\(key)' cannot be combined with '\(other)'"
    case .unsupportedVersion(let found, let subject): "'\(subject)' is \(found); expected 1"
    case .empty(let subject): "\(subject) is empty"
    case .invalidID(let id, let declared):
      id.isEmpty
        ? "\(declared.prose) id is empty"
        : "\(declared.prose) id '\(id)' contains an invalid character"
    case .duplicateID(let id, let declared): "\(declared.prose) '\(id)' is declared twice"
    case .duplicateValue(let value, let list): "'\(value)' occurs twice in \(list)"
    case .duplicateConstraint(let name): "constraint '\(name)' is declared twice"
    case .unknownValue(let value, let subject, _, _): "unknown \(subject) '\(value)'"
    case .unknownPlatform(let name, _): "unknown platform '\(name)'"
    case .unknownPermission(let name, _): "unknown permission '\(name)'"
    case .undeclared(let name, .state, _): "unknown state '\(name)'"
    case .undeclared(let name, let declared, _): "\(declared.prose) '\(name)' is not declared"
    case .ignored(let name, let declared): "\(declared.prose) '\(name)' is not declared; ignored"
    case .invalidVersion(let text, let fault): versionMessage(text, fault)
    case .emptyRange(let kind, let low, let high):
      "the range is empty: no \(kind.prose) is at least '\(low)' and below '\(high)'"
    case .notARange(let kind, _): "found a single \(kind.prose); expected a range"
    case .invalidDate(let text): "'\(text)' is not a date"
    case .invalidTimeSpan(let text, hasOneLength: false): "'\(text)' is not a duration"
    case .invalidTimeSpan(let text, hasOneLength: true):
      "'\(text)' has years or months, which vary in length"
    case .invalidPercent(let text, let subject, let isAssigned):
      percentMessage(text, subject, isAssigned)
    case .twoOnly(let one, let other): "'\(one)' and '\(other)' exclude each other"
    case .besideOnly(let platform, let only): "'\(platform)' cannot be combined with '\(only)'"
    case .onlyUnsupported(let only): "'\(only)' is 'unsupported', so no platform is supported"
    case .onlyInCondition(let only): "'\(only)' is not allowed in a condition"
    case .unsupportedInCondition: "'unsupported' is not allowed in a condition"
    case .unsupportedForApp: "'unsupported' is not allowed in the platforms of the app"
    case .invalidInteger(let text, let subject, let fault): integerMessage(text, subject, fault)
    case .missingQuantity(let product): "consumable '\(product)' is required without a quantity"
    case .unexpectedQuantity(let product):
      "'\(product)' is not a consumable and cannot have a quantity"
    case .creditsExpected(let product):
      "consumable '\(product)' has no status; expected a number of credits"
    case .statusExpected(let product): "'\(product)' is not a consumable; expected a status"
    case .impossibleEnd(.until, let product):
      "'\(product)' is not a subscription and cannot have 'until'"
    case .impossibleEnd(.graceUntil, let product):
      "'\(product)' is not an auto-renewing subscription and cannot have 'graceUntil'"
    case .emptyGracePeriod(let end, let graceEnd):
      "'graceUntil' is \(graceEnd); expected a date after 'until', \(end)"
    case .impossibleStatus(let status, let owner, _): "\(owner) cannot be '\(status)' here"
    case .groupOfOtherType(let product):
      "'\(product)' is not an auto-renewing subscription and cannot be in a group"
    case .missingLevel(let product, let group, _):
      "product '\(product)' has no 'level', but its group '\(group)' has levels"
    case .levelOfUnranked(let group): "group '\(group)' has no levels"
    case .levelWithoutGroup: "a product without a 'group' cannot have a 'level'"
    case .groupWithoutProduct(let group, nil): "group '\(group)' has no product"
    case .groupWithoutProduct(let group, let level?):
      "group '\(group)' has no product at level '\(level)' or above"
    case .misplacedConsumable(let product, let context):
      "consumable '\(product)' is not allowed in \(context.prose)"
    case .missingBucket(let context): "'rollout' in \(context.prose) has no 'bucket'"
    case .cyclicCondition(let path): path.prose
    case .nestedTooDeep: "conditions are nested more than 64 levels deep"
    case .duplicateCondition(let list): "the same condition occurs twice in \(list)"
    case .runtimeEnabledFalse: "'runtimeEnabled' is false; expected true or no such key"
    case .conflictingDefault(let value):
      "'defaultValue' is \(value) here and \(!value) elsewhere in the feature"
    case .nestedConditional: "'conditional' is not allowed inside a conditional block"
    case .conditionalInCondition: "'conditional' is not allowed in a condition"
    case .ofFeaturesOnly(let key, let context):
      "'\(key)' is not allowed in \(context.prose), which belongs to no feature"
    case .noDateToAdvance: "the state has no date to advance"
    case .backwards(let text): "'\(text)' would move the date backwards"
    case .advancedTooFar: "the step would move the date beyond the year 9999"
    case .nothingToCheck: "the scenario has no 'steps', 'cases', 'always' or 'never'"
    case .unanswered(let permission):
      "the step requests permission '\(permission.name)', but 'answers' has no answer for it"
    case .impossibleCondition: "no state matches 'where'"
    case .claimTooLarge(let steps): "the claim is too complex to prove within \(steps) steps"
    case .inclusion(let fault): fault.message
    }
  }

  package var hint: String? {
    switch fact {
    case .unknownKey(let key, _, let nearest?):
      ["did you mean '\(nearest)'?", Synonyms.difference(of: key, from: nearest)]
        .compactMap(\.self).joined(separator: " ")
    case .unknownPermission(_, let nearest): didYouMean(nearest)
    case .unknownPlatform(_, let nearest):
      didYouMean(nearest) ?? oneOf(Platform.allCases.map(\.name))
    case .misplacedKey(_, _, let written): "write \(written)"
    case .wrongNotation(_, _, _, let written): "write \(written)"
    case .wrongType("'platforms'", .array, .object):
      "write { \"iOS\": \"any\", … }; to exclude all other platforms, write \"iOSOnly\""
    case .wrongType("'constraints'", .array, .object):
      "write { \"permissions\": [\"camera\"], … }, with one key for each kind of constraint"
    case .wrongType("a platform", .bool, _): "write \"any\" or \"unsupported\""
    case .undeclared(let name, .group, .none):
      """
      declare it under 'groups': { "id": \(JSONText.quoted(name)), \
      "levels": ["basic", "pro"] }; 'levels' is optional, lowest first
      """
    case .undeclared(_, _, .nearest(let id)): didYouMean(id)
    case .undeclared(_, _, .similar(let ids)):
      "did you mean " + alternatives(ids.map { "'\($0)'" }) + "?"
    case .undeclared(_, _, .write(let written)): "write \(written)"
    case .unexpectedKey(_, .besides("notIn")):
      "write a condition for each key in 'allOf'; to exclude a text pattern, write it in 'not'"
    case .unexpectedKey(_, .patternOf(.choice)): "list the accepted values"
    case .unknownValue(_, _, let allowed, let nearest): didYouMean(nearest) ?? oneOf(allowed)
    case .otherFormat(let found, let wanted): found.hint(insteadOf: wanted)
    case .invalidID(let id, _):
      id.isEmpty ? nil : "use letters, digits, '.', '_' and '-', starting with a letter or digit"
    case .invalidVersion(_, let fault): fault.hint ?? fault.generalHint
    case .notARange(.integer, let written):
      "write { \"atLeast\": \(written) }, or [\(written)] for exactly this value"
    case .notARange(_, let written): "write { \"atLeast\": \(written) }"
    case .invalidDate(let text):
      Self.hint(forDate: text) ?? "write a date such as \"2026-12-01\" or \"2026-12-01T18:00Z\""
    case .invalidTimeSpan(_, let hasOneLength):
      hasOneLength
        ? "write it in weeks, days, hours, minutes or seconds, such as \"P30D\""
        : "write a duration such as \"P30D\", \"P1M\" or \"PT12H\""
    case .invalidPercent(let text, _, _):
      text.lowercased().contains("e") ? "write the number without an exponent" : nil
    case .invalidInteger(_, _, .fractionOrExponent):
      "write the integer without a fraction or an exponent"
    case .missingQuantity(let product):
      "write { \"product\": \(JSONText.quoted(product)), \"quantity\": 1 }"
    case .creditsExpected: "write the number of credits, such as 3"
    case .statusExpected: oneOf(PurchaseStatus.defaults.map(\.name))
    case .impossibleStatus(_, _, let allowed): oneOf(allowed)
    case .missingLevel(_, _, let levels): oneOf(levels)
    case .missingBucket:
      "add a 'bucket'; only a rollout in a feature has a default bucket, the feature's id"
    case .runtimeEnabledFalse: "to disable the feature by default, set its 'isEnabled' to false"
    case .onlyInCondition(let only):
      "write \"\(only.dropLast(4))\"; the condition is false on platforms that are not listed"
    case .unsupportedInCondition:
      "leave the platform out; the condition is false on platforms that are not listed"
    case .unsupportedForApp: "leave the platform out; the app runs only on the listed platforms"
    case .nestedConditional: "combine the conditions of both blocks in one 'when'"
    case .conditionalInCondition:
      "combine the condition 'when' and the constraints with 'allOf' or 'anyOf'"
    case .noDateToAdvance: "set a date with \"set\": { \"date\": \"2026-12-01\" }"
    case .unanswered(let permission):
      "add \"\(permission.name)\": \"authorized\" to 'answers', or the permission to 'skip'"
    case .claimTooLarge: "split the claim into claims about fewer features"
    case .inclusion(let fault): fault.hint
    case .wrongType(_, .number, .string): "put strings in double quotes"
    default: nil
    }
  }

  private func didYouMean(_ name: String?) -> String? { name.map { "did you mean '\($0)'?" } }

  private func oneOf(_ names: [String]) -> String? {
    guard !names.isEmpty, names.count <= 8 else { return nil }
    return "expected " + names.map { "'\($0)'" }.joined(separator: " or ")
  }

  private func percentMessage(_ text: String, _ subject: String, _ isAssigned: Bool) -> String {
    let number = isAssigned ? "a number from 0 to below 100" : "a number from 0 to 100"
    return "found \(text) for \(subject); expected \(number) with at most four decimals"
  }

  private func versionMessage(_ text: String, _ fault: VersionFault) -> String {
    switch fault {
    case .number: "version \(text) is a number, but not an integer"
    case .latestInManifest: "version 'latest' is allowed in states only"
    case .tooLarge, .leadingZero, .notAVersion: "'\(text)' is not a version"
    }
  }

  private func integerMessage(_ text: String, _ subject: String, _ fault: IntegerFault) -> String {
    switch fault {
    case .fractionOrExponent: "found \(text) for \(subject); expected an integer"
    case .negativeZero: "found -0 for \(subject); expected 0"
    case .below(let least): "found \(text) for \(subject); expected at least \(least)"
    case .above(let most): "found \(text) for \(subject); expected at most \(most)"
    }
  }
}
