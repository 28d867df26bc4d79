/// A purchase tracker with which developers and testers can override the status of products. A product that is not
/// overridden has the status that a real tracker reports; without a real tracker, its status is unknown.
public final class DebugPurchaseTracker: PurchaseTracker {
  /// A status that replaces the real status of a product while the app is tested.
  public typealias OverrideStatus = PurchaseStatus

  private let target: (any PurchaseTracker)?
  private let overrides = Locked<[ExactText: OverrideStatus]>([:])
  private let forwarding = Locked<Observation?>(nil)

  public let purchaseChanges = ObserverList<PurchaseChange>()

  /// Creates a tracker that returns the statuses of another tracker (the real tracker), except for the products that
  /// are overridden.
  public init(targetPurchaseTracker: any PurchaseTracker) {
    target = targetPurchaseTracker
    let observation = targetPurchaseTracker.purchaseChanges.observe { [weak self] in
      self?.forward($0)
    }
    forwarding.withLock { $0 = observation }
  }

  /// Creates a tracker without a real tracker. The status of a product is unknown until it is overridden.
  public init() {
    target = nil
  }

  private func forward(_ change: PurchaseChange) {
    if case .product(let productID) = change, overriddenStatus(productID: productID) != nil {
      return
    }
    purchaseChanges.notify(change)
  }

  // MARK: Overriding

  /// Overrides the status of a product. The status in the real tracker, which was passed to
  /// ``init(targetPurchaseTracker:)``, is ignored until the override is removed.
  public func overridePurchase(productID: String, with status: OverrideStatus) {
    overrides.withLock { $0[ExactText(productID)] = status }
    purchaseChanges.notify(.product(productID: productID))
  }

  /// Removes the override of a product.
  public func invalidatePurchaseOverride(productID: String) {
    overrides.withLock { $0[ExactText(productID)] = nil }
    purchaseChanges.notify(.product(productID: productID))
  }

  /// Removes the overrides of all products.
  public func invalidateAllPurchaseOverrides() {
    overrides.withLock { $0 = [:] }
    purchaseChanges.notify(.everything)
  }

  /// Returns the status with which a product is overridden, or nil if the product is not overridden.
  public func overriddenStatus(productID: String) -> OverrideStatus? {
    overrides.withLock { $0[ExactText(productID)] }
  }

  /// Returns the status of a product without its override: the status in the real tracker, which was passed to
  /// ``init(targetPurchaseTracker:)`` and knows the user's actual purchases. Returns `unknown` if this debug tracker
  /// was created without a real tracker.
  public func realStatus(of product: Product) -> PurchaseStatus {
    target?.status(of: product) ?? .unknown
  }

  // MARK: Queries

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
