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
