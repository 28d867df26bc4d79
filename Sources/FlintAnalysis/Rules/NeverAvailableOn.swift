import FlintModel

/// Not repeated for the features inside; one that is available nowhere is ``NeverAvailable``.
enum NeverAvailableOn: FeatureRuleChecker {
  static let summary =
    "a feature that is never available on a platform, although it does not exclude the platform"
  static let basis = RuleBasis.status

  static func check(_ feature: inout FeatureProof) throws(LimitExceeded) {
    guard !feature.isNeverAvailable[feature.feature] else { return }
    for platform in Platform.allCases
    where feature.space.runs(on: platform) {
      guard !feature.space.canBe(.yes, feature.status, on: platform),
        !isDeclared(feature, platform), try feature.space.hasStates(on: platform)
      else { continue }
      feature.setNeverAvailable(on: platform)
      let reason = feature.reason(try feature.smallestConflict(on: platform))
      feature.report(
        ProvenFinding(
          .neverAvailableOn, at: .feature(feature.feature), platform: platform,
          "'\(feature.declaration.id)' is never available on \(platform.name): \(reason)",
          hint: """
            declare "\(platform.name)": "unsupported" \
            if the feature is not meant for this platform
            """))
    }
  }

  private static func isDeclared(_ feature: borrowing FeatureProof, _ platform: Platform) -> Bool {
    let unsupported = Constraint.platform(platform, .unsupported)
    if feature.declaration.constraints.contains(unsupported) { return true }
    return feature.manifest.ancestors(of: feature.feature).contains { ancestor in
      feature.manifest.features[ancestor].constraints.contains(unsupported)
        || feature.neverAvailableOn[ancestor].contains(platform)
    }
  }
}
