struct StoreTransaction {
  enum ProductType: String, CaseIterable {
    case autoRenewable = "Auto-Renewable Subscription"
    case nonConsumable = "Non-Consumable"
    case consumable = "Consumable"
    case nonRenewing = "Non-Renewing Subscription"
  }

  let id: String
  /// The transaction's own id if the record has no original id.
  let originalID: String
  let ownership: String
  let product: String
  let type: ProductType
  let quantity: Int64
  /// In milliseconds since 1970, as are the other dates; -1 if missing.
  let purchaseDate: Int64
  let expiresDate: Int64?
  /// In milliseconds since 1970, -1 if missing.
  let signedDate: Int64
  let isRevoked: Bool
  let origin: RecordOrigin
  /// Whether a subscription of a higher level has replaced this purchase.
  let isUpgraded: Bool
  let status: SubscriptionStatus?
}

struct StoreRenewal {
  let originalID: String?
  let product: String
  /// In milliseconds since 1970, as are the other dates.
  let renewalDate: Int64?
  let gracePeriodExpiresDate: Int64?
  /// In milliseconds since 1970, -1 if missing.
  let signedDate: Int64
  let origin: RecordOrigin
  let isInBillingRetry: Bool
  let hasExpirationIntent: Bool
  let status: SubscriptionStatus?
}

/// The app and environment, such as `Sandbox`, of a record or response.
struct RecordOrigin {
  let bundleID: String?
  let environment: String?
  let source: SourceFile
  let range: Range<Int>

  func problem(_ message: String, hint: String? = nil) -> InvalidInput {
    InvalidInput(source, [ImportRule.invalidRecord.diagnostic(message, hint: hint, at: range)])
  }
}

/// The status that a response gives beside a record. The App Store Server API numbers statuses from
/// 1.
struct SubscriptionStatus {
  /// Nil if active, because the status then depends on the end date.
  let purchaseStatus: PurchaseStatus?

  static let all = [nil, .expired, .inBillingRetry, .inGracePeriod, .revoked]
    .map(SubscriptionStatus.init)
}

extension JSONValue {
  /// The value of a key; nil if it is missing or null.
  func given(_ key: StaticString) -> JSONValue? {
    member(key).flatMap { $0.kind == .null ? nil : $0 }
  }
}

extension InputProblems {
  /// Dates up to 9999, in milliseconds since 1970.
  private static let dates: ClosedRange<Int64> = 0...DateTime.end * 1000 - 1
  /// Dates that stay in 9999 when rounded up to seconds.
  private static let roundedDates: ClosedRange<Int64> = 0...(DateTime.end - 1) * 1000

  fileprivate mutating func text(_ key: StaticString, of record: JSONValue) -> String? {
    record.given(key).flatMap { string($0, "'\(key)'") }
  }

  /// Reads a string that must not be empty.
  fileprivate mutating func name(
    _ key: StaticString, of record: JSONValue, called owner: String
  ) -> String? {
    if let value = record.given(key) { return nonEmptyText(value, "'\(key)'") }
    add(.missingKey("\(key)", in: owner), atStartOf: record)
    return nil
  }

  fileprivate mutating func isSet(_ key: StaticString, of record: JSONValue) -> Bool {
    record.given(key).flatMap { bool($0, "'\(key)'") } ?? false
  }

  fileprivate mutating func date(
    _ key: StaticString, of record: JSONValue, isRounded: Bool = false
  ) -> Int64? {
    guard let value = record.given(key) else { return nil }
    let range = isRounded ? Self.roundedDates : Self.dates
    // Xcode writes dates with fractions of a millisecond.
    if record.member("environment")?.string == "Xcode",
      let date = Double(value.source).flatMap({ Int64(exactly: $0.rounded(.down)) }),
      range.contains(date)
    {
      return date
    }
    return integer(value, "'\(key)'", atLeast: range.lowerBound, atMost: range.upperBound)
  }

  fileprivate mutating func integer(
    _ key: StaticString, of record: JSONValue, atLeast least: Int64
  ) -> Int64? {
    record.given(key).flatMap { integer($0, "'\(key)'", atLeast: least) }
  }

  mutating func origin(
    of record: JSONValue, in source: SourceFile, at range: Range<Int>
  ) -> RecordOrigin {
    RecordOrigin(
      bundleID: text("bundleId", of: record), environment: text("environment", of: record),
      source: source, range: range)
  }
}

extension StoreTransaction {
  /// Nil after reporting a problem.
  init?(
    _ payload: JSONValue, _ status: SubscriptionStatus?, in source: SourceFile,
    at range: Range<Int>, _ problems: inout InputProblems
  ) {
    let before = problems.found.count
    let id = problems.name("transactionId", of: payload, called: "a transaction")
    let product = problems.name("productId", of: payload, called: "a transaction")
    var type: ProductType?
    if let value = payload.given("type") {
      let types = ProductType.allCases
      type = problems.index(of: value, named: "'type'", among: types.map(\.rawValue))
        .map { types[$0] }
    } else {
      problems.add(.missingKey("type", in: "a transaction"), atStartOf: payload)
    }
    isRevoked = problems.date("revocationDate", of: payload) != nil
    originalID = problems.text("originalTransactionId", of: payload) ?? id ?? ""
    ownership = problems.text("inAppOwnershipType", of: payload) ?? "PURCHASED"
    origin = problems.origin(of: payload, in: source, at: range)
    quantity = problems.integer("quantity", of: payload, atLeast: 1) ?? 1
    purchaseDate = problems.date("purchaseDate", of: payload) ?? -1
    expiresDate = problems.date("expiresDate", of: payload, isRounded: true)
    signedDate = problems.date("signedDate", of: payload) ?? -1
    isUpgraded = problems.isSet("isUpgraded", of: payload)
    self.status = status
    guard problems.found.count == before, let id, let product, let type else { return nil }
    (self.id, self.product, self.type) = (id, product, type)
  }
}

extension StoreRenewal {
  /// Nil after reporting a problem.
  init?(
    _ payload: JSONValue, _ status: SubscriptionStatus?, in source: SourceFile,
    at range: Range<Int>, _ problems: inout InputProblems
  ) {
    let before = problems.found.count
    let product = problems.name("productId", of: payload, called: "a renewal info record")
    originalID = problems.text("originalTransactionId", of: payload)
    renewalDate = problems.date("renewalDate", of: payload, isRounded: true)
    gracePeriodExpiresDate = problems.date(
      "gracePeriodExpiresDate", of: payload, isRounded: true)
    origin = problems.origin(of: payload, in: source, at: range)
    signedDate = problems.date("signedDate", of: payload) ?? -1
    isInBillingRetry = problems.isSet("isInBillingRetryPeriod", of: payload)
    hasExpirationIntent = problems.integer("expirationIntent", of: payload, atLeast: .min) != nil
    self.status = status
    guard problems.found.count == before, let product else { return nil }
    self.product = product
  }
}
