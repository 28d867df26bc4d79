import FlintManifest
import FlintText

/// A reader of App Store records in all supported formats: responses of the App Store Server API, signed tokens and
/// decoded records.
struct StoreRecordReader {
  private(set) var transactions: [StoreTransaction] = []
  private(set) var renewals: [StoreRenewal] = []
  private(set) var notes: [Diagnostic] = []
  private(set) var diagnostics: [Diagnostic] = []
  private var problems = InputProblems()

  mutating func addProblems(of document: JSONDocument) {
    problems.addDuplicateKeys(of: document)
    diagnostics += problems.found.map(\.diagnostic)
    problems = InputProblems()
  }

  // MARK: Responses and lists

  /// Reads the root value of a JSON file with App Store records. It is a response of the App Store Server API, a single
  /// record (a transaction or data about the next renewal of a subscription), or a list of these.
  mutating func read(_ root: JSONValue) {
    guard root.kind == .array else { return readElement(root) }
    if root.count == 0 { addEmptyList(root) }
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
    if let signed = fields.member("signedPayload") ?? fields.member("notificationHistory") {
      diagnostics.append(
        Self.notification("found signed App Store Server Notifications", at: signed.range))
      return
    }
    if fields.member("notificationType") != nil { return readNotification(value) }
    if let data = fields.member("data") { return readGroups(data) }
    if let list = fields.member("signedTransactions") {
      guard problems.isArray(list, "'signedTransactions'") else { return }
      if list.count == 0 { addEmptyList(list) }
      for token in list.elements { readToken(token) }
    } else if fields.member("signedTransactionInfo") != nil
      || fields.member("signedRenewalInfo") != nil
    {
      readSigned(fields, in: value, of: "a response")
    } else {
      let start = value.start..<value.start + 1
      guard let kind = Record.Kind(of: value) else {
        diagnostics.append(Self.otherRecord("found", at: start))
        return
      }
      add(Record(kind, value, status: nil, at: start, &problems))
    }
  }

  /// Reads an App Store Server Notification that has been decoded. Its object `data` contains signed records.
  private mutating func readNotification(_ notification: JSONValue) {
    guard let data = StoreRecordFields(notification).member("data") else {
      problems.add(.missingKey("data", in: Self.notification), atStartOf: notification)
      return
    }
    guard problems.isObject(data, "'data'") else { return }
    readSigned(StoreRecordFields(data), in: data, of: "the 'data' of \(Self.notification)")
  }

  /// Reads the list `data` of an API response with the statuses of subscriptions. Its elements are subscription groups.
  private mutating func readGroups(_ data: JSONValue) {
    guard problems.isArray(data, "'data'") else { return }
    var isEmpty = true
    for group in data.elements where problems.isObject(group, "a subscription group") {
      guard let list = StoreRecordFields(group).member("lastTransactions") else {
        problems.add(.missingKey("lastTransactions", in: "a subscription group"), atStartOf: group)
        continue
      }
      guard problems.isArray(list, "'lastTransactions'") else { continue }
      isEmpty = isEmpty && list.count == 0
      for item in list.elements where problems.isObject(item, "a subscription") {
        readSigned(StoreRecordFields(item), in: item, of: "a subscription")
      }
    }
    if isEmpty, problems.found.isEmpty { addEmptyList(data) }
  }

  private mutating func addEmptyList(_ list: JSONValue) {
    diagnostics.append(
      Diagnostic(
        .error, rule: InputRule.emptyValue.rawValue,
        message: "the list of transactions is empty",
        range: list.range))
  }

  /// Reads the signed records of an object, which are under the keys `signedTransactionInfo` and `signedRenewalInfo`.
  /// The key `status` next to them has the subscription's status.
  ///
  /// - Parameter displayName: The name of the object in messages, such as `a subscription`.
  private mutating func readSigned(
    _ fields: StoreRecordFields, in object: JSONValue, of displayName: String
  ) {
    let tokens = [
      fields.member("signedTransactionInfo"), fields.member("signedRenewalInfo"),
    ].compactMap(\.self)
    if tokens.isEmpty {
      problems.add(.missingKey("signedTransactionInfo", in: displayName), atStartOf: object)
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
    value.withUTF8 { readToken($0, at: value.range, status: status) }
  }

  /// Reads one line of a text file with App Store records. The line must be a JSON Web Signature (JWS).
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

  /// Reads a transaction, or a renewal info record (data about the next renewal of a subscription), from a JSON Web
  /// Signature (JWS). `range` is the byte range of the JWS in the file. `status` is the status of the subscription, if
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
    var inner = InputProblems()
    document.withRoot { root in
      guard inner.isObject(root, "a transaction or a renewal info record") else { return }
      if let kind = Record.Kind(of: root) {
        add(Record(kind, root, status: status, at: range, &inner))
      } else if root.member("notificationType") != nil {
        diagnostics.append(
          Self.notification("\(Self.inPayload) found \(Self.notification)", at: range))
      } else {
        diagnostics.append(Self.otherRecord("\(Self.inPayload) found", at: range))
      }
    }
    inner.addDuplicateKeys(of: document)
    addPayloadProblems(inner.found, at: range)
  }

  /// Adds the problems of a signed payload. Hints on how to write a value are left out, because nobody can edit the
  /// payload without making its signature invalid.
  private mutating func addPayloadProblems(_ found: [InputProblem], at range: Range<Int>) {
    var hasFraction = false
    for problem in found {
      var diagnostic = problem.diagnostic
      diagnostic.message = "\(Self.inPayload) \(diagnostic.message)"
      diagnostic.range = range
      diagnostic.replacements = []
      switch problem.fact {
      case .invalidInteger(_, let subject, .fractionOrExponent) where subject.hasSuffix("Date'"):
        // All dates of a transaction that Xcode signs have a fraction. One problem is enough.
        if hasFraction { continue }
        hasFraction = true
        diagnostic.hint =
          "Xcode probably signed this record for testing; such records cannot be imported"
      case .invalidInteger, .wrongType: diagnostic.hint = nil
      default: break
      }
      diagnostics.append(diagnostic)
    }
  }

  // MARK: Other payloads of the App Store

  private static let inPayload = "in the payload of this JWS,"
  private static let notification = "an App Store Server Notification"

  private static func notification(_ found: String, at range: Range<Int>) -> Diagnostic {
    Diagnostic(
      .error, rule: ImportRule.invalidRecord.rawValue,
      message: "\(found); expected transactions or renewal info records",
      hint: "decode the payload of each notification, and import the results", range: range)
  }

  private static func otherRecord(_ found: String, at range: Range<Int>) -> Diagnostic {
    Diagnostic(
      .error, rule: InputRule.missingKey.rawValue,
      message: "\(found) neither a transaction nor a renewal info record",
      hint:
        "a transaction has the key 'transactionId', a renewal info record has 'autoRenewProductId'",
      range: range)
  }

  private mutating func add(_ record: Record?) {
    switch record {
    case .transaction(let transaction): transactions.append(transaction)
    case .renewal(let renewal): renewals.append(renewal)
    case nil: break
    }
  }
}

private enum Record {
  case transaction(StoreTransaction)
  case renewal(StoreRenewal)

  enum Kind {
    case transaction, renewal

    /// Determines from the keys of a JSON object whether it is a transaction or a renewal info (data about the next
    /// renewal of a subscription). The result is nil if it is neither.
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

  /// Reads a transaction or a renewal info (data about the next renewal of a subscription) from its decoded JSON.
  /// Returns nil and reports the problems if the JSON is invalid.
  ///
  /// - Parameter range: The byte range of the record in the file, for use in error messages.
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
      guard let renewal = StoreRenewal(payload, status: status, &problems) else { return nil }
      self = .renewal(renewal)
    }
  }
}
