import FlintCore

/// A feature whose constraints are entangled beyond the limit of work; no rule that takes its status speaks of it.
enum TooLargeToProve: RuleChecker {
  static let summary = "a feature whose constraints are too entangled to be proven over every state"

  static func report(_ feature: inout FeatureProof) {
    feature.report(
      ProvenFinding(
        .tooLargeToProve, at: .feature(feature.feature),
        "'\(feature.declaration.id)' is not proven over every state: that takes more than "
          + "\(AnalysisLimits.work) steps"))
  }
}
