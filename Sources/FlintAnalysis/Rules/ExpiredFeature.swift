import FlintModel

enum ExpiredFeature: FeatureRuleChecker {
  static let summary = "a feature whose 'until' is on or before '--today'"
  static let basis = RuleBasis.declarations

  static func check(_ feature: inout FeatureProof) throws(LimitExceeded) {
    guard let today = feature.today, let until = feature.declaration.until, until <= today else {
      return
    }
    feature.report(
      ProvenFinding(
        .expiredFeature, at: .until(feature.feature),
        "feature '\(feature.declaration.id)' was to be removed by \(until)",
        hint: "remove the feature, or change its 'until'"))
  }
}
