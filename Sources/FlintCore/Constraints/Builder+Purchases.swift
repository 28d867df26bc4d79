// Purchases in all their forms. Each call adds one requirement, and a feature needs all of its requirements.

extension FeatureConstraintsBuilder {
  /// Requires a purchase, or a combination of purchases.
  public func purchase(_ requirement: PurchaseRequirement) {
    require(.purchase(requirement))
  }

  /// Requires a purchase, or a combination of purchases.
  public func purchase(requirement: PurchaseRequirement) {
    purchase(requirement)
  }

  /// Requires a product that is bought once or subscribed to.
  public func purchase(_ product: Product) {
    purchase(PurchaseRequirement(product))
  }

  /// Requires a product with one of these statuses, in place of those in which it is paid for:
  /// `purchase(patron, in: [.purchased, .inGracePeriod, .inBillingRetry])`.
  public func purchase(_ product: Product, in statuses: [PurchaseStatus]) {
    purchase(PurchaseRequirement(product, in: statuses))
  }

  /// Requires a subscription of a group, at a level or above: `purchase(.membership, atLeast: "plus")`.
  public func purchase(
    _ group: SubscriptionGroup, atLeast level: String? = nil, in statuses: [PurchaseStatus]? = nil
  ) {
    purchase(PurchaseRequirement(group, atLeast: level, in: statuses))
  }

  /// Requires a number of credits. The app spends them and unlocks the feature; the number is there for its store.
  public func purchase(_ product: ConsumableProduct, quantity: Int) {
    purchase(PurchaseRequirement(product, quantity: quantity))
  }

  /// Requires one of several products.
  public func purchase(anyOf products: Product...) {
    purchase(PurchaseRequirement(.any, products.map { PurchaseRequirement($0) }))
  }

  /// Requires one of several combinations.
  public func purchase(anyOf requirements: PurchaseRequirement...) {
    purchase(PurchaseRequirement(.any, requirements))
  }

  /// Requires several products.
  public func purchase(allOf products: Product...) {
    purchase(PurchaseRequirement(.all, products.map { PurchaseRequirement($0) }))
  }

  /// Requires several combinations.
  public func purchase(allOf requirements: PurchaseRequirement...) {
    purchase(PurchaseRequirement(.all, requirements))
  }

  /// Requires several products, each as a constraint of its own.
  public func purchases(_ products: Product...) {
    for product in products { purchase(product) }
  }

  /// Requires several combinations, each as a constraint of its own.
  public func purchases(_ requirements: PurchaseRequirement...) {
    for requirement in requirements { purchase(requirement) }
  }
}
