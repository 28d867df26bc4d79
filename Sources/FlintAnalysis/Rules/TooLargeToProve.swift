package import FlintModel
import FlintText

/// The rule for a feature whose analysis exceeds the limit of steps, or for assumptions whose analysis does. The rules
/// that need the feature's status in every state, or the states that are possible, then report nothing.
enum TooLargeToProve: RuleChecker {
  static let summary = "a feature or an assumption that is too complex to analyze within the limits"
  static let severity = Diagnostic.Severity.note

  static func check(_ assumptions: borrowing AssumptionProof) -> [ProvenFinding] {
    guard let error = assumptions.failure else { return [] }
    let unknown = NoPossibleState(unknown: error, in: assumptions.manifest)
    return unknown.assumption.map {
      [ProvenFinding(.tooLargeToProve, at: .assumption($0), unknown.message)]
    } ?? []
  }

  static func report(_ error: LimitExceeded, of proof: inout FeatureProof) {
    let reason = error.reason(of: proof.declaration.id, in: proof.manifest)
    proof.report(
      ProvenFinding(
        .tooLargeToProve, at: .feature(proof.feature),
        "feature '\(proof.declaration.id)' is too complex to analyze: \(reason)"))
  }
}

extension LimitExceeded {
  /// A clause: `condition 'c' exceeds the limit of 1048576 steps`.
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
  func name(in manifest: Manifest) -> String {
    switch target {
    case .feature(let feature): "'\(manifest.features[feature].id)'"
    case .condition(let condition): "condition '\(manifest.conditions[condition].id)'"
    case .assumption(let assumption): "assumption '\(manifest.assumptions[assumption].id)'"
    }
  }
}
