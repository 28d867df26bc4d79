import FlintManifest

extension InputProblem.Fact {
  /// Whether a schema can say it, to which every declaration is as good as another and a limit is one of a value alone.
  var isOfSchema: Bool {
    switch self {
    case .wrongType, .unknownKey, .misplacedKey, .notAList, .plainToggle, .missingKey, .otherFormat,
      .missingOneOf, .unexpectedKey, .unsupportedVersion, .empty, .invalidID, .unknownPlatform,
      .unknownPermission, .invalidVersion, .notARange, .invalidDate, .invalidTimeSpan,
      .invalidPercent, .twoOnly, .besideOnly, .onlyUnsupported, .onlyInCondition,
      .unsupportedInCondition, .unsupportedForApp, .invalidInteger, .groupOfOtherType,
      .levelWithoutGroup, .missingBucket, .duplicateCondition, .runtimeEnabledFalse,
      .nestedConditional, .conditionalInCondition, .ofFeaturesOnly, .nothingToCheck:
      true
    // Purchases are the same when their ids are, however they are written.
    case .duplicateValue(_, let list): list != "'anyOf'" && list != "'allOf'"
    // Of a choice.
    case .unknownValue(_, let subject, _, _): subject != "value"
    case .duplicateKey, .duplicateID, .duplicateConstraint, .undeclared, .emptyRange,
      .missingQuantity, .unexpectedQuantity, .creditsExpected, .statusExpected,
      .untilOfNonSubscription, .impossibleStatus, .missingLevel, .levelOfUnranked,
      .groupWithoutProduct, .misplacedConsumable, .cyclicCondition, .nestedTooDeep,
      .conflictingDefault, .noDateToAdvance, .backwards, .advancedTooFar, .unanswered,
      .impossibleCondition, .claimTooLarge, .inclusion:
      false
    }
  }
}
