import FlintModel

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
  /// Milliseconds since 1970, as below.
  let purchaseDate: Int64?
  let expiresDate: Int64?
  let signedDate: Int64?
  let isRevoked: Bool
  let origin: RecordOrigin
  /// Replaced by one of a higher level.
  let isUpgraded: Bool
  /// Beside the transaction in a response.
  let status: SubscriptionStatus?
  /// In the file.
  let range: Range<Int>
}

struct StoreRenewal {
  let originalID: String?
  let product: String
  /// Milliseconds since 1970, as below.
  let renewalDate: Int64?
  let gracePeriodExpiresDate: Int64?
  let signedDate: Int64?
  let origin: RecordOrigin
  let isInBillingRetry: Bool
  let hasExpirationIntent: Bool
  /// Beside the record in a response.
  let status: SubscriptionStatus?
}

/// The app and the environment, such as `Sandbox`, that a record or a response is from.
struct RecordOrigin {
  let bundleID: String?
  let environment: String?
  let range: Range<Int>
}

/// The App Store Server API's numbers.
enum SubscriptionStatus: Int64, CaseIterable {
  case active = 1
  case expired = 2
  case inBillingRetry = 3
  case inGracePeriod = 4
  case revoked = 5
}
