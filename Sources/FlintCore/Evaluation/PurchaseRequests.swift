// What can be done about a purchase that is missing.

extension Evaluator {
  /// Asks for what would end a purchase that is not there, or tell whether it is.
  func forEachRequest(of expression: PurchaseExpression, _ ask: Request) {
    guard truth(of: expression) == .no else {
      for product in awaited(expression) { ask(.waitForPurchaseStatus, .product(product)) }
      return
    }
    if outlook(of: expression).isExcluded {
      ask(.explainExcluded, .constraint(.init(.purchase(expression), in: manifest)))
    }
    let offers = offers(expression)
    let unpaid = Set(offers.filter { $0.action == .updatePayment }.map(\.product))
    // Nobody buys again what only waits for its payment.
    for (action, product) in offers where action != .offerPurchase || !unpaid.contains(product) {
      ask(action, .product(product))
    }
  }

  /// What could be had from the false operands of a false purchase.
  private func offers(
    _ expression: PurchaseExpression
  ) -> [(action: NextStep.Action, product: Int)] {
    func offers(_ products: [Int], _ statuses: [PurchaseStatus]?) -> [(NextStep.Action, Int)] {
      guard statuses.acceptsPurchase else { return [] }
      return products.map { product in
        switch state.status(of: product) {
        case .inBillingRetry, .inGracePeriod: (.updatePayment, product)
        case .purchased, .notPurchased, .unknown, .pending, .revoked, .expired, nil:
          (.offerPurchase, product)
        }
      }
    }
    switch expression {
    case .product(let product, let statuses): return offers([product], statuses)
    case .group(let group, let level, let statuses):
      return offers(manifest.products(of: group, atLeast: level), statuses)
    case .credits(let product, let quantity):
      let isEnough = state.credits(of: product) >= quantity
      return [(isEnough ? .spendCredits : .offerPurchase, product)]
    case .anyOf(let operands), .allOf(let operands):
      return operands.filter { truth(of: $0) == .no }.flatMap { self.offers($0) }
    }
  }

  /// The products that an unknown purchase waits for.
  private func awaited(_ expression: PurchaseExpression) -> [Int] {
    switch expression {
    case .product(let product, _): return [product]
    case .credits: return []
    case .group(let group, let level, let statuses):
      return manifest.products(of: group, atLeast: level).filter { product in
        state.status(of: product).map { statuses.truth(of: $0) } == .unknown
      }
    case .anyOf(let operands), .allOf(let operands):
      return operands.filter { truth(of: $0) == .unknown }.flatMap { awaited($0) }
    }
  }

  /// Whether buying would not do, of which nobody is told where an alternative is open; and whether something can be offered
  /// or awaited.
  private func outlook(
    of expression: PurchaseExpression
  ) -> (isExcluded: Bool, isOpen: Bool) {
    let truth = truth(of: expression)
    if truth == .yes { return (false, false) }
    switch expression {
    case .product(_, let statuses), .group(_, _, let statuses):
      let isAccepted = statuses.acceptsPurchase
      return (truth == .no && !isAccepted, truth == .unknown || isAccepted)
    case .credits: return (false, true)
    case .allOf(let operands):
      let outlooks = operands.map { outlook(of: $0) }
      return (outlooks.contains { $0.isExcluded }, outlooks.contains { $0.isOpen })
    case .anyOf(let operands):
      let outlooks = operands.map { outlook(of: $0) }
      let hasWay = outlooks.contains { $0.isOpen && !$0.isExcluded }
      return (!hasWay && outlooks.contains { $0.isExcluded }, outlooks.contains { $0.isOpen })
    }
  }
}
