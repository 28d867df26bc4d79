import FlintManifest
import FlintText

/// Responses of the App Store Server API, signed tokens and decoded records.
struct StoreRecordReader {
  private(set) var transactions: [StoreTransaction] = []
  private(set) var renewals: [StoreRenewal] = []
  /// The origins of responses and notifications. Records have their own.
  private(set) var origins: [RecordOrigin] = []
  private(set) var notes: [Diagnostic] = []
  private(set) var diagnostics: [Diagnostic] = []
  private var problems = InputProblems()
  /// The range in the file of the signed text whose payload is being read, in which positions have no meaning.
  private var signedText: Range<Int>?

  mutating func addProblems(of document: JSONDocument) {
    problems.addDuplicateKeys(of: document)
    diagnostics += problems.found.map(\.diagnostic)
    problems = InputProblems()
  }

  // MARK: Responses and lists

  mutating func read(_ root: JSONValue) {
    guard root.kind == .array else { return readElement(root) }
    if root.count == 0 {
      diagnostics.append(
        Diagnostic(
          .error, rule: InputRule.emptyValue.rawValue, message: "the list of records is empty",
          range: root.range))
    }
    for element in root.elements { readElement(element) }
  }

  private mutating func readElement(_ value: JSONValue) {
    if value.kind == .string { return readToken(value) }
    guard problems.isObject(value, "a record") else { return }
    let fields = StoreRecordFields(value)
    if let hasMore = fields.member("hasMore"), problems.bool(hasMore, "'hasMore'") == true {
      notes.append(
        Diagnostic(
          .note, rule: ImportRule.furtherPages.rawValue,
          message: "the response has further pages; their transactions are missing",
          hint: "import all pages together", range: hasMore.range))
    }
    if let signed = fields.member("signedPayload") { return readToken(signed) }
    if let list = fields.member("notificationHistory") {
      guard problems.isArray(list, "'notificationHistory'") else { return }
      for element in list.elements { readElement(element) }
      return
    }
    if fields.member("notificationType") != nil { return readNotification(fields) }
    if let data = fields.member("data") {
      addOrigin(of: fields, at: data.range)
      return readGroups(data)
    }
    if let list = fields.member("signedTransactions") {
      addOrigin(of: fields, at: list.range)
      guard problems.isArray(list, "'signedTransactions'") else { return }
      for token in list.elements { readToken(token) }
    } else if fields.member("signedTransactionInfo") != nil
      || fields.member("signedRenewalInfo") != nil
    {
      readSigned(fields, in: value, of: "a response")
    } else {
      readRecord(value, status: nil, at: value.start..<value.start + 1)
    }
  }

  /// Reads a decoded App Store Server Notification. Some, such as a test, contain no records.
  private mutating func readNotification(_ notification: StoreRecordFields) {
    guard let data = notification.member("data"), problems.isObject(data, "'data'") else { return }
    let fields = StoreRecordFields(data)
    addOrigin(of: fields, at: signedText ?? data.range)
    readSigned(fields, in: data, of: nil)
  }

  private mutating func addOrigin(of fields: StoreRecordFields, at range: Range<Int>) {
    origins.append(fields.origin(at: range, &problems))
  }

  private mutating func readRecord(
    _ value: JSONValue, status: SubscriptionStatus?, at range: Range<Int>
  ) {
    guard let kind = Record.Kind(of: value) else {
      diagnostics.append(Self.otherRecord(signedText.map { _ in Self.inPayload }, at: range))
      return
    }
    switch Record(kind, value, status: status, at: range, &problems) {
    case .transaction(let transaction): transactions.append(transaction)
    case .renewal(let renewal): renewals.append(renewal)
    case nil: break
    }
  }

  private mutating func readGroups(_ data: JSONValue) {
    guard problems.isArray(data, "'data'") else { return }
    for group in data.elements where problems.isObject(group, "a subscription group") {
      guard let list = StoreRecordFields(group).member("lastTransactions") else {
        problems.add(.missingKey("lastTransactions", in: "a subscription group"), atStartOf: group)
        continue
      }
      guard problems.isArray(list, "'lastTransactions'") else { continue }
      for item in list.elements where problems.isObject(item, "a subscription") {
        readSigned(StoreRecordFields(item), in: item, of: "a subscription")
      }
    }
  }

  /// Reads the signed records of an object, which are under the keys `signedTransactionInfo` and `signedRenewalInfo`.
  /// The key `status` next to them has the subscription's status.
  ///
  /// - Parameter owner: The name in messages of an object that must have signed records; nil if it need not.
  private mutating func readSigned(
    _ fields: StoreRecordFields, in object: JSONValue, of owner: String?
  ) {
    let tokens = [
      fields.member("signedTransactionInfo"), fields.member("signedRenewalInfo"),
    ].compactMap(\.self)
    if tokens.isEmpty, let owner {
      problems.add(.missingKey("signedTransactionInfo", in: owner), atStartOf: object)
    }
    var status: SubscriptionStatus?
    if let value = fields.member("status"),
      let number = problems.integer(
        value, "'status'", atLeast: 1, atMost: Int64(SubscriptionStatus.allCases.count))
    {
      status = SubscriptionStatus(rawValue: number)
    }
    for token in tokens { readToken(token, status: status) }
  }

  // MARK: Records

  private mutating func readToken(_ value: JSONValue, status: SubscriptionStatus? = nil) {
    guard problems.string(value, "a JWS") != nil else { return }
    value.withUTF8 { readToken($0, at: signedText ?? value.range, status: status) }
  }

  /// A JWS.
  mutating func readLine(_ bytes: some Collection<UInt8>, at range: Range<Int>) {
    guard !bytes.contains(where: { $0 == 0x20 || $0 == 0x09 }) else {
      diagnostics.append(
        Diagnostic(
          .error, rule: ImportRule.invalidRecord.rawValue,
          message: "found several words in a line; expected a single JSON Web Signature (JWS)",
          hint: "remove all other words; a JWS begins with 'eyJ'", range: range))
      return
    }
    readToken(bytes, at: range)
  }

  /// Reads a transaction, a renewal info record or a notification from a JSON Web Signature (JWS). `range` is the byte range of the JWS in the file. `status` is the status of the subscription, if
  /// it is written next to the JWS.
  mutating func readToken(
    _ bytes: some Collection<UInt8>, at range: Range<Int>, status: SubscriptionStatus? = nil
  ) {
    let payload: [UInt8]
    do throws(SignedToken.Problem) {
      payload = try SignedToken(bytes).payload
    } catch {
      diagnostics.append(
        Diagnostic(
          .error, rule: ImportRule.invalidRecord.rawValue, message: error.message, range: range))
      return
    }
    let document: JSONDocument
    do throws(JSONSyntaxError) {
      document = try JSONDocument(payload)
    } catch {
      let fault = error.message(about: "the payload")
      diagnostics.append(
        Diagnostic(
          .error, rule: ImportRule.invalidRecord.rawValue,
          message: "the payload of this JWS is not JSON: \(fault)", range: range))
      return
    }
    let outside = (problems, signedText)
    (problems, signedText) = (InputProblems(), range)
    document.withRoot { root in
      guard problems.isObject(root, "a transaction or a renewal info record") else { return }
      let fields = StoreRecordFields(root)
      if fields.member("notificationType") != nil {
        readNotification(fields)
      } else {
        readRecord(root, status: status, at: range)
      }
    }
    problems.addDuplicateKeys(of: document)
    let found = problems.found
    (problems, signedText) = outside
    addPayloadProblems(found, at: range)
  }

  /// Without hints, because editing would break the signature.
  private mutating func addPayloadProblems(_ found: [InputProblem], at range: Range<Int>) {
    for problem in found {
      var diagnostic = problem.diagnostic
      diagnostic.message = Self.inPayload + diagnostic.message
      diagnostic.range = range
      diagnostic.replacements = []
      switch problem.fact {
      case .invalidInteger, .wrongType: diagnostic.hint = nil
      default: break
      }
      diagnostics.append(diagnostic)
    }
  }

  // MARK: Other payloads of the App Store

  private static let inPayload = "in the payload of this JWS, "

  private static func otherRecord(_ place: String?, at range: Range<Int>) -> Diagnostic {
    Diagnostic(
      .error, rule: InputRule.missingKey.rawValue,
      message: "\(place ?? "")found neither a transaction nor a renewal info record",
      hint:
        "a transaction has the key 'transactionId', a renewal info record has 'autoRenewProductId'",
      range: range)
  }
}

private enum Record {
  case transaction(StoreTransaction)
  case renewal(StoreRenewal)

  enum Kind {
    case transaction, renewal

    /// By its keys; nil if neither.
    init?(of payload: JSONValue) {
      let fields = StoreRecordFields(payload)
      func has(_ keys: [StaticString]) -> Bool { keys.contains { fields.member($0) != nil } }
      if has(["transactionId", "type", "purchaseDate"]) {
        self = .transaction
      } else if has(["autoRenewProductId", "autoRenewStatus", "renewalDate"]) {
        self = .renewal
      } else {
        return nil
      }
    }
  }

  /// - Parameter range: In the file.
  init?(
    _ kind: Kind, _ payload: JSONValue, status: SubscriptionStatus?, at range: Range<Int>,
    _ problems: inout InputProblems
  ) {
    switch kind {
    case .transaction:
      guard let transaction = StoreTransaction(payload, status: status, at: range, &problems)
      else { return nil }
      self = .transaction(transaction)
    case .renewal:
      guard let renewal = StoreRenewal(payload, status: status, at: range, &problems) else {
        return nil
      }
      self = .renewal(renewal)
    }
  }
}
