import FlintModel

extension Manifest {
  /// A manifest with four products (two non-consumable, a subscription, one of credits) and two attributes (a Boolean without a
  /// default, and a choice whose default is its last value).
  static let sample = Manifest(
    products: [
      ProductDeclaration(id: "PREMIUM", name: "Premium", type: .nonConsumable),
      ProductDeclaration(id: "BASIC", name: "Basic", type: .autoRenewingSubscription),
      ProductDeclaration(id: "GEM", name: "Gem", type: .consumable),
      ProductDeclaration(id: "MAP", name: "Map", type: .nonConsumable),
    ],
    attributes: [
      AttributeDeclaration(id: "staff", name: "Staff", domain: .boolean),
      AttributeDeclaration(
        id: "build", domain: .choice(["debug", "beta", "release"]), owner: .environment,
        defaultValue: .choice(2)),
      AttributeDeclaration(id: "layout", name: "Layout", domain: .boolean, owner: .user),
    ])

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
