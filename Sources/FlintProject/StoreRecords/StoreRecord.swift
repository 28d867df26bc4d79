import FlintCore

/// What an App Store transaction says of a product.
struct StoreTransaction {
  enum ProductType: String, CaseIterable {
    case autoRenewable = "Auto-Renewable Subscription"
    case nonConsumable = "Non-Consumable"
    case consumable = "Consumable"
    case nonRenewing = "Non-Renewing Subscription"
  }

  let id: String
  let originalID: String?
  let product: String
  let type: ProductType
  let quantity: Int64
  /// All in milliseconds since the beginning of 1970.
  let purchaseDate: Int64?
  let expiresDate: Int64?
  let signedDate: Int64?
  let isRevoked: Bool
  /// Whether the subscription was replaced by a higher one of its group.
  let isUpgraded: Bool
  /// The status that an answer gives beside the transaction.
  let status: SubscriptionStatus?
}

/// What an App Store renewal info says of a subscription.
struct StoreRenewal {
  let originalID: String?
  let product: String
  /// All in milliseconds since the beginning of 1970.
  let renewalDate: Int64?
  let gracePeriodExpiresDate: Int64?
  let signedDate: Int64?
  let isInBillingRetry: Bool
  let hasExpirationIntent: Bool
  /// The status that an answer gives beside the renewal info.
  let status: SubscriptionStatus?
}

/// The statuses of subscriptions in the App Store Server API.
enum SubscriptionStatus: Int64, CaseIterable {
  case active = 1
  case expired = 2
  case inBillingRetry = 3
  case inGracePeriod = 4
  case revoked = 5
}
