public import FlintCore
public import Foundation

/// A purchase tracker that stores purchases in a JSON file, which the app can share with its extensions and other
/// processes.
///
/// The part of the app that communicates with the store has to record the status of each product, or the date until
/// which a subscription runs.
///
/// ```swift
/// let purchases = FilePurchases(at: folder.appendingPathComponent("purchases.json")) { print($0) }
/// try purchases.set(.purchased, of: premium)
/// ```
public final class FilePurchases: PurchaseTracker {
  private struct Stored: StoredContents {
    static let format = "flint-purchases"

    var purchases: [String: String] = [:]

    /// The end dates of subscriptions as text, such as `2026-12-20`, by product id; nil if no subscription has one.
    var ends: [String: String]?
    var credits: [String: Int] = [:]
    var unlocked: Set<String> = []
  }

  private let file: SharedFile<Stored>
  private let defaultStatus: PurchaseStatus

  public let purchaseChanges = ObserverList<PurchaseChange>()

  /// Creates a tracker that stores purchases in the file at `url`.
  ///
  /// - Parameters:
  ///   - defaultStatus: The status of products that the file does not contain. While the file cannot be read, the
  ///     status of every product is unknown.
  ///   - report: A closure that is called with the problem if the file cannot be used, for example because it is
  ///     damaged.
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

  /// Stores the end date of a subscription, which counts as purchased before that date and as expired from then on.
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

  /// Adds a number of credits to those that the user has of a consumable, or subtracts credits if the number is
  /// negative. If several processes do so at the same time, all of their changes count.
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
