import FlintModel
import FlintManifest
import FlintText

/// Null counts as missing.
struct StoreRecordFields {
  private let object: JSONValue
  /// Xcode writes dates with fractions of a millisecond.
  private let isFromXcode: Bool

  init(_ object: JSONValue) {
    self.object = object
    isFromXcode = object.member("environment")?.string == "Xcode"
  }

  /// Milliseconds since 1970.
  static let dates: ClosedRange<Int64> = 0...DateTime.end * 1000 - 1
  /// Those that stay in 9999 when rounded up to seconds.
  static let roundedDates: ClosedRange<Int64> = 0...(DateTime.end - 1) * 1000

  func member(_ key: StaticString) -> JSONValue? {
    object.member(key).flatMap { $0.kind == .null ? nil : $0 }
  }

  func text(_ key: StaticString, _ problems: inout InputProblems) -> String? {
    member(key).flatMap { problems.string($0, "'\(key)'") }
  }

  /// Not empty.
  func name(
    _ key: StaticString, of owner: String, _ problems: inout InputProblems
  ) -> String? {
    guard let value = member(key) else {
      problems.add(.missingKey("\(key)", in: owner), atStartOf: object)
      return nil
    }
    return problems.nonEmptyText(value, "'\(key)'")
  }

  func bool(_ key: StaticString, _ problems: inout InputProblems) -> Bool {
    member(key).flatMap { problems.bool($0, "'\(key)'") } ?? false
  }

  func date(
    _ key: StaticString, in range: ClosedRange<Int64> = Self.dates,
    _ problems: inout InputProblems
  ) -> Int64? {
    guard let value = member(key) else { return nil }
    if isFromXcode, let date = Double(value.source).flatMap({ Int64(exactly: $0.rounded(.down)) }),
      range.contains(date)
    {
      return date
    }
    return problems.integer(
      value, "'\(key)'", atLeast: range.lowerBound, atMost: range.upperBound)
  }

  func origin(at range: Range<Int>, _ problems: inout InputProblems) -> RecordOrigin {
    RecordOrigin(
      bundleID: text("bundleId", &problems), environment: text("environment", &problems),
      range: range)
  }

  func integer(
    _ key: StaticString, atLeast least: Int64, _ problems: inout InputProblems
  ) -> Int64? {
    member(key).flatMap { problems.integer($0, "'\(key)'", atLeast: least) }
  }
}

extension StoreTransaction {
  init?(
    _ payload: JSONValue, status: SubscriptionStatus?, at range: Range<Int>,
    _ problems: inout InputProblems
  ) {
    self.range = range
    let fields = StoreRecordFields(payload)
    let owner = "a transaction"
    let before = problems.found.count
    let id = fields.name("transactionId", of: owner, &problems)
    let product = fields.name("productId", of: owner, &problems)
    var type: ProductType?
    if let value = fields.member("type") {
      let names = ProductType.allCases.map(\.rawValue)
      type = problems.index(of: value, named: "'type'", among: names)
        .map { ProductType.allCases[$0] }
    } else {
      problems.add(.missingKey("type", in: owner), atStartOf: payload)
    }
    let revocationDate = fields.date("revocationDate", &problems)
    originalID = fields.text("originalTransactionId", &problems) ?? id ?? ""
    ownership = fields.text("inAppOwnershipType", &problems) ?? "PURCHASED"
    origin = fields.origin(at: range, &problems)
    quantity = fields.integer("quantity", atLeast: 1, &problems) ?? 1
    purchaseDate = fields.date("purchaseDate", &problems)
    expiresDate = fields.date("expiresDate", in: StoreRecordFields.roundedDates, &problems)
    signedDate = fields.date("signedDate", &problems)
    isUpgraded = fields.bool("isUpgraded", &problems)
    isRevoked = revocationDate != nil
    self.status = status
    guard problems.found.count == before, let id, let product, let type else { return nil }
    (self.id, self.product, self.type) = (id, product, type)
  }
}

extension StoreRenewal {
  init?(
    _ payload: JSONValue, status: SubscriptionStatus?, at range: Range<Int>,
    _ problems: inout InputProblems
  ) {
    let fields = StoreRecordFields(payload)
    let before = problems.found.count
    let product = fields.name("productId", of: "a renewal info record", &problems)
    originalID = fields.text("originalTransactionId", &problems)
    renewalDate = fields.date("renewalDate", in: StoreRecordFields.roundedDates, &problems)
    gracePeriodExpiresDate = fields.date(
      "gracePeriodExpiresDate", in: StoreRecordFields.roundedDates, &problems)
    origin = fields.origin(at: range, &problems)
    signedDate = fields.date("signedDate", &problems)
    isInBillingRetry = fields.bool("isInBillingRetryPeriod", &problems)
    hasExpirationIntent = fields.integer("expirationIntent", atLeast: .min, &problems) != nil
    self.status = status
    guard problems.found.count == before, let product else { return nil }
    self.product = product
  }
}
