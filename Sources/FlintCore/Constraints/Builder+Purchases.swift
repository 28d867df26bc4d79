// Purchase requirements. Each call adds one requirement, and a feature needs all of its requirements.

extension FeatureConstraintsBuilder {
  /// Requires a purchase, or a combination of purchases.
  public func purchase(_ requirement: PurchaseRequirement) {
    require(.purchase(requirement))
  }

  /// Requires a purchase, or a combination of purchases.
  public func purchase(requirement: PurchaseRequirement) {
    purchase(requirement)
  }

  /// Requires a non-consumable product or a subscription.
  public func purchase(_ product: Product) {
    purchase(PurchaseRequirement(product))
  }

  /// Requires a product with one of these statuses, instead of the default statuses in which the product counts as paid
  /// for: `purchase(patron, in: [.purchased, .inGracePeriod, .inBillingRetry])`.
  public func purchase(_ product: Product, in statuses: [PurchaseStatus]) {
    purchase(PurchaseRequirement(product, in: statuses))
  }

  /// Requires a subscription from a group, at the given level or a higher one:
  /// `purchase(.membership, atLeast: "plus")`.
  public func purchase(
    _ group: SubscriptionGroup, atLeast level: String? = nil, in statuses: [PurchaseStatus]? = nil
  ) {
    purchase(PurchaseRequirement(group, atLeast: level, in: statuses))
  }

  /// Requires a number of credits. The app itself spends the credits and unlocks the feature; it can show the number in
  /// its store.
  public func purchase(_ product: ConsumableProduct, quantity: Int) {
    purchase(PurchaseRequirement(product, quantity: quantity))
  }

  /// Requires one of several products.
  public func purchase(anyOf products: Product...) {
    purchase(PurchaseRequirement(.any, products.map { PurchaseRequirement($0) }))
  }

  /// Requires one of several purchase requirements, each of which can be a combination of purchases.
  public func purchase(anyOf requirements: PurchaseRequirement...) {
    purchase(PurchaseRequirement(.any, requirements))
  }

  /// Requires all of several products.
  public func purchase(allOf products: Product...) {
    purchase(PurchaseRequirement(.all, products.map { PurchaseRequirement($0) }))
  }

  /// Requires all of several purchase requirements, each of which can be a combination of purchases.
  public func purchase(allOf requirements: PurchaseRequirement...) {
    purchase(PurchaseRequirement(.all, requirements))
  }

  /// Requires all of several products, each as a separate constraint.
  public func purchases(_ products: Product...) {
    for product in products { purchase(product) }
  }

  /// Requires all of several purchase requirements, each as a separate constraint.
  public func purchases(_ requirements: PurchaseRequirement...) {
    for requirement in requirements { purchase(requirement) }
  }
}
