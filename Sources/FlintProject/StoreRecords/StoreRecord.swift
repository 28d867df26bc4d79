import FlintModel

/// An App Store transaction, such as a purchase or a renewal, with the properties that the command `import` uses.
struct StoreTransaction {
  enum ProductType: String, CaseIterable {
    case autoRenewable = "Auto-Renewable Subscription"
    case nonConsumable = "Non-Consumable"
    case consumable = "Consumable"
    case nonRenewing = "Non-Renewing Subscription"
  }

  let id: String
  /// The transaction's own id if it has no other.
  let originalID: String
  let ownership: String
  let product: String
  let type: ProductType
  let quantity: Int64
  /// The date of the purchase, in milliseconds since 1970. The other dates of the transaction have the same unit.
  let purchaseDate: Int64?
  let expiresDate: Int64?
  let signedDate: Int64?
  let isRevoked: Bool
  let origin: RecordOrigin
  /// Whether the user has replaced this subscription by one of a higher level in the same subscription group.
  let isUpgraded: Bool
  /// The status of the subscription, which an API response can contain next to the transaction; nil if it does not.
  let status: SubscriptionStatus?
  /// The byte range of the transaction in the file, for use in error messages.
  let range: Range<Int>
}

/// A renewal info record of the App Store: data about the next renewal of a subscription.
struct StoreRenewal {
  let originalID: String?
  let product: String
  /// The date of the next renewal, in milliseconds since 1970. The other dates of the renewal info record have the same
  /// unit.
  let renewalDate: Int64?
  let gracePeriodExpiresDate: Int64?
  let signedDate: Int64?
  let origin: RecordOrigin
  let isInBillingRetry: Bool
  let hasExpirationIntent: Bool
  /// The status of the subscription, which an API response can contain next to the renewal info record; nil if it does
  /// not.
  let status: SubscriptionStatus?
}

/// The app and the environment, such as `Sandbox`, that a record or a response is from.
struct RecordOrigin {
  let bundleID: String?
  let environment: String?
  let range: Range<Int>
}

/// The statuses that a subscription has in the App Store Server API, with the numbers that this API defines.
enum SubscriptionStatus: Int64, CaseIterable {
  case active = 1
  case expired = 2
  case inBillingRetry = 3
  case inGracePeriod = 4
  case revoked = 5
}
