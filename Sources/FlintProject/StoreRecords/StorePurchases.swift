package struct StorePurchases {
  /// Each product's status, credits or end date. Products are in the order in which records first
  /// name them.
  private(set) var holdings: [(product: String, holding: ProductHolding)] = []

  /// Products last bought after the date of ``init(_:on:)``, and the purchases' dates. The records
  /// do not reliably show whether the user had the products at the date of `init`.
  package private(set) var purchasedLater: [(product: String, date: DateTime)] = []

  /// Names of the records' environments other than `Production`, such as `Sandbox`.
  package private(set) var testEnvironments: [String]

  /// - Parameters:
  ///   - files: Read as if they were one file.
  ///   - date: The date of the statuses. Nil gives end dates of active subscriptions instead.
  /// - Throws: An error if the records are from several apps, or if a sum of credits exceeds 64
  ///   bits.
  package init(_ files: [StoreRecords], on date: DateTime?) throws(InvalidInput) {
    let origins = files.flatMap(\.origins)
    try Self.requireOneApp(origins)
    testEnvironments = NameIndex(origins.compactMap(\.environment)).names
      .filter { $0 != "Production" }
    let renewals = grouped(files.flatMap(\.renewals), by: \.product)
    var renewed: [ExactText: [StoreRenewal]] = [:]
    for renewals in renewals { renewed[ExactText(renewals[0].product)] = renewals }
    for transactions in grouped(Self.current(files.flatMap(\.transactions)), by: \.product) {
      let product = transactions[0].product
      let renewals = renewed.removeValue(forKey: ExactText(product)) ?? []
      if last(transactions)?.type == .consumable {
        holdings.append((product, .credits(try Self.credits(of: transactions))))
        continue
      }
      let purchases = grouped(transactions) {
        "\($0.originalID.utf8.count) \($0.originalID)\($0.ownership)"
      }
      let candidates = purchases.compactMap { transactions in
        let others = transactions.filter { !$0.isUpgraded }
        return last(others.isEmpty ? transactions : others).map { last in
          (holding: Self.holding(of: last, renewals, on: date), purchase: last)
        }
      }
      guard let best = candidates.max(by: { $0.holding.rank < $1.holding.rank }) else { continue }
      holdings.append((product, best.holding))
      if let date, let purchased = DateTime(seconds: best.purchase.purchaseDate / 1000),
        date < purchased
      {
        purchasedLater.append((product, purchased))
      }
    }
    for renewals in renewals where renewed[ExactText(renewals[0].product)] != nil {
      let candidates = grouped(renewals) { $0.originalID ?? "" }.compactMap { renewals in
        last(renewals).map { last in
          let status = last.status.map(\.purchaseStatus) ?? last.purchaseStatus
          return Self.holding(status, until: last.renewalDate, last, on: date)
        }
      }
      if let best = candidates.max(by: { $0.rank < $1.rank }) {
        holdings.append((renewals[0].product, best))
      }
    }
  }

  private static func requireOneApp(_ origins: [RecordOrigin]) throws(InvalidInput) {
    var first: String?
    for origin in origins {
      guard let bundleID = origin.bundleID else { continue }
      if let first, !first.isSame(as: bundleID) {
        throw origin.problem(
          "found records of the apps '\(first)' and '\(bundleID)'; expected one app",
          hint: "import the records of each app separately")
      }
      first = bundleID
    }
  }

  // MARK: Selecting records

  /// For each transaction id, the record signed last. Keeps the records' order.
  private static func current(_ records: [StoreTransaction]) -> [StoreTransaction] {
    grouped(Array(records.enumerated()), by: \.element.id)
      .compactMap { lastMaximum($0) { $0.element.signedDate < $1.element.signedDate } }
      .sorted { $0.offset < $1.offset }.map(\.element)
  }

  // MARK: Interpreting records

  private static func credits(of transactions: [StoreTransaction]) throws(InvalidInput) -> Int64 {
    var credits: Int64 = 0
    for transaction in transactions where transaction.type == .consumable && !transaction.isRevoked
    {
      let (sum, overflow) = credits.addingReportingOverflow(transaction.quantity)
      if overflow {
        throw transaction.origin.problem(
          "the credits of '\(transaction.product)' add up to more than \(Int64.max)")
      }
      credits = sum
    }
    return credits
  }

  private static func holding(
    of last: StoreTransaction, _ renewals: [StoreRenewal], on date: DateTime?
  ) -> ProductHolding {
    if last.isRevoked { return .status(.revoked) }
    if last.type == .nonConsumable { return .status(.purchased) }
    if last.isUpgraded { return .status(.expired) }
    let renewal = FlintProject.last(
      renewals.filter {
        $0.originalID?.isSame(as: last.originalID) == true && $0.signedDate >= last.signedDate
      })
    let status = last.status.map(\.purchaseStatus) ?? renewal?.purchaseStatus
    return holding(status, until: last.expiresDate, renewal, on: date)
  }

  /// - Parameters:
  ///   - status: Nil if the subscription is active.
  ///   - end: The end date in milliseconds since 1970.
  private static func holding(
    _ status: PurchaseStatus?, until end: Int64?, _ renewal: StoreRenewal?, on date: DateTime?
  ) -> ProductHolding {
    let holding: ProductHolding
    switch (status, end.flatMap(roundedUp), renewal?.gracePeriodExpiresDate.flatMap(roundedUp)) {
    case (nil, let end?, _): holding = .until(end)
    case (.inGracePeriod, let end, let graceEnd?):
      if let date, date >= graceEnd { return .status(.inBillingRetry) }
      guard let end, end < graceEnd else { return .status(.inGracePeriod) }
      holding = .until(end, graceUntil: graceEnd)
    case (let status, _, _): return .status(status ?? .purchased)
    }
    return date.flatMap { holding.status(at: $0) }.map { .status($0) } ?? holding
  }

  private static func roundedUp(_ milliseconds: Int64) -> DateTime? {
    DateTime(seconds: (milliseconds + 999) / 1000)
  }

  package static let note = ImportRule.unverifiedSignature.diagnostic(
    "the signatures of these records were not verified")

  /// Writes a state with these purchases.
  package func write(to sink: inout ByteSink) {
    sink.jsonLine(.pretty) { writer in
      writer.object { writer in
        writer.object("purchases") { writer in
          for (product, holding) in holdings {
            writer.key(named: product)
            StateWriter.write(holding, &writer)
          }
        }
      }
    }
  }
}

/// In the order in which keys first occur.
private func grouped<Record>(_ records: [Record], by key: (Record) -> String) -> [[Record]] {
  var keys = NameIndex()
  var groups: [[Record]] = []
  for record in records {
    let (index, isNew) = keys.insert(key(record))
    if isNew { groups.append([]) }
    groups[index].append(record)
  }
  return groups
}

private func lastMaximum<Record>(
  _ records: [Record], _ isBelow: (Record, Record) -> Bool
) -> Record? {
  records.reversed().max(by: isBelow)
}

private func last(_ renewals: [StoreRenewal]) -> StoreRenewal? {
  lastMaximum(renewals) { $0.signedDate < $1.signedDate }
}

private func last(_ transactions: [StoreTransaction]) -> StoreTransaction? {
  lastMaximum(transactions) {
    ($0.purchaseDate, $0.signedDate) < ($1.purchaseDate, $1.signedDate)
  }
}

extension ProductHolding {
  /// Sorts several purchases of a product; the highest counts, as Apple recommends. Someone whose
  /// own subscription has ended may still share the family's. Among equal statuses, the latest end
  /// date counts.
  fileprivate var rank: (Int, Int64) {
    let statuses: [PurchaseStatus] = [
      .revoked, .expired, .inBillingRetry, .inGracePeriod, .purchased,
    ]
    return switch self {
    case .status(let status): (statuses.firstIndex(of: status) ?? -1, .max)
    case .until(let end, nil): (4, end.seconds)
    case .until(_, let graceEnd?): (3, graceEnd.seconds)
    case .credits: (-1, 0)
    }
  }
}

extension StoreRenewal {
  /// Nil if active, because the status then depends on the end date.
  fileprivate var purchaseStatus: PurchaseStatus? {
    if isInBillingRetry {
      return gracePeriodExpiresDate ?? -1 > signedDate ? .inGracePeriod : .inBillingRetry
    }
    return hasExpirationIntent ? .expired : nil
  }
}
