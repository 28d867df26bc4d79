/// The transactions and renewals in a file. It has responses of the App Store Server API, signed
/// tokens or decoded records.
package struct StoreRecords {
  /// A file of records has at least one of these keys.
  static let keys: [StaticString] = [
    "data", "signedTransactions", "signedTransactionInfo", "signedRenewalInfo", "transactionId",
    "originalTransactionId", "productId", "purchaseDate", "autoRenewProductId", "autoRenewStatus",
    "renewalDate", "notificationType", "signedPayload", "notificationHistory",
  ]

  package let source: SourceFile
  private(set) var transactions: [StoreTransaction] = []
  private(set) var renewals: [StoreRenewal] = []
  private var responses: [RecordOrigin] = []
  /// Notes on what is missing, such as further pages.
  package private(set) var notes: [Diagnostic] = []
  private var diagnostics: [Diagnostic] = []
  private var problems = InputProblems()
  /// The range of the signed text that is being read. Positions inside have no meaning.
  private var signedText: Range<Int>?

  var origins: [RecordOrigin] {
    responses + transactions.map(\.origin) + renewals.map(\.origin)
  }

  package init(_ source: SourceFile, _ document: JSONDocument) throws(InvalidInput) {
    self.source = source
    document.withRoot { root in
      guard root.kind == .array else { return readElement(root) }
      for element in root.elements { readElement(element) }
    }
    problems.addDuplicateKeys(of: document)
    diagnostics += problems.found
    guard diagnostics.isEmpty else { throw InvalidInput(source, diagnostics) }
  }

  /// Reads a file with a JWS on each line.
  package init(lines source: SourceFile) throws(InvalidInput) {
    self.source = source
    for line in source.text.trimmedLines {
      let bytes = source.text.bytes[line]
      if bytes.contains(where: { $0 == 0x20 || $0 == 0x09 }) {
        diagnostics.append(
          ImportRule.invalidRecord.diagnostic(
            "found several words in a line; expected a single JSON Web Signature (JWS)",
            hint: "remove all other words; a JWS begins with 'eyJ'", at: line))
      } else {
        readToken(bytes, nil, at: line)
      }
    }
    guard diagnostics.isEmpty else { throw InvalidInput(source, diagnostics) }
  }

  // MARK: Responses and lists

  private mutating func readElement(_ value: JSONValue) {
    if value.kind == .string { return readToken(value) }
    guard problems.isObject(value, "a record") else { return }
    if let hasMore = value.given("hasMore"), problems.bool(hasMore, "'hasMore'") == true {
      notes.append(
        ImportRule.furtherPages.diagnostic(
          "the response has further pages; their transactions are missing",
          hint: "import all pages together", at: hasMore.range))
    }
    if let signed = value.given("signedPayload") { return readToken(signed) }
    if let list = value.given("notificationHistory") {
      return forEach(in: list, "'notificationHistory'") { $0.readElement($1) }
    }
    if value.given("notificationType") != nil { return readNotification(value) }
    if let data = value.given("data") {
      addOrigin(of: value, at: data.range)
      return readGroups(data)
    }
    if let list = value.given("signedTransactions") {
      addOrigin(of: value, at: list.range)
      forEach(in: list, "'signedTransactions'") { $0.readToken($1) }
    } else if !tokens(of: value).isEmpty {
      readSigned(value, of: "a response")
    } else {
      readRecord(value, nil, at: value.start..<value.start + 1)
    }
  }

  private mutating func forEach(
    in list: JSONValue, _ subject: String, _ read: (inout StoreRecords, JSONValue) -> Void
  ) {
    guard problems.isArray(list, subject) else { return }
    for element in list.elements { read(&self, element) }
  }

  /// Reads a decoded App Store Server Notification. Some, such as a test, contain no records.
  private mutating func readNotification(_ notification: JSONValue) {
    guard let data = notification.given("data"), problems.isObject(data, "'data'") else { return }
    addOrigin(of: data, at: signedText ?? data.range)
    readSigned(data, of: nil)
  }

  private mutating func addOrigin(of response: JSONValue, at range: Range<Int>) {
    responses.append(problems.origin(of: response, in: source, at: range))
  }

  private mutating func readGroups(_ data: JSONValue) {
    forEach(in: data, "'data'") { records, group in
      guard records.problems.isObject(group, "a subscription group") else { return }
      guard let list = group.given("lastTransactions") else {
        return records.problems.add(
          .missingKey("lastTransactions", in: "a subscription group"), atStartOf: group)
      }
      records.forEach(in: list, "'lastTransactions'") { records, item in
        if records.problems.isObject(item, "a subscription") {
          records.readSigned(item, of: "a subscription")
        }
      }
    }
  }

  private func tokens(of object: JSONValue) -> [JSONValue] {
    [object.given("signedTransactionInfo"), object.given("signedRenewalInfo")].compactMap(\.self)
  }

  /// Reads signed records, and the subscription's status beside them.
  /// - Parameter owner: The object's name in messages; nil if signed records may be missing.
  private mutating func readSigned(_ object: JSONValue, of owner: String?) {
    let tokens = tokens(of: object)
    if tokens.isEmpty, let owner {
      problems.add(.missingKey("signedTransactionInfo", in: owner), atStartOf: object)
    }
    let statuses = SubscriptionStatus.all
    let number = object.given("status").flatMap {
      problems.integer($0, "'status'", atLeast: 1, atMost: Int64(statuses.count))
    }
    for token in tokens { readToken(token, number.map { statuses[Int($0) - 1] }) }
  }

  // MARK: Records

  private mutating func readToken(_ value: JSONValue, _ status: SubscriptionStatus? = nil) {
    guard problems.string(value, "a JWS") != nil else { return }
    value.withUTF8 { readToken($0, status, at: signedText ?? value.range) }
  }

  /// - Parameters:
  ///   - status: The status beside the JWS.
  ///   - range: The range of the JWS in the file.
  private mutating func readToken(
    _ bytes: some Collection<UInt8>, _ status: SubscriptionStatus?, at range: Range<Int>
  ) {
    let document: JSONDocument
    do throws(SignedToken.Problem) {
      document = try SignedToken.document(bytes)
    } catch {
      return diagnostics.append(ImportRule.invalidRecord.diagnostic(error.message, at: range))
    }
    let outside = (problems, signedText)
    (problems, signedText) = (InputProblems(), range)
    document.withRoot { root in
      guard problems.isObject(root, "a transaction or a renewal info record") else { return }
      if root.given("notificationType") != nil {
        readNotification(root)
      } else {
        readRecord(root, status, at: range)
      }
    }
    problems.addDuplicateKeys(of: document)
    let found = problems.found
    (problems, signedText) = outside
    for problem in found { add(problem, at: range) }
  }

  private static let inPayload = "in the payload of this JWS, "

  /// Adds a problem inside a JWS, without corrections. Editing would break the signature.
  private mutating func add(_ problem: Diagnostic, at range: Range<Int>) {
    var diagnostic = problem.at(range)
    diagnostic.message = Self.inPayload + diagnostic.message
    diagnostic.replacements = []
    let rules: [InputRule] = [.invalidInteger, .wrongType]
    if rules.contains(where: { $0.rawValue == diagnostic.rule }) { diagnostic.hint = nil }
    diagnostics.append(diagnostic)
  }

  private mutating func readRecord(
    _ value: JSONValue, _ status: SubscriptionStatus?, at range: Range<Int>
  ) {
    func has(_ keys: StaticString...) -> Bool { keys.contains { value.given($0) != nil } }
    if has("transactionId", "type", "purchaseDate") {
      if let transaction = StoreTransaction(value, status, in: source, at: range, &problems) {
        transactions.append(transaction)
      }
    } else if has("autoRenewProductId", "autoRenewStatus", "renewalDate") {
      if let renewal = StoreRenewal(value, status, in: source, at: range, &problems) {
        renewals.append(renewal)
      }
    } else {
      let place = signedText == nil ? "" : Self.inPayload
      diagnostics.append(
        Diagnostic(
          .error, rule: InputRule.missingKey.rawValue,
          message: "\(place)found neither a transaction nor a renewal info record",
          hint: """
            a transaction has the key 'transactionId', a renewal info record has \
            'autoRenewProductId'
            """, range: range))
    }
  }
}

extension SourceText {
  fileprivate var trimmedLines: [Range<Int>] {
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    return bytes[start...].split { $0 == 0x0A || $0 == 0x0D }.compactMap { line in
      guard let first = line.firstIndex(where: { !isSpace($0) }),
        let last = line.lastIndex(where: { !isSpace($0) })
      else { return nil }
      return first..<last + 1
    }
  }
}
