import FlintModel

/// Names a smallest set of constraints that conflict.
enum NeverAvailable: FeatureRuleChecker {
  static let summary = "a feature that is never available"
  static let basis = RuleBasis.status

  static func check(_ feature: inout FeatureProof) throws(LimitExceeded) {
    guard feature.isNeverAvailable[feature.feature] else { return }
    let reason = feature.reason(try feature.smallestConflict(on: nil))
    feature.report(
      ProvenFinding(
        .neverAvailable, at: .feature(feature.feature),
        "'\(feature.declaration.id)' is never available: \(reason)"))
  }
}
