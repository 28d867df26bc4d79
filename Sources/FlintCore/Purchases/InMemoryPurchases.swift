/// A purchase tracker that stores purchases in memory, for tests, previews, and apps that query a server at startup.
public final class InMemoryPurchases: PurchaseTracker {
  private struct Holdings {
    var statuses: [ExactText: PurchaseStatus] = [:]
    var ends: [ExactText: DateTime] = [:]
    var credits: [ExactText: Int] = [:]
    var unlocked: Set<String> = []
  }

  private let holdings = Locked(Holdings())
  private let defaultStatus: PurchaseStatus

  public let purchaseChanges = ObserverList<PurchaseChange>()

  /// Creates a tracker without purchases.
  ///
  /// - Parameter defaultStatus: the status of each product whose status has not been set.
  public init(defaultStatus: PurchaseStatus = .notPurchased) {
    self.defaultStatus = defaultStatus
  }

  public func status(of product: Product) -> PurchaseStatus {
    holdings.withLock { $0.statuses[ExactText(product.productID)] } ?? defaultStatus
  }

  public func end(of product: Product) -> DateTime? {
    holdings.withLock { $0.ends[ExactText(product.productID)] }
  }

  public func credits(of product: Product) -> Int {
    holdings.withLock { $0.credits[ExactText(product.productID)] } ?? 0
  }

  public func isUnlocked(featureID: String) -> Bool {
    holdings.withLock { $0.unlocked.contains(featureID) }
  }

  /// Sets the purchase status of a product, and removes its end date if it has one. A consumable has credits instead;
  /// see ``set(credits:of:)``.
  public func set(_ status: PurchaseStatus, of product: Product) {
    holdings.withLock { holdings in
      holdings.statuses[ExactText(product.productID)] = status
      holdings.ends[ExactText(product.productID)] = nil
    }
    purchaseChanges.notify(.product(productID: product.productID))
  }

  /// Sets the end of a subscription: it counts as purchased before that date, and as expired from then on.
  public func set(until end: DateTime, of product: SubscriptionProduct) {
    holdings.withLock { $0.ends[ExactText(product.productID)] = end }
    purchaseChanges.notify(.product(productID: product.productID))
  }

  public func set(credits: Int, of product: ConsumableProduct) {
    holdings.withLock { $0.credits[ExactText(product.productID)] = credits }
    purchaseChanges.notify(.product(productID: product.productID))
  }

  /// Sets whether the app has unlocked a feature, for example by spending the user's credits. All purchase requirements
  /// in the feature's own constraints then count as satisfied.
  public func setUnlocked(_ isUnlocked: Bool, featureID: String) {
    holdings.withLock { holdings in
      if isUnlocked {
        holdings.unlocked.insert(featureID)
      } else {
        holdings.unlocked.remove(featureID)
      }
    }
    purchaseChanges.notify(.unlocked(featureID: featureID))
  }
}
