import FlintCore

/// The properties of an App Store transaction.
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
  /// The dates, in milliseconds since 1970.
  let purchaseDate: Int64?
  let expiresDate: Int64?
  let signedDate: Int64?
  let isRevoked: Bool
  /// Whether the subscription was replaced by one of a higher level in its group.
  let isUpgraded: Bool
  /// The subscription's status next to the transaction in the API's response, if any.
  let status: SubscriptionStatus?
}

/// The properties of an App Store renewal info.
struct StoreRenewal {
  let originalID: String?
  let product: String
  /// The dates, in milliseconds since 1970.
  let renewalDate: Int64?
  let gracePeriodExpiresDate: Int64?
  let signedDate: Int64?
  let isInBillingRetry: Bool
  let hasExpirationIntent: Bool
  /// The subscription's status next to the renewal info in the API's response, if any.
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
