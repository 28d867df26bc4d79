import FlintCore

/// The rule for a feature that should have been removed by now, according to its `until` date.
enum ExpiredFeature: RuleChecker {
  static let summary = "a feature whose 'until' is on or before '--today'"

  static func check(_ feature: inout FeatureProof) throws(TooLarge) {
    guard let today = feature.today, let until = feature.declaration.until, until <= today else {
      return
    }
    feature.report(
      ProvenFinding(
        .expiredFeature, at: .until(feature.feature),
        "feature '\(feature.declaration.id)' should have been removed by \(until)",
        hint: "remove the feature, or change its 'until'"))
  }
}
