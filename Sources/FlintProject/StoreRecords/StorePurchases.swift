package import FlintManifest
package import FlintModel
package import FlintText

package struct StorePurchases {
  /// In the order in which their products first occur in the records.
  private(set) var holdings: [(product: String, holding: ProductHolding)] = []

  /// The products whose holding is from a purchase after the date that was passed to ``init(_:on:)``, with the date of
  /// that purchase. The records do not show reliably whether the user had these products at the date that was passed.
  package private(set) var purchasedLater: [(product: String, date: DateTime)] = []

  /// Other environments than `Production`, such as `Sandbox`.
  package private(set) var testEnvironments: [String]

  /// Combines the App Store records of several files into one purchase for each product.
  ///
  /// - Parameters:
  ///   - files: The files of records, which are read as if they were one file.
  ///   - date: The date for which the status of active subscriptions is determined. If nil, the result contains their
  ///     end dates instead.
  ///
  /// - Throws: An error if the records are from several apps, or if a sum of credits exceeds 64 bits.
  package init(_ files: [StoreRecords], on date: DateTime?) throws(InvalidInput) {
    try Self.requireOneApp(files)
    testEnvironments = NameIndex(files.flatMap(\.origins).compactMap(\.environment)).names
      .filter { $0 != "Production" }
    let transactions = ByKey(Self.current(files.flatMap(\.transactions))) { [$0.product] }
    let renewals = ByKey(files.flatMap(\.renewals)) { [$0.product] }
    for (key, transactions) in transactions.groups {
      if Self.last(transactions)?.type == .consumable {
        do throws(CreditOverflow) {
          holdings.append((key[0], .credits(try Self.credits(of: transactions))))
        } catch {
          throw Self.problem(with: error.transaction, in: files)
        }
        continue
      }
      let purchases = ByKey(transactions) { [$0.originalID, $0.ownership] }.groups.compactMap {
        _, transactions in
        let others = transactions.filter { !$0.isUpgraded }
        return Self.last(others.isEmpty ? transactions : others)
      }
      let candidates = purchases.map { last in
        let matching = renewals[key].filter { renewal in
          renewal.originalID?.isSame(as: last.originalID) == true
            && (renewal.signedDate ?? -1) >= (last.signedDate ?? -1)
        }
        return (holding: Self.holding(of: last, Self.last(matching), on: date), purchase: last)
      }
      guard let best = Self.best(candidates, \.holding) else { continue }
      holdings.append((key[0], best.holding))
      if let date, let milliseconds = best.purchase.purchaseDate,
        let purchased = DateTime(seconds: milliseconds / 1000), date < purchased
      {
        purchasedLater.append((key[0], purchased))
      }
    }
    for (key, renewals) in renewals.groups where transactions[key].isEmpty {
      let candidates = ByKey(renewals) { [$0.originalID ?? ""] }.groups.compactMap { _, renewals in
        Self.last(renewals).map { last in
          Self.holding(
            last.status.map(Self.status) ?? Self.status(of: last), until: last.renewalDate, last,
            on: date)
        }
      }
      if let best = Self.best(candidates, \.self) { holdings.append((key[0], best)) }
    }
  }

  private static func requireOneApp(_ files: [StoreRecords]) throws(InvalidInput) {
    var first: String?
    for file in files {
      for origin in file.origins {
        guard let bundleID = origin.bundleID else { continue }
        guard let known = first, !known.isSame(as: bundleID) else {
          first = bundleID
          continue
        }
        let message = "found records of the apps '\(known)' and '\(bundleID)'; expected one app"
        throw InvalidInput(
          file.source,
          [
            Diagnostic(
              .error, rule: ImportRule.invalidRecord.rawValue, message: message,
              hint: "import the records of each app separately", range: origin.range)
          ])
      }
    }
  }

  private struct CreditOverflow: Error {
    let transaction: StoreTransaction
  }

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

  /// Records grouped by texts, such as the product, in the order in which these first occur.
  private struct ByKey<Record> {
    private(set) var groups: [(key: [String], records: [Record])] = []
    private var indices: [[ExactText]: Int] = [:]

    init(_ records: [Record], _ key: (Record) -> [String]) {
      for record in records {
        let key = key(record)
        let exact = key.map(ExactText.init)
        if let index = indices[exact] {
          groups[index].records.append(record)
        } else {
          indices[exact] = groups.count
          groups.append((key, [record]))
        }
      }
    }

    subscript(key: [String]) -> [Record] {
      indices[key.map(ExactText.init)].map { groups[$0].records } ?? []
    }
  }

  // MARK: Selecting records

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

  private static func last(_ renewals: [StoreRenewal]) -> StoreRenewal? {
    renewals.reduce(nil) { last, next in
      guard let last, (next.signedDate ?? -1) < (last.signedDate ?? -1) else { return next }
      return last
    }
  }

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

  private static func credits(
    of transactions: [StoreTransaction]
  ) throws(CreditOverflow) -> Int64 {
    var credits: Int64 = 0
    for transaction in transactions where transaction.type == .consumable && !transaction.isRevoked
    {
      let (sum, overflow) = credits.addingReportingOverflow(transaction.quantity)
      if overflow { throw CreditOverflow(transaction: transaction) }
      credits = sum
    }
    return credits
  }

  /// Returns the best holding, as Apple recommends: someone whose own subscription has ended may still share the
  /// family's. Of several that are equally good, the one that ends last is used.
  private static func best<Element>(
    _ elements: [Element], _ holding: (Element) -> ProductHolding
  ) -> Element? {
    let statuses: [PurchaseStatus] = [
      .revoked, .expired, .inBillingRetry, .inGracePeriod, .purchased,
    ]
    func rank(_ element: Element) -> (Int?, Int64) {
      switch holding(element) {
      case .status(let status): (statuses.firstIndex(of: status), .max)
      case .until(let end, nil): (statuses.firstIndex(of: .purchased), end.seconds)
      case .until(_, let graceEnd?): (statuses.firstIndex(of: .inGracePeriod), graceEnd.seconds)
      case .credits: (nil, 0)
      }
    }
    return elements.reduce(nil) { best, next in
      guard let best else { return next }
      let (old, new) = (rank(best), rank(next))
      return (old.0 ?? -1, old.1) < (new.0 ?? -1, new.1) ? next : best
    }
  }

  private static func holding(
    of last: StoreTransaction, _ renewal: StoreRenewal?, on date: DateTime?
  ) -> ProductHolding {
    if last.isRevoked { return .status(.revoked) }
    if last.type == .nonConsumable { return .status(.purchased) }
    if last.isUpgraded { return .status(.expired) }
    let status = last.status.map(Self.status) ?? renewal.flatMap(Self.status)
    return holding(status, until: last.expiresDate, renewal, on: date)
  }

  /// - Parameters:
  ///   - status: Nil if the subscription is active.
  ///   - end: In milliseconds since 1970.
  private static func holding(
    _ status: PurchaseStatus?, until end: Int64?, _ renewal: StoreRenewal?, on date: DateTime?
  ) -> ProductHolding {
    let holding: ProductHolding
    switch (status, end.flatMap(roundedUp), renewal?.gracePeriodExpiresDate.flatMap(roundedUp)) {
    case (nil, let end?, _): holding = .until(end)
    case (.inGracePeriod, let end?, let graceEnd?) where end < graceEnd:
      holding = .until(end, graceUntil: graceEnd)
    case (let status, _, _): return .status(status ?? .purchased)
    }
    return date.flatMap { holding.status(at: $0) }.map { .status($0) } ?? holding
  }

  private static func roundedUp(_ milliseconds: Int64) -> DateTime? {
    DateTime(seconds: milliseconds / 1000 + (milliseconds % 1000 == 0 ? 0 : 1))
  }

  /// Nil if the subscription is active, because its purchase status then depends on its end date.
  private static func status(_ status: SubscriptionStatus) -> PurchaseStatus? {
    switch status {
    case .active: nil
    case .expired: .expired
    case .inBillingRetry: .inBillingRetry
    case .inGracePeriod: .inGracePeriod
    case .revoked: .revoked
    }
  }

  /// Nil if the subscription is active, because its purchase status then depends on its end date.
  private static func status(of renewal: StoreRenewal) -> PurchaseStatus? {
    if renewal.isInBillingRetry {
      let isInGracePeriod =
        renewal.gracePeriodExpiresDate.map { $0 > renewal.signedDate ?? -1 } ?? false
      return isInGracePeriod ? .inGracePeriod : .inBillingRetry
    }
    return renewal.hasExpirationIntent ? .expired : nil
  }

  package static let note = Diagnostic(
    .note, rule: ImportRule.unverifiedSignature.rawValue,
    message: "the signatures of these records were not verified")

  // MARK: The state

  /// A state with these purchases.
  package func write(to sink: inout ByteSink) {
    var writer = JSONWriter(.pretty)
    writer.object { writer in
      writer.key("purchases")
      writer.object { writer in
        for (product, holding) in holdings {
          writer.key(named: product)
          StateWriter.write(holding, &writer)
        }
      }
    }
    writer.endLine()
    sink.append(writer.text)
  }
}
