/// The status of a product in the store, such as purchased or expired. The names are those that Apple uses.
public enum PurchaseStatus: UInt8, NamedCase {
  /// The product is paid for. A subscription has this status while it is active.
  case purchased
  case notPurchased

  /// The store has not reported the product's status yet.
  case unknown

  /// The purchase waits for an approval, such as a parent's.
  case pending

  /// The purchase was refunded, or is no longer shared by a family member.
  case revoked

  /// A renewal has failed. The subscription still counts as paid for while the store retries the payment.
  case inGracePeriod

  /// A renewal has failed. The subscription does not count as paid for while the store retries the payment.
  case inBillingRetry

  /// The subscription has ended, and the store does not try to renew it.
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

  /// Whether a product with this status satisfies a feature that requires it. It is unknown for `unknown` and
  /// `pending`.
  package var truth: Ternary {
    switch self {
    case .purchased, .inGracePeriod: .yes
    case .unknown, .pending: .unknown
    case .notPurchased, .revoked, .inBillingRetry, .expired: .no
    }
  }

  /// Whether a subscription with this status is active. A user has at most one active subscription of a group. The
  /// status `inBillingRetry` is included, because the store may still renew the subscription.
  package var isActive: Bool {
    switch self {
    case .purchased, .inGracePeriod, .inBillingRetry: true
    case .notPurchased, .unknown, .pending, .revoked, .expired: false
    }
  }

  /// Whether a renewal has failed, so that updating the payment method pays for the subscription.
  package var isPaymentDue: Bool { self == .inGracePeriod || self == .inBillingRetry }

  /// The statuses that a state can set as the default for all products that it does not list.
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

  /// Returns the reported status of a product, or `notPurchased` if a product of this type cannot have it.
  package func status(_ reported: PurchaseStatus) -> PurchaseStatus {
    allows(reported) ? reported : .notPurchased
  }

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

extension DeviceState {
  /// The products whose status depends on the state's date.
  package var endingPurchases: [Int] {
    purchases.compactMap { product, holding in
      if case .until = holding { product } else { nil }
    }
  }
}

/// The user's holding of one product: its status, its number of credits, or its end date.
public enum ProductHolding: Hashable, Sendable {
  case status(PurchaseStatus)

  /// The number of credits of a consumable that the user has. Credits alone do not satisfy a requirement; the app has
  /// to spend them first.
  case credits(Int64)

  /// The end of a subscription. The status is `purchased` before that date and `expired` from then on. An auto-renewing
  /// one can also have the end of a grace period, a later date: it is `inGracePeriod` between the two dates, and
  /// `inBillingRetry` from the later one on. Without a current date in the state, the status is `unknown`.
  case until(DateTime, graceUntil: DateTime? = nil)

  /// Returns the status at a date; nil for credits, which have none. `date` is nil if the current date is unknown.
  package func status(at date: DateTime?) -> PurchaseStatus? {
    switch self {
    case .status(let status): status
    case .credits: nil
    case .until(let end, let graceEnd):
      switch (date, graceEnd) {
      case (nil, _): .unknown
      case (let date?, _) where date < end: .purchased
      case (_, nil): .expired
      case (let date?, let graceEnd?): date < graceEnd ? .inGracePeriod : .inBillingRetry
      }
    }
  }
}
