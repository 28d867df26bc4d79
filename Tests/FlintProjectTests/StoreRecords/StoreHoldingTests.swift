import FlintManifest
import FlintModel
import FlintText
import Testing

@testable import FlintProject

/// Records as Apple documents them, with all keys that matter for the choice of a product's best holding.
@Suite("Holdings of App Store records")
struct StoreHoldingTests {
  private static func milliseconds(_ date: DateTime) -> Int64 { date.seconds * 1000 }

  private static func transaction(
    _ id: String, _ product: String = "P", original: String? = nil, isShared: Bool = false,
    bought: DateTime = "2025-11-20", until end: DateTime? = nil, signed: DateTime = "2026-11-20",
    type: String = "Auto-Renewable Subscription", app: String = "com.example",
    environment: String = "Production", _ more: String = ""
  ) -> String {
    #"""
    {"transactionId": "\#(id)", "originalTransactionId": "\#(original ?? id)", "bundleId": "\#(app)",
     "productId": "\#(product)", "purchaseDate": \#(milliseconds(bought)), "quantity": 1,
     "originalPurchaseDate": \#(milliseconds(bought)), "type": "\#(type)",
     \#(end.map { "\"expiresDate\": \(milliseconds($0)), " } ?? "")"deviceVerificationNonce": "x",
     "inAppOwnershipType": "\#(isShared ? "FAMILY_SHARED" : "PURCHASED")", \#(more)
     "signedDate": \#(milliseconds(signed)), "environment": "\#(environment)", "storefront": "USA"}
    """#
  }

  /// A renewal info of a failed renewal.
  private static func renewal(
    of original: String = "1", graceUntil end: DateTime? = "2026-12-06",
    signed: DateTime = "2026-11-21", until renewal: DateTime? = "2026-11-20"
  ) -> String {
    #"""
    {"originalTransactionId": "\#(original)", "autoRenewProductId": "P", "productId": "P",
     "autoRenewStatus": 1, "isInBillingRetryPeriod": true, "expirationIntent": 2,
     \#(end.map { "\"gracePeriodExpiresDate\": \(milliseconds($0)), " } ?? "")"environment": "Production",
     \#(renewal.map { "\"renewalDate\": \(milliseconds($0)), " } ?? "")"signedDate": \#(milliseconds(signed))}
    """#
  }

  private func purchases(_ texts: [String], on date: DateTime? = nil) throws -> StorePurchases {
    let files = try texts.map { text in
      let source = SourceFile(path: "r.json", text: SourceText(text))
      return try StoreRecords(source, try source.document())
    }
    return try StorePurchases(files, on: date)
  }

  private func holding(_ records: [String], on date: DateTime? = nil) throws -> ProductHolding? {
    try purchases(["[\(records.joined(separator: ", "))]"], on: date).holdings.first?.holding
  }

  private static let family = transaction(
    "2", isShared: true, bought: "2025-06-01", until: "2027-03-01")
  private static let revoked = #""revocationDate": 1, "revocationReason": 0,"#

  static let best: [(name: String, records: [String], date: DateTime?, holding: ProductHolding)] = [
    (
      "the family's subscription after the own one",
      [transaction("1", until: "2026-08-01"), family], nil, .until("2027-03-01")
    ),
    (
      "on a date", [transaction("1", until: "2026-08-01"), family], "2026-11-20",
      .status(.purchased)
    ),
    (
      "a later purchase of another holding does not replace a longer one",
      [family, transaction("1", bought: "2026-11-01", until: "2026-12-01")], nil,
      .until("2027-03-01")
    ),
    (
      "an own purchase, and a shared one that was revoked later",
      [
        transaction("1", type: "Non-Consumable"),
        transaction("2", isShared: true, bought: "2026-06-01", type: "Non-Consumable", revoked),
      ], nil, .status(.purchased)
    ),
    (
      "one transaction id, bought and shared, are two holdings",
      [
        transaction("1", original: "0", until: "2027-01-01"),
        transaction("2", original: "0", isShared: true, bought: "2026-06-01", revoked),
      ], nil, .until("2027-01-01")
    ),
    (
      "in a holding, the last purchase decides",
      [
        transaction("1", original: "0", until: "2027-01-01"),
        transaction("2", original: "0", bought: "2026-06-01", revoked),
      ], nil, .status(.revoked)
    ),
    (
      "no end beats any end", [family, transaction("1")], nil, .status(.purchased)
    ),
    (
      "an upgraded one is left out where the holding has others",
      [
        transaction("1", original: "0", until: "2026-12-01"),
        transaction("2", original: "0", bought: "2026-06-01", #""isUpgraded": true,"#),
      ], nil, .until("2026-12-01")
    ),
    (
      "an upgraded one alone has expired",
      [transaction("1", until: "2027-01-01", #""isUpgraded": true,"#)], nil,
      .status(.expired)
    ),
    (
      "expired is better than revoked",
      [transaction("1", until: "2026-08-01"), transaction("2", isShared: true, revoked)],
      "2026-11-20", .status(.expired)
    ),
    (
      "billing retry is better than expired",
      [
        transaction("1", until: "2026-11-20"), renewal(graceUntil: nil),
        transaction("2", isShared: true, bought: "2026-11-19", until: "2026-11-20"),
      ], "2026-11-20", .status(.inBillingRetry)
    ),
    (
      "the grace period is better than billing retry",
      [
        transaction("1", until: "2026-11-20"), renewal(graceUntil: nil),
        transaction("2", isShared: true, until: "2026-11-20"), renewal(of: "2"),
      ], "2026-11-20", .status(.inGracePeriod)
    ),
  ]

  @Test("The best holding of a product is used", arguments: best)
  func bestHolding(
    name: String, records: [String], date: DateTime?, holding: ProductHolding
  ) throws {
    #expect(try self.holding(records, on: date) == holding, "\(name)")
    #expect(try self.holding(records.reversed(), on: date) == holding, "\(name), reversed")
  }

  static let grace: [(date: DateTime?, renewal: String, holding: ProductHolding)] = [
    (nil, renewal(), .until("2026-11-20", graceUntil: "2026-12-06")),
    ("2026-11-19", renewal(), .status(.purchased)),
    ("2026-11-20", renewal(), .status(.inGracePeriod)),
    ("2026-12-05T23:59:59Z", renewal(), .status(.inGracePeriod)),
    ("2026-12-06", renewal(), .status(.inBillingRetry)),
    ("2027-01-20", renewal(), .status(.inBillingRetry)),
    // The grace period was over when the renewal info was signed.
    ("2026-11-20", renewal(signed: "2026-12-06"), .status(.inBillingRetry)),
    // It ends with the subscription, so its dates are not those of this period.
    (nil, renewal(graceUntil: "2026-11-20", signed: "2026-11-20"), .status(.inBillingRetry)),
    (nil, renewal(graceUntil: "2026-11-20", signed: "2026-11-19"), .until("2026-11-20")),
    // Another purchase's renewal.
    (nil, renewal(of: "9"), .until("2026-11-20")),
  ]

  @Test("A grace period has dates, or the status on a date", arguments: grace)
  func gracePeriod(date: DateTime?, renewal: String, holding: ProductHolding) throws {
    let records = [
      Self.transaction("1", until: "2026-11-20", signed: "2026-11-20"), renewal,
    ]
    #expect(try self.holding(records, on: date) == holding)
  }

  @Test("The status beside a signed transaction and a renewal info alone have a grace period, too")
  func gracePeriodElsewhere() throws {
    let transaction = StoreRecordTests.token(Self.transaction("1", until: "2026-11-20"))
    let renewal = StoreRecordTests.token(Self.renewal())
    let item =
      #"{"originalTransactionId": "1", "status": 4, "signedTransactionInfo": "\#(transaction)", "#
      + #""signedRenewalInfo": "\#(renewal)"}"#
    let answer =
      #"{"environment": "Production", "bundleId": "com.example", "appAppleId": 1, "#
      + #""data": [{"subscriptionGroupIdentifier": "1", "lastTransactions": [\#(item)]}]}"#
    for text in [answer, Self.renewal()] {
      let found = try purchases([text])
      #expect(found.holdings.first?.holding == .until("2026-11-20", graceUntil: "2026-12-06"))
      #expect(
        try purchases([text], on: "2027-01-20").holdings.first?.holding == .status(.inBillingRetry))
    }
  }

  @Test(
    "A grace period ends on a date, even if the subscription's end is unknown or not before it",
    arguments: [
      (nil, .inGracePeriod), ("2026-12-05", .inGracePeriod), ("2026-12-06", .inBillingRetry),
    ] as [(DateTime?, PurchaseStatus)])
  func graceWithoutEnd(date: DateTime?, status: PurchaseStatus) throws {
    #expect(try holding([Self.renewal(until: nil)], on: date) == .status(status))
    let late = Self.transaction("1", until: "2026-12-06", signed: "2026-11-20")
    #expect(try holding([late, Self.renewal()], on: date) == .status(status))
  }

  @Test("Ids that are equal only after Unicode normalization are different products")
  func spellings() throws {
    let records = ["\u{E9}", "e\u{301}"].map { Self.transaction($0, $0) }
    #expect(try purchases(records).holdings.count == 2)
  }

  @Test("Records of two apps are an error, in one file and in two")
  func apps() throws {
    let (one, other) = (Self.transaction("1"), Self.transaction("2", app: "com.other"))
    let answer = #"{"bundleId": "com.other", "signedTransactions": []}"#
    for texts in [["[\(one), \(other)]"], [one, other], [one, answer]] {
      let error = try #require(throws: InvalidInput.self) { try purchases(texts) }
      #expect(
        error.diagnostics.map(\.message) == [
          "found records of the apps 'com.example' and 'com.other'; expected one app"
        ])
    }
    _ = try purchases([one, Self.transaction("2")])
  }

  @Test("Environments other than Production are named once")
  func environments() throws {
    let texts = ["Sandbox", "Production", "Sandbox", "LocalTesting"].enumerated().map {
      Self.transaction("\($0.offset)", environment: $0.element)
    }
    #expect(try purchases(texts).testEnvironments == ["Sandbox", "LocalTesting"])
    #expect(try purchases([Self.transaction("1")]).testEnvironments.isEmpty)
    let answer = #"{"environment": "Sandbox", "signedTransactions": []}"#
    #expect(try purchases([answer]).testEnvironments == ["Sandbox"])
  }

  @Test("Fractions of milliseconds in Xcode's dates are cut")
  func xcode() throws {
    let record =
      #"{"transactionId": "0", "originalTransactionId": "0", "productId": "P", "bundleId": "a", "#
      + #""type": "Auto-Renewable Subscription", "environment": "Xcode", "signedDate": 1.7641e12, "#
      + #""purchaseDate": 1764547200000.4561, "expiresDate": 1796083200000.999}"#
    let found = try purchases([#"["\#(StoreRecordTests.token(record))"]"#])
    #expect(found.holdings.first?.holding == .until("2026-12-01"))
    #expect(found.testEnvironments == ["Xcode"])
  }
}
