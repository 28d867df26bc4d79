import FlintModel

extension Manifest {
  func with(features: [FeatureDeclaration]) -> Manifest {
    Manifest(
      app: app, groups: groups, products: products, attributes: attributes, conditions: conditions,
      buckets: buckets, features: features)
  }
}

/// The content of an evaluation, with which tests compare evaluations of the same feature.
struct ComparableEvaluation: Equatable {
  let feature: Int
  let status: FeatureStatus
  let ownStatus: FeatureStatus
  let constraints: [ConstraintEvaluation]
  let blockers: [Blocker]
  let nextStep: NextStep?

  init(_ evaluation: FeatureEvaluation) {
    feature = evaluation.feature
    status = evaluation.status
    ownStatus = evaluation.ownStatus
    constraints = evaluation.constraints
    blockers = evaluation.blockers
    nextStep = evaluation.nextStep
  }
}
