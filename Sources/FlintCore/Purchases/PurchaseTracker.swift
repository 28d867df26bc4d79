/// The user's purchases, queried at each evaluation. Report each change through
/// ``purchaseChanges``.
public protocol PurchaseTracker: Sendable {
  /// A minimal one returns `purchased` or `notPurchased`. Not called for consumables.
  func status(of product: Product) -> PurchaseStatus

  /// If the store reports only a date; else nil for ``status(of:)``. Compared with
  /// ``FlintDependencies/date``.
  func end(of product: Product) -> DateTime?

  /// They satisfy nothing until the app spends them.
  func credits(of product: Product) -> Int

  /// Satisfies the feature's own purchase requirements.
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

  /// Any purchase, for example after another process wrote the file.
  case everything
}

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

/// A purchase tracker with which developers and testers can override the status of products. A product that is not
/// overridden has the status that a real tracker reports; without a real tracker, its status is unknown.
public final class DebugPurchaseTracker: PurchaseTracker {
  /// Replaces a product's real status while testing.
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

  /// Until the override is removed.
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

  /// Nil if the product is not overridden.
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
