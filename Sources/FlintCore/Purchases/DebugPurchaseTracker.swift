/// Purchases that a developer or tester overrides, alone or on top of a real tracker.
public final class DebugPurchaseTracker: PurchaseTracker {
  /// What a product is made to be.
  public typealias OverrideStatus = PurchaseStatus

  private let target: (any PurchaseTracker)?
  private let overrides = Locked<[String: OverrideStatus]>([:])
  private let forwarding = Locked<Observation?>(nil)

  public let purchaseChanges = ObserverList<PurchaseChange>()

  /// Overrides what another tracker says; what is not overridden is as the other says.
  public init(targetPurchaseTracker: any PurchaseTracker) {
    target = targetPurchaseTracker
    let observation = targetPurchaseTracker.purchaseChanges.observe { [weak self] in
      self?.forward($0)
    }
    forwarding.withLock { $0 = observation }
  }

  /// Stands alone: nothing is known of a product until it is overridden.
  public init() {
    target = nil
  }

  /// A change underneath an override changes nothing for those who ask here.
  private func forward(_ change: PurchaseChange) {
    if case .product(let productID) = change, overriddenStatus(productID: productID) != nil {
      return
    }
    purchaseChanges.notify(change)
  }

  // MARK: Overriding

  /// Makes a product purchased, not purchased or unknown, whatever the real tracker says.
  public func overridePurchase(productID: String, with status: OverrideStatus) {
    overrides.withLock { $0[productID] = status }
    purchaseChanges.notify(.product(productID: productID))
  }

  /// Lifts the override of a product.
  public func invalidatePurchaseOverride(productID: String) {
    overrides.withLock { $0[productID] = nil }
    purchaseChanges.notify(.product(productID: productID))
  }

  /// Lifts all overrides.
  public func invalidateAllPurchaseOverrides() {
    overrides.withLock { $0 = [:] }
    purchaseChanges.notify(.everything)
  }

  /// What a product is made to be; nil where it is not overridden.
  public func overriddenStatus(productID: String) -> OverrideStatus? {
    overrides.withLock { $0[productID] }
  }

  /// What the real tracker says of a product; unknown without one.
  public func realStatus(of product: Product) -> PurchaseStatus {
    target?.status(of: product) ?? .unknown
  }

  // MARK: Answering

  public func status(of product: Product) -> PurchaseStatus {
    overriddenStatus(productID: product.productID) ?? realStatus(of: product)
  }

  public func end(of product: Product) -> DateTime? {
    overriddenStatus(productID: product.productID) == nil ? target?.end(of: product) : nil
  }

  public func credits(of product: Product) -> Int {
    target?.credits(of: product) ?? 0
  }

  public func isUnlocked(featureID: String) -> Bool {
    target?.isUnlocked(featureID: featureID) ?? false
  }
}
