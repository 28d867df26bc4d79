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
  /// The date of the purchase, in milliseconds since 1970, like all dates of the transaction.
  let purchaseDate: Int64?
  let expiresDate: Int64?
  let signedDate: Int64?
  let isRevoked: Bool
  /// Whether the user replaced the subscription by one of a higher level in its group.
  let isUpgraded: Bool
  /// The subscription's status. An API response can contain it next to the transaction; nil if it does not.
  let status: SubscriptionStatus?
  /// The byte range in the file to which diagnostics about the transaction refer.
  let range: Range<Int>
}

/// A renewal info of the App Store, which contains data about the next renewal of a subscription.
struct StoreRenewal {
  let originalID: String?
  let product: String
  /// The date of the next renewal, in milliseconds since 1970, like all dates of the renewal info.
  let renewalDate: Int64?
  let gracePeriodExpiresDate: Int64?
  let signedDate: Int64?
  let isInBillingRetry: Bool
  let hasExpirationIntent: Bool
  /// The subscription's status. An API response can contain it next to the renewal info; nil if it does not.
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
