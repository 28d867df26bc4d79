import FlintModel
import FlintText

/// In every state, the status is the same without it. Not `any` and `unsupported`, which document
/// intent.
enum RedundantConstraint: FeatureRuleChecker {
  static let summary = "a constraint that can be removed without any effect"
  static let basis = RuleBasis.status
  static let severity = Diagnostic.Severity.note

  static func check(_ feature: inout FeatureProof) throws(LimitExceeded) {
    guard !feature.isNeverAvailable[feature.feature] else { return }
    let app = feature.manifest.app
    let candidates = try feature.constraints { constraint in
      switch constraint {
      case .requirement(.platform(_, .any)), .requirement(.platform(_, .unsupported)): false
      default: !PlatformNotOfApp.isForeign(constraint, app)
      }
    }
    let redundant = try feature.removable(
      candidates, among: feature.contributions[...], .and, feature.intervalOfConstraints)
    for index in candidates where redundant.contains(index) {
      let position = feature.positions[index]
      feature.setRedundant(index)
      feature.report(
        ProvenFinding(
          .redundantConstraint, at: .constraint(position),
          "\(feature.name(position)) is redundant: implied by the other constraints"))
    }
  }
}
