import FlintManifest

extension InputProblem.Fact {
  /// Whether a schema can detect the problem. A schema does not know declarations, and can check limits of single
  /// values only.
  var isOfSchema: Bool {
    switch self {
    case .wrongType, .unknownKey, .misplacedKey, .wrongNotation, .otherFormat,
      .missingOneOf, .unexpectedKey(_, .valuesOf), .unexpectedKey(_, .besides), .unsupportedVersion,
      .empty, .invalidID, .unknownPlatform,
      .unknownPermission, .invalidVersion, .notARange, .invalidDate, .invalidTimeSpan,
      .invalidPercent, .twoOnly, .besideOnly, .onlyUnsupported, .onlyInCondition,
      .unsupportedInCondition, .unsupportedForApp, .invalidInteger, .groupOfOtherType,
      .levelWithoutGroup, .missingBucket, .duplicateCondition, .runtimeEnabledFalse,
      .nestedConditional, .conditionalInCondition, .ofFeaturesOnly, .nothingToCheck:
      true
    // Purchases are equal if their ids are, however they are written, and scenarios if their names are, which a schema
    // cannot check.
    case .duplicateValue(_, let list): !["'anyOf'", "'allOf'", "'scenarios'"].contains(list)
    // A schema does not look for one step with an expectation among all.
    case .missingKey(_, let owner): owner != "the story"
    // A schema does not know the type of the required attribute.
    case .unexpectedKey(_, .patternOf): false
    // Values of a choice are declared in the manifest.
    case .unknownValue(_, let subject, _, _): subject != "value"
    case .duplicateKey, .duplicateID, .duplicateConstraint, .undeclared, .ignored, .emptyRange,
      .emptyGracePeriod,
      .missingQuantity, .unexpectedQuantity, .creditsExpected, .statusExpected,
      .impossibleEnd, .impossibleStatus, .missingLevel, .levelOfUnranked,
      .groupWithoutProduct, .misplacedConsumable, .cyclicCondition, .nestedTooDeep,
      .conflictingDefault, .noDateToAdvance, .backwards, .advancedTooFar, .unanswered,
      .impossibleCondition, .claimTooLarge, .inclusion:
      false
    }
  }
}
