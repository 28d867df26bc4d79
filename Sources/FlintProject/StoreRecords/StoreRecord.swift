package import FlintManifest
import FlintModel
package import FlintText

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

package struct StoreRecords {
  /// At least one shows a file of records.
  static let keys: [StaticString] = [
    "data", "signedTransactions", "signedTransactionInfo", "signedRenewalInfo", "transactionId",
    "originalTransactionId", "productId", "purchaseDate", "autoRenewProductId", "autoRenewStatus",
    "renewalDate", "notificationType", "signedPayload", "notificationHistory",
  ]

  package let source: SourceFile
  let transactions: [StoreTransaction]
  let renewals: [StoreRenewal]
  let origins: [RecordOrigin]
  /// About what is missing, such as further pages.
  package let notes: [Diagnostic]

  package init(_ source: SourceFile, _ document: JSONDocument) throws(InvalidInput) {
    var reader = StoreRecordReader()
    document.withRoot { reader.read($0) }
    reader.addProblems(of: document)
    try self.init(source, reader)
  }

  /// A JWS on each line.
  package init(lines source: SourceFile) throws(InvalidInput) {
    var reader = StoreRecordReader()
    for line in source.text.trimmedLines { reader.readLine(source.text.bytes[line], at: line) }
    try self.init(source, reader)
  }

  private init(_ source: SourceFile, _ reader: StoreRecordReader) throws(InvalidInput) {
    guard reader.diagnostics.isEmpty else { throw InvalidInput(source, reader.diagnostics) }
    self.source = source
    (transactions, renewals, notes) = (reader.transactions, reader.renewals, reader.notes)
    origins = reader.origins + transactions.map(\.origin) + renewals.map(\.origin)
  }
}

extension SourceText {
  fileprivate var trimmedLines: [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
      let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
      if let first = bytes[start..<end].firstIndex(where: { !isSpace($0) }),
        let last = bytes[start..<end].lastIndex(where: { !isSpace($0) })
      {
        lines.append(first..<last + 1)
      }
      start = end + 1
    }
    return lines
  }
}
