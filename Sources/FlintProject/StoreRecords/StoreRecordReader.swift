import FlintManifest
import FlintText

/// A reader of App Store records in all supported formats: API responses, signed tokens and decoded records.
struct StoreRecordReader {
  private(set) var transactions: [StoreTransaction] = []
  private(set) var renewals: [StoreRenewal] = []
  private(set) var notes: [Diagnostic] = []
  /// The problems found so far.
  private(set) var diagnostics: [Diagnostic] = []
  private var problems = InputProblems()

  /// Adds the problems of the parsed document, such as duplicate keys, to ``diagnostics``.
  mutating func addProblems(of document: JSONDocument) {
    problems.addDuplicateKeys(of: document)
    diagnostics += problems.found.map(\.diagnostic)
    problems = InputProblems()
  }

  // MARK: Answers and lists

  /// Reads the root value: an API response, a record, or a list of these.
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
    if let data = fields.member("data") { return readGroups(data) }
    if let list = fields.member("signedTransactions") {
      guard problems.isArray(list, "'signedTransactions'") else { return }
      if list.count == 0 { addEmptyList(list) }
      for token in list.elements { readToken(token) }
    } else if fields.member("signedTransactionInfo") != nil
      || fields.member("signedRenewalInfo") != nil
    {
      readSigned(fields, in: value)
    } else {
      add(Record(value, status: nil, &problems))
    }
  }

  /// Reads the list `data`, the subscription groups in a response with subscription statuses.
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
        readSigned(StoreRecordFields(item), in: item)
      }
    }
    if isEmpty, problems.found.isEmpty { addEmptyList(data) }
  }

  private mutating func addEmptyList(_ list: JSONValue) {
    diagnostics.append(
      Diagnostic(
        .error, rule: InputRule.emptyValue.rawValue,
        message: "the list has no transactions",
        range: list.range))
  }

  /// Reads the signed records of an object, under `signedTransactionInfo` and `signedRenewalInfo`, with the `status`
  /// next to them.
  private mutating func readSigned(_ fields: StoreRecordFields, in object: JSONValue) {
    let tokens = [
      fields.member("signedTransactionInfo"), fields.member("signedRenewalInfo"),
    ].compactMap(\.self)
    if tokens.isEmpty {
      problems.add(.missingKey("signedTransactionInfo", in: "a subscription"), atStartOf: object)
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

  /// Reads a record from a JSON Web Signature (JWS).
  ///
  /// - Parameter range: The byte range of the token in the file, which diagnostics show.
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
      diagnostics.append(
        Diagnostic(
          .error, rule: ImportRule.invalidRecord.rawValue,
          message: "the payload of this JWS is not JSON: \(error.diagnostic.message)", range: range)
      )
      return
    }
    var inner = InputProblems()
    document.withRoot { root in
      if inner.isObject(root, "the payload") { add(Record(root, status: status, &inner)) }
    }
    inner.addDuplicateKeys(of: document)
    for problem in inner.found {
      var diagnostic = problem.diagnostic
      diagnostic.message = "in the payload of this JWS, " + diagnostic.message
      diagnostic.range = range
      diagnostic.replacements = []
      diagnostics.append(diagnostic)
    }
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

  /// Reads a decoded record, whose kind is determined from its keys. Returns nil and reports the problems if it is
  /// invalid.
  init?(_ payload: JSONValue, status: SubscriptionStatus?, _ problems: inout InputProblems) {
    let fields = StoreRecordFields(payload)
    func has(_ keys: [StaticString]) -> Bool { keys.contains { fields.member($0) != nil } }
    if has(["transactionId", "type", "purchaseDate"]) {
      guard let transaction = StoreTransaction(payload, status: status, &problems) else {
        return nil
      }
      self = .transaction(transaction)
    } else if has(["autoRenewProductId", "autoRenewStatus", "renewalDate"]) {
      guard let renewal = StoreRenewal(payload, status: status, &problems) else { return nil }
      self = .renewal(renewal)
    } else {
      problems.add(
        .missingKey("transactionId", in: "a record that is not a renewal info"), atStartOf: payload)
      return nil
    }
  }
}
