// Purchase requirements. Each call adds one requirement, and a feature needs all of its requirements.

extension FeatureConstraintsBuilder {
  public func purchase(_ requirement: PurchaseRequirement) {
    require(.purchase(requirement))
  }

  /// As `purchase(_:)`.
  public func purchase(requirement: PurchaseRequirement) {
    purchase(requirement)
  }

  /// Requires a product that is paid for.
  public func purchase(_ product: Product) {
    purchase(PurchaseRequirement(product))
  }

  /// `purchase(patron, in: [.purchased, .inGracePeriod, .inBillingRetry])`
  public func purchase(_ product: Product, in statuses: [PurchaseStatus]) {
    purchase(PurchaseRequirement(product, in: statuses))
  }

  /// A subscription at this level or above: `purchase(.membership, atLeast: "plus")`.
  public func purchase(
    _ group: SubscriptionGroup, atLeast level: String? = nil, in statuses: [PurchaseStatus]? = nil
  ) {
    purchase(PurchaseRequirement(group, atLeast: level, in: statuses))
  }

  /// Requires that the app has unlocked the feature for `quantity` credits, which it deducts
  /// itself.
  public func purchase(_ product: ConsumableProduct, quantity: Int) {
    purchase(PurchaseRequirement(product, quantity: quantity))
  }

  public func purchase(anyOf products: Product...) {
    purchase(PurchaseRequirement(.any, products.map { PurchaseRequirement($0) }))
  }

  public func purchase(anyOf requirements: PurchaseRequirement...) {
    purchase(PurchaseRequirement(.any, requirements))
  }

  public func purchase(allOf products: Product...) {
    purchase(PurchaseRequirement(.all, products.map { PurchaseRequirement($0) }))
  }

  public func purchase(allOf requirements: PurchaseRequirement...) {
    purchase(PurchaseRequirement(.all, requirements))
  }

  /// One constraint for each product; `purchase(allOf:)` is a single one.
  public func purchases(_ products: Product...) {
    for product in products { purchase(product) }
  }

  /// One constraint for each requirement; `purchase(allOf:)` is a single one.
  public func purchases(_ requirements: PurchaseRequirement...) {
    for requirement in requirements { purchase(requirement) }
  }
}
