import FlintManifest
import FlintText

extension Diagnostic {
  /// Whether a schema can detect the problem. A schema does not know declarations, and can check limits of single
  /// values only.
  var isOfSchema: Bool {
    switch InputRule(rawValue: rule) {
    case .wrongType, .unknownKey, .unsupportedVersion, .emptyValue, .invalidID, .unknownPlatform,
      .unknownPermission, .invalidVersion, .invalidDate, .invalidDuration, .invalidPercentage,
      .conflictingPlatforms, .unsupportedHere, .invalidInteger, .nestedConditional:
      true
    // Purchases are equal if their ids are, however they are written, and scenarios if their names are, which a schema
    // cannot check.
    case .duplicateValue:
      message.hasPrefix("the same condition")
        || !["'anyOf'", "'allOf'", "'scenarios'"].contains { message.hasSuffix($0) }
    // A schema does not look for one step with an expectation among all, and does not know groups.
    case .missingKey:
      !message.hasPrefix("the story has no") && !message.contains("but its group")
    // A schema does not know the type of the required attribute.
    case .unexpectedKey:
      !message.contains("is for text attributes only") && !message.hasSuffix("has no levels")
    // Values of a choice are declared in the manifest.
    case .unknownValue: !message.hasPrefix("unknown value '")
    default: false
    }
  }
}
