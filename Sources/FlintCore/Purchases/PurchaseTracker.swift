/// The user's purchases, queried at each evaluation. Report each change through
/// ``purchaseChanges``.
public protocol PurchaseTracker: Sendable {
  /// A minimal tracker returns `purchased` or `notPurchased`. Not called for consumables.
  func status(of product: Product) -> PurchaseStatus

  /// The end date, for stores that report nothing else. Nil means that ``status(of:)`` counts.
  /// Compared with ``FlintDependencies/date``.
  func end(of product: Product) -> DateTime?

  /// The user's credits, which satisfy nothing until the app spends them.
  func credits(of product: Product) -> Int

  /// Whether the app has unlocked the feature. This satisfies its own purchase requirements.
  func isUnlocked(featureID: String) -> Bool

  var purchaseChanges: ObserverList<PurchaseChange> { get }
}

extension PurchaseTracker {
  public func end(of product: Product) -> DateTime? { nil }
  public func credits(of product: Product) -> Int { 0 }
  public func isUnlocked(featureID: String) -> Bool { false }
}

public enum PurchaseChange: Hashable, Sendable {
  case product(productID: String)
  case unlocked(featureID: String)

  /// Any purchase can have changed, such as when another process wrote the file.
  case everything
}

/// Purchases in memory. For tests, previews, and apps that query a server at startup.
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

  /// - Parameter defaultStatus: The status of products for which none is set.
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

  /// Sets the status, and removes the end date. For a consumable, use ``set(credits:of:)``.
  public func set(_ status: PurchaseStatus, of product: Product) {
    holdings.withLock { holdings in
      holdings.statuses[ExactText(product.productID)] = status
      holdings.ends[ExactText(product.productID)] = nil
    }
    purchaseChanges.notify(.product(productID: product.productID))
  }

  /// Makes the product purchased before `end`, then expired.
  public func set(until end: DateTime, of product: SubscriptionProduct) {
    holdings.withLock { $0.ends[ExactText(product.productID)] = end }
    purchaseChanges.notify(.product(productID: product.productID))
  }

  public func set(credits: Int, of product: ConsumableProduct) {
    holdings.withLock { $0.credits[ExactText(product.productID)] = credits }
    purchaseChanges.notify(.product(productID: product.productID))
  }

  /// Unlocking satisfies the feature's own purchase requirements.
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

/// Overrides statuses while testing. Other products have the real tracker's status; without a real
/// tracker, they are unknown.
public final class DebugPurchaseTracker: PurchaseTracker {
  /// Replaces a product's real status while testing.
  public typealias OverrideStatus = PurchaseStatus

  private let target: (any PurchaseTracker)?
  private let overrides = Locked<[ExactText: OverrideStatus]>([:])
  private let forwarding = Locked<Observation?>(nil)

  public let purchaseChanges = ObserverList<PurchaseChange>()

  /// `targetPurchaseTracker` reports the statuses of products that are not overridden.
  public init(targetPurchaseTracker: any PurchaseTracker) {
    target = targetPurchaseTracker
    let observation = targetPurchaseTracker.purchaseChanges.observe { [weak self] in
      self?.forward($0)
    }
    forwarding.withLock { $0 = observation }
  }

  /// Has no real tracker.
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

  /// Replaces the product's real status until the override is removed.
  public func overridePurchase(productID: String, with status: OverrideStatus) {
    overrides.withLock { $0[ExactText(productID)] = status }
    purchaseChanges.notify(.product(productID: productID))
  }

  public func invalidatePurchaseOverride(productID: String) {
    overrides.withLock { $0[ExactText(productID)] = nil }
    purchaseChanges.notify(.product(productID: productID))
  }

  public func invalidateAllPurchaseOverrides() {
    overrides.withLock { $0 = [:] }
    purchaseChanges.notify(.everything)
  }

  /// Nil if the product is not overridden.
  public func overriddenStatus(productID: String) -> OverrideStatus? {
    overrides.withLock { $0[ExactText(productID)] }
  }

  /// The real tracker's status; `unknown` without a real tracker.
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
