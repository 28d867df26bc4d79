import FlintCore

extension Manifest {
  /// Three products (two bought once, one of credits) and two attributes (a boolean without a default, a choice that
  /// defaults to its last value).
  static let sample = Manifest(
    products: [
      ProductDeclaration(id: "PREMIUM", name: "Premium", type: .nonConsumable),
      ProductDeclaration(id: "BASIC", name: "Basic", type: .autoRenewingSubscription),
      ProductDeclaration(id: "GEM", name: "Gem", type: .consumable),
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
