/// Who knows what has been bought: a store's client, a file, a test.
///
/// Flint asks each time and keeps nothing, so an answer may change at any moment; say so through ``purchaseChanges``.
public protocol PurchaseTracker: Sendable {
  /// What the store says of a product: at the least whether it is paid for, as a subscription is while it is active.
  /// Where the store tells more, such as a failed renewal, so can this. Not asked of consumables.
  func status(of product: Product) -> PurchaseStatus

  /// Until when a subscription runs, where that is all there is to know: before that date it is purchased, from then on
  /// expired, by ``FlintDependencies/date``. Nil: its status is as ``status(of:)`` says.
  func end(of product: Product) -> DateTime?

  /// The credits that the user holds of a consumable; they inform and do not unlock by themselves.
  func credits(of product: Product) -> Int

  /// Whether the app has unlocked a feature, for credits spent on it or by a past purchase: then all of the feature's
  /// own purchase requirements are met.
  func isUnlocked(featureID: String) -> Bool

  var purchaseChanges: ObserverList<PurchaseChange> { get }
}

extension PurchaseTracker {
  public func end(of product: Product) -> DateTime? { nil }
  public func credits(of product: Product) -> Int { 0 }
  public func isUnlocked(featureID: String) -> Bool { false }
}

/// What of the purchases has changed.
public enum PurchaseChange: Hashable, Sendable {
  case product(productID: String)
  case unlocked(featureID: String)

  /// Any of them may have.
  case everything
}
