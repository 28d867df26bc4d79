package import FlintCore
package import FlintManifest
package import FlintText

/// The purchases of a user, as determined from App Store records. Each product has a status, an end date or a number of
/// credits.
package struct StorePurchases {
  enum PurchaseState {
    case status(PurchaseStatus)
    /// The product is a subscription that ends at this date.
    case until(DateTime)
    case credits(Int64)
  }

  /// The user's purchases, in the order in which their products first occur in the App Store records.
  private(set) var holdings: [(product: String, holding: PurchaseState)] = []

  /// The products whose latest purchase was after the date that was passed to ``init(_:on:)``, with the date of the
  /// latest purchase. The App Store records do not show reliably whether the user had these products at the date that
  /// was passed.
  package private(set) var purchasedLater: [(product: String, date: DateTime)] = []

  /// Combines the App Store records of several files into one purchase for each product.
  ///
  /// - Parameters:
  ///   - files: The files of records, which are read as if they were one file.
  ///   - date: The date for which the status of active subscriptions is determined: `purchased` if a subscription ends
  ///     after this date, and `expired` otherwise. If nil, the result contains the end dates instead.
  ///
  /// - Throws: An error if a sum of credits exceeds 64 bits.
  package init(_ files: [StoreRecords], on date: DateTime?) throws(InvalidInput) {
    let transactions = ByProduct(Self.current(files.flatMap(\.transactions)), \.product)
    let renewals = ByProduct(files.flatMap(\.renewals), \.product)
    for (product, transactions) in zip(transactions.products.names, transactions.records) {
      do throws(CreditOverflow) {
        let holding = try Self.holding(of: transactions, renewals[product], on: date)
        if let holding { holdings.append((product, holding)) }
      } catch {
        throw Self.problem(with: error.transaction, in: files)
      }
      if let date, let milliseconds = Self.last(transactions)?.purchaseDate,
        let purchased = DateTime(seconds: milliseconds / 1000), date < purchased
      {
        purchasedLater.append((product, purchased))
      }
    }
    for (product, renewals) in zip(renewals.products.names, renewals.records) {
      guard transactions[product].isEmpty, let last = Self.last(renewals) else { continue }
      let status = last.status.map(Self.status) ?? Self.status(of: last)
      holdings.append(
        (product, status.map { .status($0) } ?? Self.active(until: last.renewalDate, on: date)))
    }
  }

  private struct CreditOverflow: Error {
    let transaction: StoreTransaction
  }

  /// Returns the error that the sum of a product's credits exceeds 64 bits, located at the transaction that makes the
  /// sum too large.
  private static func problem(
    with transaction: StoreTransaction, in files: [StoreRecords]
  ) -> InvalidInput {
    let file = files.last { file in
      file.transactions.contains {
        $0.range == transaction.range && $0.id.isSame(as: transaction.id)
          && $0.signedDate == transaction.signedDate
      }
    }
    return InvalidInput(
      (file ?? files[0]).source,
      [
        Diagnostic(
          .error, rule: ImportRule.invalidRecord.rawValue,
          message: "the credits of '\(transaction.product)' add up to more than \(Int64.max)",
          range: transaction.range)
      ])
  }

  /// App Store records grouped by product. The groups are in the order in which the products first occur.
  private struct ByProduct<Record> {
    private(set) var products = NameIndex()
    private(set) var records: [[Record]] = []

    init(_ records: [Record], _ product: (Record) -> String) {
      for record in records {
        let (index, isNew) = products.insert(product(record))
        if isNew { self.records.append([]) }
        self.records[index].append(record)
      }
    }

    subscript(product: String) -> [Record] {
      products.index(of: product).map { records[$0] } ?? []
    }
  }

  // MARK: Selecting records

  /// Of several records of the same transaction, returns only the one with the latest signing date; if several have
  /// this date, the last one.
  private static func current(_ records: [StoreTransaction]) -> [StoreTransaction] {
    var ids = NameIndex()
    var current: [Int] = []
    for (position, record) in records.enumerated() {
      let (index, isNew) = ids.insert(record.id)
      if isNew {
        current.append(position)
      } else if (record.signedDate ?? -1) >= (records[current[index]].signedDate ?? -1) {
        current[index] = position
      }
    }
    return current.sorted().map { records[$0] }
  }

  /// Returns the renewal info record (data about the next renewal of a subscription) with the latest signing date; if
  /// several have this date, the last one.
  private static func last(_ renewals: [StoreRenewal]) -> StoreRenewal? {
    renewals.reduce(nil) { last, next in
      guard let last, (next.signedDate ?? -1) < (last.signedDate ?? -1) else { return next }
      return last
    }
  }

  /// Returns the transaction with the latest purchase date; if several have this date, the one with the latest signing
  /// date, and of several such transactions the last one.
  private static func last(_ transactions: [StoreTransaction]) -> StoreTransaction? {
    func order(_ transaction: StoreTransaction) -> (Int64, Int64) {
      (transaction.purchaseDate ?? -1, transaction.signedDate ?? -1)
    }
    return transactions.reduce(nil) { last, next in
      guard let last, order(next) < order(last) else { return next }
      return last
    }
  }

  // MARK: Interpreting records

  /// Returns the purchase of one product, as determined from its transactions and renewal info records. Only the latest
  /// transaction is used, except for a consumable, for which the credits of all transactions that are not revoked are
  /// added. Returns nil if there are no transactions.
  ///
  /// - Parameter renewals: The renewal info records (data about the next renewal) of the product, if it is a
  ///   subscription.
  private static func holding(
    of transactions: [StoreTransaction], _ renewals: [StoreRenewal], on date: DateTime?
  ) throws(CreditOverflow) -> PurchaseState? {
    guard let last = last(transactions) else { return nil }
    switch last.type {
    case .consumable:
      var credits: Int64 = 0
      for transaction in transactions
      where transaction.type == .consumable && !transaction.isRevoked {
        let (sum, overflow) = credits.addingReportingOverflow(transaction.quantity)
        if overflow { throw CreditOverflow(transaction: transaction) }
        credits = sum
      }
      return .credits(credits)
    case .nonConsumable: return .status(last.isRevoked ? .revoked : .purchased)
    case .autoRenewable, .nonRenewing:
      if last.isRevoked { return .status(.revoked) }
      if last.isUpgraded { return .status(.expired) }
      let status: PurchaseStatus?
      if let given = last.status {
        status = Self.status(given)
      } else {
        let matching = renewals.filter { renewal in
          isSame(renewal.originalID, last.originalID)
            && (renewal.signedDate ?? -1) >= (last.signedDate ?? -1)
        }
        status = Self.last(matching).flatMap { Self.status(of: $0) }
      }
      return status.map { .status($0) } ?? active(until: last.expiresDate, on: date)
    }
  }

  private static func isSame(_ one: String?, _ other: String?) -> Bool {
    guard let one, let other else { return false }
    return one.isSame(as: other)
  }

  /// Returns the purchase status that corresponds to the status of a subscription in the App Store. Returns nil if the
  /// subscription is active, because its purchase status then depends on its end date.
  private static func status(_ status: SubscriptionStatus) -> PurchaseStatus? {
    switch status {
    case .active: nil
    case .expired: .expired
    case .inBillingRetry: .inBillingRetry
    case .inGracePeriod: .inGracePeriod
    case .revoked: .revoked
    }
  }

  /// Returns the purchase status of a subscription, as determined from its renewal info record. Returns nil if the
  /// subscription is active, because its purchase status then depends on its end date.
  private static func status(of renewal: StoreRenewal) -> PurchaseStatus? {
    if renewal.isInBillingRetry {
      let isInGracePeriod =
        renewal.gracePeriodExpiresDate.map { $0 > renewal.signedDate ?? -1 } ?? false
      return isInGracePeriod ? .inGracePeriod : .inBillingRetry
    }
    return renewal.hasExpirationIntent ? .expired : nil
  }

  /// Returns the purchase of a subscription that is active according to the App Store. If `date` is nil, it is the end
  /// date of the subscription. Otherwise, it is the status at `date`: purchased, or expired if the subscription has
  /// ended by then.
  ///
  /// - Parameter end: The end date of the subscription in milliseconds since 1970, which is rounded up to seconds. If
  ///   it is nil, because the App Store record contains none, the status is purchased.
  private static func active(until end: Int64?, on date: DateTime?) -> PurchaseState {
    guard let end, let until = DateTime(seconds: end / 1000 + (end % 1000 == 0 ? 0 : 1)) else {
      return .status(.purchased)
    }
    guard let date else { return .until(until) }
    return .status(date < until ? .purchased : .expired)
  }

  /// A note that the signatures of the records were not verified. Each import of App Store records reports it.
  package static let note = Diagnostic(
    .note, rule: ImportRule.unverifiedSignature.rawValue,
    message: "the signatures of these records were not verified")

  // MARK: The state

  /// Writes a JSON file with a state that contains only these purchases.
  package func write(to sink: inout ByteSink) {
    var writer = JSONWriter(.pretty)
    writer.object { writer in
      writer.key("purchases")
      writer.object { writer in
        for (product, holding) in holdings {
          writer.key(named: product)
          switch holding {
          case .status(let status): writer.string(status.name)
          case .credits(let number): writer.int(number)
          case .until(let date):
            writer.object { $0.member("until", date.description) }
          }
        }
      }
    }
    writer.endLine()
    sink.append(writer.text)
  }
}
