import FlintManifest
import FlintModel
import FlintText
import Foundation
import Testing

@testable import FlintProject

@Suite("App Store records")
struct StoreRecordTests {
  /// Returns a record with an invalid signature.
  static func token(_ payload: String) -> String {
    ["{\"alg\":\"ES256\"}", payload, "signature"].map { part in
      Data(part.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
        .replacing("=", with: "")
    }.joined(separator: ".")
  }

  private func purchases(_ texts: String..., on date: DateTime? = nil) throws -> String {
    try purchases(texts, on: date)
  }

  private func purchases(_ texts: [String], on date: DateTime? = nil) throws -> String {
    let files = try texts.map { text in
      let source = SourceFile(path: "r.json", text: SourceText(text))
      guard case .storeRecords(let records) = try ImportedFile(source, timeZones: NoZones()) else {
        throw CocoaError(.fileReadUnknown)
      }
      return records
    }
    var sink = ByteSink()
    try StorePurchases(files, on: date).write(to: &sink)
    return try JSONDocument(sink.string).withRoot { root in
      var writer = JSONWriter(.compact)
      writer.value(root.member("purchases") ?? root)
      return writer.text
    }
  }

  private static func notification(_ transaction: String?) -> String {
    #"{"signedPayload": "\#(token(decodedNotification(transaction)))"}"#
  }

  private static func decodedNotification(_ transaction: String?) -> String {
    let info = transaction.map { #", "signedTransactionInfo": "\#(token($0))""# } ?? ""
    return
      #"{"notificationType": "TEST", "data": {"bundleId": "a", "environment": "Production"\#(info)}}"#
  }

  private static func transaction(_ members: String, type: String = "Auto-Renewable Subscription")
    -> String
  {
    #"{"transactionId": "1", "productId": "P", "type": "\#(type)"\#(members.isEmpty ? "" : ", " + members)}"#
  }

  @Test("An active subscription has an end date, and consumables are added up")
  func example() throws {
    let text = """
      [ { "transactionId": "1", "productId": "PLUS.Y", "type": "Auto-Renewable Subscription", "purchaseDate": 1764547200000, "expiresDate": 1796083200500 },
        { "transactionId": "2", "productId": "CREDIT-ZBUCK", "type": "Consumable", "quantity": 3, "purchaseDate": 1764547200000 } ]
      """
    let cases: [(date: DateTime?, subscription: String)] = [
      (nil, #"{"until":"2026-12-01T00:00:01Z"}"#), ("2026-12-01", #""purchased""#),
      ("2026-12-01T00:00:01Z", #""expired""#),
    ]
    for (date, subscription) in cases {
      #expect(
        try purchases(text, on: date) == #"{"PLUS.Y":\#(subscription),"CREDIT-ZBUCK":3}"#)
    }
  }

  @Test("Records are found in every supported structure")
  func shapes() throws {
    let payload = Self.transaction(#""expiresDate": 1796083200000"#)
    let token = Self.token(payload)
    let answers = [
      payload, "[\(payload)]", "\"\(token)\"", "[\"\(token)\"]", token, "\n\(token)\r\n\r\n",
      "\u{FEFF}\(token)\n\(token)", #"{"signedTransactionInfo": "\#(token)"}"#,
      #"{"revision": "1", "hasMore": false, "signedTransactions": ["\#(token)"]}"#,
      #"{"data": [{"lastTransactions": []}, {"lastTransactions": [{"status": 1, "signedTransactionInfo": "\#(token)"}]}]}"#,
      #"{"notificationType": "SUBSCRIBED", "version": "2.0", "data": {"status": 1, "signedTransactionInfo": "\#(token)"}}"#,
      Self.notification(payload), "[\(Self.notification(payload))]",
      #"{"notificationHistory": [\#(Self.notification(payload)), \#(Self.notification(nil))]}"#,
      Self.token(Self.decodedNotification(payload)),
    ]
    for answer in answers {
      #expect(try purchases(answer) == #"{"P":{"until":"2026-12-01"}}"#, "\(answer)")
    }
  }

  /// Members of a transaction, the status next to it, members of a renewal info record, and the resulting status.
  static let statuses: [(transaction: String, status: Int?, renewal: String?, holding: String)] = [
    ("", nil, nil, "purchased"),
    (#""expiresDate": null, "isUpgraded": false"#, 1, nil, "purchased"),
    ("", 2, nil, "expired"), ("", 3, nil, "inBillingRetry"), ("", 4, nil, "inGracePeriod"),
    ("", 5, nil, "revoked"),
    (#""isUpgraded": true"#, 1, nil, "expired"),
    (#""isUpgraded": true, "revocationDate": 1"#, 1, nil, "revoked"),
    // The renewal info record is used if there is no status.
    ("", nil, #""isInBillingRetryPeriod": true"#, "inBillingRetry"),
    ("", 2, #""isInBillingRetryPeriod": true"#, "expired"),
    (
      "", nil,
      #""isInBillingRetryPeriod": true, "gracePeriodExpiresDate": 11, "signedDate": 10"#,
      "inGracePeriod"
    ),
    (
      "", nil,
      #""isInBillingRetryPeriod": true, "gracePeriodExpiresDate": 10, "signedDate": 10"#,
      "inBillingRetry"
    ),
    ("", nil, #""expirationIntent": 1"#, "expired"),
    ("", nil, #""isInBillingRetryPeriod": false"#, "purchased"),
    // The renewal info record is of another purchase, or older than the transaction.
    ("", nil, #""expirationIntent": 1, "originalTransactionId": "9""#, "purchased"),
    ("", nil, #""expirationIntent": 1, "productId": "Q""#, "purchased"),
    (#""signedDate": 5"#, nil, #""expirationIntent": 1, "signedDate": 4"#, "purchased"),
    (#""signedDate": 5"#, nil, #""expirationIntent": 1, "signedDate": 5"#, "expired"),
  ]

  @Test("Determine the status of a subscription", arguments: statuses)
  func status(transaction: String, status: Int?, renewal: String?, holding: String) throws {
    let original = #""originalTransactionId": "1""#
    let payload = Self.transaction(original + (transaction.isEmpty ? "" : ", " + transaction))
    var members = [#""signedTransactionInfo": "\#(Self.token(payload))""#]
    if let status { members.append(#""status": \#(status)"#) }
    if let renewal {
      let product = renewal.contains("productId") ? "" : #""productId": "P", "#
      let id = renewal.contains("originalTransactionId") ? "" : original + ", "
      let info = "{\(product)\(id)\"autoRenewStatus\": 1, \(renewal)}"
      members.append(#""signedRenewalInfo": "\#(Self.token(info))""#)
    }
    let text = #"{"data": [{"lastTransactions": [{\#(members.joined(separator: ", "))}]}]}"#
    #expect(try purchases(text).hasPrefix(#"{"P":"\#(holding)""#))
  }

  @Test("A renewal info record alone determines a subscription")
  func renewalAlone() throws {
    let info =
      #"{"productId": "P", "autoRenewProductId": "P", "renewalDate": 1796083200000, "signedDate": 9"#
    let older =
      #"{"productId": "P", "autoRenewProductId": "P", "expirationIntent": 1, "signedDate": 8}"#
    let signed = Self.token(info + "}")
    let cases: [(text: String, holding: String)] = [
      (info + "}", #"{"until":"2026-12-01"}"#),
      (info + #", "expirationIntent": 2}"#, #""expired""#),
      ("[\(info)}, \(older)]", #"{"until":"2026-12-01"}"#),
      (#"{"signedRenewalInfo": "\#(signed)", "status": 3}"#, #""inBillingRetry""#),
    ]
    for (text, holding) in cases {
      #expect(try purchases(text) == #"{"P":\#(holding)}"#, "\(text)")
    }
  }

  @Test("The latest signed record of a transaction and the latest purchase of a product are used")
  func order() throws {
    func record(_ id: String, bought: Int, signed: Int, _ more: String = "") -> String {
      #"{"transactionId": "\#(id)", "productId": "P", "type": "Auto-Renewable Subscription", "#
        + #""originalTransactionId": "0", "#
        + #""purchaseDate": \#(bought), "signedDate": \#(signed)\#(more)}"#
    }
    func revoked(_ id: String, bought: Int, signed: Int) -> String {
      record(id, bought: bought, signed: signed, #", "revocationDate": 1"#)
    }
    let orders: [(name: String, records: [String], holding: String)] = [
      (
        "The record signed later is used, wherever it is.",
        [record("1", bought: 1, signed: 9), revoked("1", bought: 1, signed: 8)], "purchased"
      ),
      (
        "Of records signed at the same time, the later one in the file is used.",
        [record("1", bought: 1, signed: 9), revoked("1", bought: 1, signed: 9)], "revoked"
      ),
      (
        "The product purchased later is used.",
        [record("1", bought: 2, signed: 1), revoked("2", bought: 1, signed: 9)], "purchased"
      ),
      (
        "Of purchases at the same time, the one signed later is used.",
        [record("1", bought: 2, signed: 9), revoked("2", bought: 2, signed: 8)], "purchased"
      ),
      (
        "The position of a transaction is that of the record that is used.",
        [
          record("1", bought: 2, signed: 8), revoked("2", bought: 2, signed: 9),
          record("1", bought: 2, signed: 9),
        ], "purchased"
      ),
    ]
    for (name, records, holding) in orders {
      let text = "[\(records.joined(separator: ", "))]"
      #expect(try purchases(text) == #"{"P":"\#(holding)"}"#, "\(name)")
    }
    // Of equal purchases in several files, the one in the last file is used.
    let files = (record("1", bought: 2, signed: 9), revoked("2", bought: 2, signed: 9))
    #expect(try purchases(files.0, files.1) == #"{"P":"revoked"}"#)
  }

  @Test("Consumables are counted once for each transaction that is not revoked")
  func consumables() throws {
    func record(_ id: Int, _ more: String = "") -> String {
      #"{"transactionId": "\#(id)", "productId": "C", "type": "Consumable"\#(more)}"#
    }
    let four = record(2, #", "quantity": 4"#)
    let revoked = record(3, #", "quantity": 7, "revocationDate": 1"#)
    let cases: [(text: String, count: Int64)] = [
      ("[\(record(1)), \(four), \(four), \(revoked)]", 5),
      (record(1, #", "revocationDate": 1"#), 0),
      (record(1, #", "quantity": 9223372036854775807"#), .max),
    ]
    for (text, count) in cases {
      #expect(try purchases(text) == #"{"C":\#(count)}"#, "\(text)")
    }
    let first = "[\(record(1, #", "quantity": 9223372036854775807"#)), "
    let errors = try diagnostics(record(3, #", "revocationDate": 1"#), "\(first)\(record(2))]")
    #expect(
      errors.map(\.message) == ["the credits of 'C' add up to more than 9223372036854775807"])
    let start = first.utf8.count
    let ranges: [Range<Int>?] = [start..<start + 1]
    #expect(errors.map(\.range) == ranges)
  }

  @Test("A signed record has no hint to edit it")
  func hints() throws {
    #expect(
      try diagnostics(Self.token(Self.transaction(#""quantity": 1.5"#))).map(\.hint) == [nil])
  }

  @Test("Other types of products are supported")
  func types() throws {
    let cases: [(members: String, type: String, date: DateTime?, holding: String)] = [
      (#""expiresDate": 1"#, "Non-Consumable", nil, #""purchased""#),
      (#""revocationDate": 0"#, "Non-Consumable", nil, #""revoked""#),
      ("", "Non-Renewing Subscription", "2026-01-01", #""purchased""#),
      (
        #""expiresDate": 1"#, "Non-Renewing Subscription", nil,
        #"{"until":"1970-01-01T00:00:01Z"}"#
      ),
    ]
    for (members, type, date, holding) in cases {
      let text = Self.transaction(members, type: type)
      #expect(try purchases(text, on: date) == #"{"P":\#(holding)}"#, "\(text)")
    }
  }

  @Test(
    "An answer or a list without transactions is a customer without purchases",
    arguments: [
      "[]",
      #"{"signedTransactions": [], "hasMore": false}"#, #"{"data": []}"#,
      #"{"data": [{"lastTransactions": []}], "bundleId": "a"}"#, notification(nil),
      #"{"notificationType": "TEST", "summary": {}}"#, #"{"notificationHistory": []}"#,
    ])
  func withoutPurchases(answer: String) throws {
    #expect(try purchases(answer) == "{}")
  }

  @Test("Further pages are reported in a note")
  func pages() throws {
    let text = #"{"hasMore": true, "signedTransactions": ["\#(Self.token(Self.transaction("")))"]}"#
    let source = SourceFile(path: "r.json", text: SourceText(text))
    let records = try StoreRecords(source, try source.document())
    #expect(records.notes.map(\.rule) == ["further-pages"])
  }

  /// A file and its errors.
  static let invalid: [(text: String, messages: [String])] = [
    (#"{"data": {}}"#, ["found an object for 'data'; expected a list"]),
    (#"{"data": [{}]}"#, ["a subscription group has no 'lastTransactions'"]),
    (#"{"data": [{"lastTransactions": [{}]}]}"#, ["a subscription has no 'signedTransactionInfo'"]),
    (
      #"{"data": [{"lastTransactions": [{"status": 6, "signedRenewalInfo": "\#(token(#"{"productId": "P", "renewalDate": 1}"#))"}]}]}"#,
      ["found 6 for 'status'; expected at most 5"]
    ),
    (#"[3]"#, ["found a number for a record; expected an object"]),
    (#"[{"bundleId": "x"}]"#, ["found neither a transaction nor a renewal info record"]),
    (
      #"{"productId": "P", "requestIdentifier": "x"}"#,
      ["found neither a transaction nor a renewal info record"]
    ),
    (
      token(#"{"receiptType": "Sandbox"}"#),
      ["in the payload of this JWS, found neither a transaction nor a renewal info record"]
    ),
    (
      token("null"),
      [
        "in the payload of this JWS, found null for a transaction or a renewal info record; "
          + "expected an object"
      ]
    ),
    (#"{"productId": "P", "type": "Consumable"}"#, ["a transaction has no 'transactionId'"]),
    (
      #"{"transactionId": "1", "type": "Consumable", "productId": ""}"#, ["'productId' is empty"]
    ),
    (
      #"{"transactionId": 1, "productId": "P", "type": "Consumable"}"#,
      ["found a number for 'transactionId'; expected a string"]
    ),
    (#"{"transactionId": "1", "productId": "P"}"#, ["a transaction has no 'type'"]),
    (transaction("", type: "Lease"), ["unknown 'type' 'Lease'"]),
    (transaction(#""quantity": 0"#), ["found 0 for 'quantity'; expected at least 1"]),
    (transaction(#""quantity": 1.5"#), ["found 1.5 for 'quantity'; expected an integer"]),
    (
      transaction(#""quantity": 9223372036854775808"#),
      ["found 9223372036854775808 for 'quantity'; expected at most 9223372036854775807"]
    ),
    (
      transaction(#""purchaseDate": "2026""#),
      ["found a string for 'purchaseDate'; expected an integer"]
    ),
    (transaction(#""purchaseDate": 1.5"#), ["found 1.5 for 'purchaseDate'; expected an integer"]),
    (transaction(#""expiresDate": -1"#), ["found -1 for 'expiresDate'; expected at least 0"]),
    (
      transaction(#""signedDate": 253402300800000"#),
      ["found 253402300800000 for 'signedDate'; expected at most 253402300799999"]
    ),
    (transaction(#""isUpgraded": 1"#), ["found a number for 'isUpgraded'; expected true or false"]),
    (transaction(#""productId": "P""#), ["key 'productId' occurs twice in the same object"]),
    (#"{"renewalDate": 1}"#, ["a renewal info record has no 'productId'"]),
    (
      #"{"latest_receipt_info": [], "status": 0}"#,
      ["this is a legacy receipt; expected App Store Server API records"]
    ),
    (
      String(repeating: "MIIT", count: 40),
      ["this is a legacy receipt; expected App Store Server API records"]
    ),
    // Tokens.
    (#"["abc"]"#, ["found 1 part; expected a JWS of three parts separated by dots"]),
    (
      #"["a.b.c.d.e.f"]"#,
      ["found more than 3 parts; expected a JWS of three parts separated by dots"]
    ),
    (#"["YQ.Y=Q.YQ"]"#, ["the payload of this JWS is not base64url"]),
    (#"["YQ.YQ.YQ+"]"#, ["the signature of this JWS is not base64url"]),
    (#"["YQ.YWJjZ.YQ"]"#, ["the payload of this JWS is truncated"]),
    (#"["YQ.YQ."]"#, ["the signature of this JWS is empty"]),
    ("eyJhbGciOiJ", ["found 1 part; expected a JWS of three parts separated by dots"]),
    (
      "eyJh.YQ.YQ\nnonsense",
      [
        "the payload of this JWS is not JSON: found 'a'; expected a value",
        "found 1 part; expected a JWS of three parts separated by dots",
      ]
    ),
    (
      token("[]"),
      [
        "in the payload of this JWS, found a list for a transaction or a renewal info record; "
          + "expected an object"
      ]
    ),
    (".eyJh.x", ["the header of this JWS is empty"]),
    (
      "eyJh._w.YQ",
      ["the payload of this JWS is not JSON: found the byte 0xff; the payload is not UTF-8"]
    ),
    (
      "2026-11-02 10:00 tx: eyJh.YQ.YQ",
      ["found several words in a line; expected a single JSON Web Signature (JWS)"]
    ),
    // Only Xcode's dates have fractions.
    (
      token(transaction(#""purchaseDate": 1.5, "environment": "Sandbox""#)),
      ["in the payload of this JWS, found 1.5 for 'purchaseDate'; expected an integer"]
    ),
    (
      transaction(#""environment": "Xcode", "purchaseDate": -0.5, "quantity": 1.5"#),
      [
        "found -0.5 for 'purchaseDate'; expected an integer",
        "found 1.5 for 'quantity'; expected an integer",
      ]
    ),
    // A problem in a notification's payload is at the notification.
    (
      notification(transaction(#""quantity": 0"#)),
      ["in the payload of this JWS, found 0 for 'quantity'; expected at least 1"]
    ),
    (
      token(transaction(#""quantity": 0, "quantity": 1"#)),
      [
        "in the payload of this JWS, found 0 for 'quantity'; expected at least 1",
        "in the payload of this JWS, key 'quantity' occurs twice in the same object",
      ]
    ),
  ]

  @Test("An invalid file is reported with the reason", arguments: invalid)
  func errors(text: String, messages: [String]) throws {
    #expect(try diagnostics(text).map(\.message) == messages)
  }

  private func diagnostics(_ texts: String...) throws -> [Diagnostic] {
    try #require(throws: InvalidInput.self) { try purchases(texts) }.diagnostics
  }
}
