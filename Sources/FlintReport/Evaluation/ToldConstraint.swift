internal import FlintCore

/// A constraint that a report tells of a feature, with the feature that declares it.
struct ToldConstraint {
  let evaluation: ConstraintEvaluation
  let feature: Int
  let isInherited: Bool
}

extension FeatureEvaluation {
  /// What blocks, own before inherited; with `verbose` everything that the feature declares itself, too.
  func told(verbose: Bool) -> [ToldConstraint] {
    let own =
      verbose ? constraints : blockers.filter { $0.feature == feature }.map(\.constraint)
    return own.map { ToldConstraint(evaluation: $0, feature: feature, isInherited: false) }
      + blockers.filter { $0.feature != feature }
      .map { ToldConstraint(evaluation: $0.constraint, feature: $0.feature, isInherited: true) }
  }
}
