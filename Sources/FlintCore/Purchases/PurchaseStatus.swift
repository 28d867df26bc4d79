/// What the store says of a product, in Apple's terms.
public enum PurchaseStatus: UInt8, NamedCase {
  /// Paid for; a subscription is while it is active.
  case purchased
  case notPurchased

  /// The store has not answered yet.
  case unknown

  /// Somebody has yet to approve the purchase.
  case pending

  /// Refunded, or no longer shared by the family.
  case revoked

  /// A renewal has failed, and the subscription goes on while the store tries again.
  case inGracePeriod

  /// A renewal has failed, and the subscription is off while the store tries again.
  case inBillingRetry

  /// A subscription that has run out.
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

  /// Whether a feature that needs the product has it.
  package var truth: Ternary {
    switch self {
    case .purchased, .inGracePeriod: .yes
    case .unknown, .pending: .unknown
    case .notPurchased, .revoked, .inBillingRetry, .expired: .no
    }
  }

  /// Whether a subscription with that status is the one of its group.
  package var isActive: Bool {
    switch self {
    case .purchased, .inGracePeriod, .inBillingRetry: true
    case .notPurchased, .unknown, .pending, .revoked, .expired: false
    }
  }

  /// The statuses that a state's default for all products can be.
  package static let defaults: [PurchaseStatus] = [.purchased, .notPurchased, .unknown]
}

extension ProductType {
  /// Whether the store can give a product of the type that status; a consumable has credits instead.
  package func allows(_ status: PurchaseStatus) -> Bool {
    switch status {
    case .purchased, .notPurchased, .unknown, .pending, .revoked: self != .consumable
    case .inGracePeriod, .inBillingRetry: self == .autoRenewingSubscription
    case .expired: self == .autoRenewingSubscription || self == .nonRenewingSubscription
    }
  }

  /// What a store says of a product of this type, where it can be.
  func status(_ said: PurchaseStatus) -> PurchaseStatus { allows(said) ? said : .notPurchased }

  /// Whether it is paid for by time.
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

/// What a customer has of one product.
public enum ProductHolding: Hashable, Sendable {
  case status(PurchaseStatus)

  /// Credits of a consumable, which inform and do not unlock by themselves.
  case credits(Int64)

  /// A subscription that runs until then: purchased before that date, expired from then on, unknown without a date.
  case until(DateTime)

  /// The status at a date; nil for credits.
  package func status(at date: DateTime?) -> PurchaseStatus? {
    switch self {
    case .status(let status): status
    case .credits: nil
    case .until(let end): date.map { $0 < end ? .purchased : .expired } ?? .unknown
    }
  }
}
