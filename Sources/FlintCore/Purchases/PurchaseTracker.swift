/// A source of the user's purchases, such as a client of a store, a file or a test.
///
/// Flint queries the tracker each time and caches nothing, so results may change at any time. Report each change
/// through ``purchaseChanges``.
public protocol PurchaseTracker: Sendable {
  /// Returns the store's status of a product. A minimal implementation distinguishes only whether the product is paid
  /// for, which a subscription is while it is active; others can return more specific statuses, such as a failed
  /// renewal. The method is not called for consumables.
  func status(of product: Product) -> PurchaseStatus

  /// Returns the end date of a subscription if the store reports only this date and no status. The subscription then
  /// counts as purchased before the date and as expired from then on; the current date is ``FlintDependencies/date``.
  /// If the result is nil, ``status(of:)`` applies.
  func end(of product: Product) -> DateTime?

  /// Returns the number of credits that the user has of a consumable. Credits alone satisfy no requirement.
  func credits(of product: Product) -> Int

  /// Returns whether the app has unlocked a feature, for credits spent on it or by a past purchase. All of the
  /// feature's own purchase requirements are then satisfied.
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

  /// Any purchase may have changed.
  case everything
}
