/// Apple's terms.
public enum PurchaseStatus: UInt8, NamedCase {
  case purchased
  case notPurchased

  /// Not reported yet.
  case unknown

  /// Awaits approval, such as a parent's.
  case pending

  /// Refunded, or no longer shared by the family.
  case revoked

  /// A renewal failed; still counts as paid.
  case inGracePeriod

  /// A renewal failed; does not count as paid.
  case inBillingRetry

  /// Ended, without a retry.
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

  package var truth: Ternary {
    switch self {
    case .purchased, .inGracePeriod: .yes
    case .unknown, .pending: .unknown
    case .notPurchased, .revoked, .inBillingRetry, .expired: .no
    }
  }

  /// A user has at most one active subscription of a group; retries count, because they can still
  /// renew.
  package var isActive: Bool {
    switch self {
    case .purchased, .inGracePeriod, .inBillingRetry: true
    case .notPurchased, .unknown, .pending, .revoked, .expired: false
    }
  }

  /// Whether a renewal has failed, so that updating the payment method pays for the subscription.
  package var isPaymentDue: Bool { self == .inGracePeriod || self == .inBillingRetry }

  /// What a state can set as a default.
  package static let defaults: [PurchaseStatus] = [.purchased, .notPurchased, .unknown]
}

extension ProductType {
  /// A consumable has credits instead.
  package func allows(_ status: PurchaseStatus) -> Bool {
    switch status {
    case .purchased, .notPurchased, .unknown, .pending, .revoked: self != .consumable
    case .inGracePeriod, .inBillingRetry: self == .autoRenewingSubscription
    case .expired: self == .autoRenewingSubscription || self == .nonRenewingSubscription
    }
  }

  /// `notPurchased` if the type cannot have the status.
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

/// What a user has of one product.
public enum ProductHolding: Hashable, Sendable {
  case status(PurchaseStatus)

  /// They satisfy nothing until the app spends them.
  case credits(Int64)

  /// The end of a subscription. The status is `purchased` before that date and `expired` from then on. An auto-renewing
  /// one can also have the end of a grace period, a later date: it is `inGracePeriod` between the two dates, and
  /// `inBillingRetry` from the later one on. Without a current date in the state, the status is `unknown`.
  case until(DateTime, graceUntil: DateTime? = nil)

  /// Nil for credits.
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
