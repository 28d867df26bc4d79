public import FlintCore
public import Foundation

/// Purchases in a JSON file that extensions can share. The code that talks to the store records
/// them.
///
/// ```swift
/// let purchases = FilePurchases(at: folder.appendingPathComponent("purchases.json")) { print($0) }
/// try purchases.set(.purchased, of: premium)
/// ```
public final class FilePurchases: PurchaseTracker {
  private struct Stored: StoredContents {
    static let format = "flint-purchases"

    var purchases: [String: String] = [:]

    /// End dates as text, by product id.
    var ends: [String: String]?
    var credits: [String: Int] = [:]
    var unlocked: Set<String> = []
  }

  private let file: SharedFile<Stored>
  private let defaultStatus: PurchaseStatus

  public let purchaseChanges = ObserverList<PurchaseChange>()

  /// Products that the file lacks have `defaultStatus`. While the file cannot be read, all are
  /// unknown. Then `report` gets the problem.
  public init(
    at url: URL, defaultStatus: PurchaseStatus = .notPurchased,
    report: @escaping @Sendable (StorageProblem) -> Void
  ) {
    file = SharedFile(path: url.path, report: report) { [purchaseChanges] in
      purchaseChanges.notify(.everything)
    }
    self.defaultStatus = defaultStatus
  }

  public func status(of product: Product) -> PurchaseStatus {
    guard let stored = file.contents() else { return .unknown }
    guard let name = stored.purchases[product.productID] else { return defaultStatus }
    return PurchaseStatus(name: name) ?? .unknown
  }

  public func end(of product: Product) -> DateTime? {
    file.contents()?.ends?[product.productID].flatMap { DateTime($0) }
  }

  public func credits(of product: Product) -> Int {
    file.contents()?.credits[product.productID] ?? 0
  }

  public func isUnlocked(featureID: String) -> Bool {
    file.contents()?.unlocked.contains(featureID) ?? false
  }

  public func set(_ status: PurchaseStatus, of product: Product) throws(StorageProblem) {
    try update(.product(productID: product.productID)) { stored in
      stored.purchases[product.productID] = status.name
      stored.ends?[product.productID] = nil
      if stored.ends?.isEmpty == true { stored.ends = nil }
    }
  }

  /// Makes the product purchased before `end`, then expired.
  public func set(until end: DateTime, of product: SubscriptionProduct) throws(StorageProblem) {
    try update(.product(productID: product.productID)) { stored in
      stored.purchases[product.productID] = nil
      stored.ends = (stored.ends ?? [:]).merging([product.productID: end.description]) { $1 }
    }
  }

  public func set(credits: Int, of product: ConsumableProduct) throws(StorageProblem) {
    try update(.product(productID: product.productID)) { stored in
      stored.credits[product.productID] = credits
    }
  }

  /// A negative number subtracts. If several processes add credits, all additions count.
  public func add(credits: Int, of product: ConsumableProduct) throws(StorageProblem) {
    try update(.product(productID: product.productID)) { stored in
      let (sum, isTooMuch) = stored.credits[product.productID, default: 0]
        .addingReportingOverflow(credits)
      stored.credits[product.productID] = isTooMuch ? (credits < 0 ? .min : .max) : sum
    }
  }

  public func setUnlocked(_ isUnlocked: Bool, featureID: String) throws(StorageProblem) {
    try update(.unlocked(featureID: featureID)) { stored in
      if isUnlocked {
        stored.unlocked.insert(featureID)
      } else {
        stored.unlocked.remove(featureID)
      }
    }
  }

  private func update(
    _ change: PurchaseChange, _ body: (inout Stored) -> Void
  ) throws(StorageProblem) {
    let (old, new) = try file.update(body)
    if old != new { purchaseChanges.notify(change) }
  }
}
