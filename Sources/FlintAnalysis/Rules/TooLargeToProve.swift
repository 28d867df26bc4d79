package import FlintCore
import FlintText

/// The rule for a feature whose analysis exceeds the limit of steps. The rules that need the feature's status in every
/// state then report nothing about it.
enum TooLargeToProve: RuleChecker {
  static let summary = "a feature that is too complex to analyze within the limits"
  static let severity = Diagnostic.Severity.note

  static func report(_ error: LimitExceeded, of proof: inout FeatureProof) {
    let reason = error.reason(of: proof.declaration.id, in: proof.manifest)
    proof.report(
      ProvenFinding(
        .tooLargeToProve, at: .feature(proof.feature),
        "feature '\(proof.declaration.id)' is too complex to analyze: \(reason)"))
  }
}

extension LimitExceeded {
  /// Returns the reason for the error as a clause for messages, such as `it exceeds the limit of 1048576 steps` or
  /// `condition 'c' exceeds the limit of 1048576 steps`.
  ///
  /// - Parameter feature: The id of the feature that the finding is about.
  package func reason(of feature: String, in manifest: Manifest) -> String {
    let origin = origin?.name(in: manifest)
    let other = origin == "'\(feature)'" ? nil : origin
    let subject = other ?? "it"
    return "\(subject) exceeds the limit of \(budget) \(unit)"
  }
}

extension LimitExceeded.Origin {
  /// Returns the name of the feature or condition for messages, such as `condition 'c'`, `assumption 'a'` or
  /// `'feature'`.
  fileprivate func name(in manifest: Manifest) -> String {
    switch target {
    case .feature(let feature): "'\(manifest.features[feature].id)'"
    case .condition(let condition): "condition '\(manifest.conditions[condition].id)'"
    case .assumption(let assumption): "assumption '\(manifest.assumptions[assumption].id)'"
    }
  }
}
