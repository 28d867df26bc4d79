/// The store's status of a product, in Apple's terms.
public enum PurchaseStatus: UInt8, NamedCase {
  /// The product is paid for. A subscription has this status while it is active.
  case purchased
  case notPurchased

  /// The store has not reported the status yet.
  case unknown

  /// The purchase waits for approval, such as that of a parent.
  case pending

  /// The purchase was refunded, or family sharing of it has ended.
  case revoked

  /// A renewal has failed. The subscription remains active while the store retries the payment.
  case inGracePeriod

  /// A renewal has failed. The subscription is inactive while the store retries the payment.
  case inBillingRetry

  /// The subscription has ended.
  case expired

  public var name: String {
    switch self {
    case .purchased: "purchased"
    case .notPurchased: "notPurchased"
    case .unknown: "unknown"
    case .pending: "pending"
    case .revoked: "revoked"
    case .inGracePeriod: "inGracePeriod"
    case .inBillingRetry: "inBillingRetry"
    case .expired: "expired"
    }
  }

  /// Whether the status satisfies a feature that requires the product.
  package var truth: Ternary {
    switch self {
    case .purchased, .inGracePeriod: .yes
    case .unknown, .pending: .unknown
    case .notPurchased, .revoked, .inBillingRetry, .expired: .no
    }
  }

  /// Whether a subscription with this status is the user's current one of its group.
  package var isActive: Bool {
    switch self {
    case .purchased, .inGracePeriod, .inBillingRetry: true
    case .notPurchased, .unknown, .pending, .revoked, .expired: false
    }
  }

  /// The statuses that a state can set as the default for all products.
  package static let defaults: [PurchaseStatus] = [.purchased, .notPurchased, .unknown]
}

extension ProductType {
  /// Whether a product of the type can have the status. A consumable has credits instead of a status.
  package func allows(_ status: PurchaseStatus) -> Bool {
    switch status {
    case .purchased, .notPurchased, .unknown, .pending, .revoked: self != .consumable
    case .inGracePeriod, .inBillingRetry: self == .autoRenewingSubscription
    case .expired: self == .autoRenewingSubscription || self == .nonRenewingSubscription
    }
  }

  /// Returns the reported status if the type of product allows it; otherwise `notPurchased`.
  func status(_ said: PurchaseStatus) -> PurchaseStatus { allows(said) ? said : .notPurchased }

  /// Whether the type is a subscription.
  package var isSubscription: Bool {
    switch self {
    case .autoRenewingSubscription, .nonRenewingSubscription: true
    case .nonConsumable, .consumable: false
    }
  }
}

extension PurchaseStatus: CustomStringConvertible {
  public var description: String { name }
}

/// The possession of one product by the user.
public enum ProductHolding: Hashable, Sendable {
  case status(PurchaseStatus)

  /// The number of credits of a consumable. Credits alone satisfy no requirement.
  case credits(Int64)

  /// The end of a subscription. The status is purchased before that date, expired from then on, and unknown without a
  /// current date.
  case until(DateTime)

  /// Returns the status at a date; nil for credits.
  package func status(at date: DateTime?) -> PurchaseStatus? {
    switch self {
    case .status(let status): status
    case .credits: nil
    case .until(let end): date.map { $0 < end ? .purchased : .expired } ?? .unknown
    }
  }
}
