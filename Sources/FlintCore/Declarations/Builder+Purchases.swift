// Purchase requirements. Each call adds one requirement, and a feature needs all of its requirements.

extension FeatureConstraintsBuilder {
  /// Requires a purchase, or a combination of purchases.
  public func purchase(_ requirement: PurchaseRequirement) {
    require(.purchase(requirement))
  }

  /// Requires a purchase, or a combination of purchases. It does the same as `purchase(_:)`, and only has an argument
  /// label.
  public func purchase(requirement: PurchaseRequirement) {
    purchase(requirement)
  }

  /// Requires that the user has paid for a product: a non-consumable one or a subscription.
  public func purchase(_ product: Product) {
    purchase(PurchaseRequirement(product))
  }

  /// Requires that a product has one of the given statuses:
  /// `purchase(patron, in: [.purchased, .inGracePeriod, .inBillingRetry])`. Without a list, as in `purchase(patron)`,
  /// the product must be purchased or in its grace period.
  public func purchase(_ product: Product, in statuses: [PurchaseStatus]) {
    purchase(PurchaseRequirement(product, in: statuses))
  }

  /// Requires a subscription from a group, at the given level or a higher one:
  /// `purchase(.membership, atLeast: "plus")`. Without a level, every subscription of the group is accepted.
  public func purchase(
    _ group: SubscriptionGroup, atLeast level: String? = nil, in statuses: [PurchaseStatus]? = nil
  ) {
    purchase(PurchaseRequirement(group, atLeast: level, in: statuses))
  }

  /// Requires that the app has unlocked the feature for credits, the units of a consumable product that the user buys.
  /// `quantity` is the price as a number of credits, which the app itself has to deduct.
  public func purchase(_ product: ConsumableProduct, quantity: Int) {
    purchase(PurchaseRequirement(product, quantity: quantity))
  }

  /// Requires that the user has paid for at least one of several products.
  public func purchase(anyOf products: Product...) {
    purchase(PurchaseRequirement(.any, products.map { PurchaseRequirement($0) }))
  }

  /// Requires that at least one of several purchase requirements is satisfied. Each of them can combine several
  /// purchases.
  public func purchase(anyOf requirements: PurchaseRequirement...) {
    purchase(PurchaseRequirement(.any, requirements))
  }

  /// Requires that the user has paid for all of several products.
  public func purchase(allOf products: Product...) {
    purchase(PurchaseRequirement(.all, products.map { PurchaseRequirement($0) }))
  }

  /// Requires that all of several purchase requirements are satisfied. Each of them can combine several purchases.
  public func purchase(allOf requirements: PurchaseRequirement...) {
    purchase(PurchaseRequirement(.all, requirements))
  }

  /// Requires that the user has paid for all of several products. Each product becomes a constraint with its own
  /// outcome, whereas `purchase(allOf:)` creates a single constraint for all products.
  public func purchases(_ products: Product...) {
    for product in products { purchase(product) }
  }

  /// Requires that all of several purchase requirements are satisfied. Each requirement becomes a constraint with its
  /// own outcome, whereas `purchase(allOf:)` creates a single constraint for all of them.
  public func purchases(_ requirements: PurchaseRequirement...) {
    for requirement in requirements { purchase(requirement) }
  }
}
