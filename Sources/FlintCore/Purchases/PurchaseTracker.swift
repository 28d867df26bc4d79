/// A source of the user's purchases, such as a client of a store, a file, or fixed values in a test.
///
/// Flint queries the tracker at each evaluation and caches nothing, so results may change at any time. The tracker must
/// report each change through ``purchaseChanges``.
public protocol PurchaseTracker: Sendable {
  /// Returns the status of a product. A minimal implementation returns `purchased` for a product that was bought and
  /// for an active subscription, and `notPurchased` for all others. Flint does not call the method for consumables.
  func status(of product: Product) -> PurchaseStatus

  /// Returns the end date of a subscription if the store reports only this date and no status; otherwise nil, and
  /// ``status(of:)`` applies. A subscription with an end date counts as purchased before the date and as expired from
  /// then on; the current date is ``FlintDependencies/date``.
  func end(of product: Product) -> DateTime?

  /// Returns the number of credits that the user has of a consumable. Credits alone do not satisfy a requirement; the
  /// app has to spend them first.
  func credits(of product: Product) -> Int

  /// Returns whether the app has unlocked a feature, for credits that the app has spent or because of a past purchase.
  /// All purchase requirements in the feature's own constraints then count as satisfied.
  func isUnlocked(featureID: String) -> Bool

  var purchaseChanges: ObserverList<PurchaseChange> { get }
}

extension PurchaseTracker {
  public func end(of product: Product) -> DateTime? { nil }
  public func credits(of product: Product) -> Int { 0 }
  public func isUnlocked(featureID: String) -> Bool { false }
}

/// A change of the user's purchases.
public enum PurchaseChange: Hashable, Sendable {
  case product(productID: String)
  case unlocked(featureID: String)

  /// Any purchase may have changed, for example because another process has changed the file with the purchases.
  case everything
}
