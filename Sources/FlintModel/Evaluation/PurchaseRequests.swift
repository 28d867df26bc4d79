// The actions for a purchase requirement that is not satisfied.

extension Evaluator {
  /// Offers of a false requirement, after an explanation where buying cannot satisfy it; waiting
  /// for an unknown one.
  func forEachRequest(of expression: PurchaseExpression, _ ask: Request) {
    guard truth(of: expression) == .no else {
      for product in awaited(expression) {
        ask(.waitForPurchaseStatus, .subject(.product(product)))
      }
      return
    }
    if expression.canExclude, purchaseOptions(of: expression).isExcluded {
      ask(.explainExcluded, .subject(.constraint(.init(.purchase(expression), in: manifest))))
    }
    for action in [NextStep.Action.updatePayment, .spendCredits, .offerPurchase] {
      for part in offers(of: expression, as: action) { ask(action, part) }
    }
  }

  /// Returns the products that could help to satisfy a purchase requirement that is false, if the given action applies
  /// to them.
  private func offers(
    of expression: PurchaseExpression, as action: NextStep.Action
  ) -> [RequestedStep.Part] {
    func offer(of product: Int) -> [RequestedStep.Part] {
      let isDue = state.status(of: product)?.isPaymentDue == true
      return action == (isDue ? .updatePayment : .offerPurchase)
        ? [.subject(.product(product))] : []
    }
    switch expression {
    case .product(let product, let statuses):
      return statuses.acceptsPurchase ? offer(of: product) : []
    case .group(let group, let level, let statuses):
      guard statuses.acceptsPurchase else { return [] }
      return RequestedStep.Part.any(
        manifest.products(of: group, atLeast: level).map { offer(of: $0) })
    case .credits(let product, let quantity):
      let isEnough = state.credits(of: product) >= quantity
      return action == (isEnough ? .spendCredits : .offerPurchase)
        ? [.subject(.product(product))] : []
    case .anyOf(let operands):
      return RequestedStep.Part.any(
        operands.filter { truth(of: $0) == .no }.map { offers(of: $0, as: action) })
    case .allOf(let operands):
      return operands.filter { truth(of: $0) == .no }.flatMap { offers(of: $0, as: action) }
    }
  }

  /// Products whose status makes the requirement unknown.
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

  private func purchaseOptions(
    of expression: PurchaseExpression
  ) -> (isExcluded: Bool, isOpen: Bool) {
    let truth = truth(of: expression)
    if truth == .yes { return (false, false) }
    switch expression {
    case .product(_, let statuses), .group(_, _, let statuses):
      let isAccepted = statuses.acceptsPurchase
      return (truth == .no && !isAccepted, truth == .unknown || isAccepted)
    case .credits: return (false, true)
    case .anyOf(let operands), .allOf(let operands):
      var (isExcluded, isOpen, hasWay) = (false, false, false)
      for operand in operands {
        let purchaseOptions = purchaseOptions(of: operand)
        isExcluded = isExcluded || purchaseOptions.isExcluded
        isOpen = isOpen || purchaseOptions.isOpen
        hasWay = hasWay || (purchaseOptions.isOpen && !purchaseOptions.isExcluded)
      }
      if case .anyOf = expression, hasWay { isExcluded = false }
      return (isExcluded, isOpen)
    }
  }
}

extension PurchaseExpression {
  /// Whether a part accepts only statuses other than `purchased`.
  fileprivate var canExclude: Bool {
    switch self {
    case .product(_, let statuses), .group(_, _, let statuses): !statuses.acceptsPurchase
    case .credits: false
    case .anyOf(let operands), .allOf(let operands): operands.contains { $0.canExclude }
    }
  }
}
