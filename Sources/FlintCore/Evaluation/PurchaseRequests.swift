// The actions for a missing purchase.

extension Evaluator {
  /// Calls `ask` with each action that could satisfy a missing purchase or, for an unknown one, determine its status.
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
    forEachOffer(of: expression) { ask($0, .subject(.product($1))) }
  }

  /// Calls `offer` for each product that could satisfy a false operand of a false purchase.
  private func forEachOffer(
    of expression: PurchaseExpression, _ offer: (_ action: NextStep.Action, _ product: Int) -> Void
  ) {
    func offerPurchase(of product: Int) {
      switch state.status(of: product) {
      // A product whose payment is due need not be bought again.
      case .inBillingRetry, .inGracePeriod: offer(.updatePayment, product)
      case .purchased, .notPurchased, .unknown, .pending, .revoked, .expired, nil:
        offer(.offerPurchase, product)
      }
    }
    switch expression {
    case .product(let product, let statuses):
      if statuses.acceptsPurchase { offerPurchase(of: product) }
    case .group(let group, let level, let statuses):
      guard statuses.acceptsPurchase else { return }
      for product in manifest.products(of: group, atLeast: level) { offerPurchase(of: product) }
    case .credits(let product, let quantity):
      let isEnough = state.credits(of: product) >= quantity
      offer(isEnough ? .spendCredits : .offerPurchase, product)
    case .anyOf(let operands), .allOf(let operands):
      for operand in operands where truth(of: operand) == .no {
        forEachOffer(of: operand, offer)
      }
    }
  }

  /// Returns the products whose status decides an unknown purchase.
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

  /// Returns the options for satisfying a purchase that is not true.
  ///
  /// `isExcluded` reports whether buying cannot satisfy some required part; it is false if another alternative is
  /// possible. `isOpen` reports whether a product can be offered or its status awaited.
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
  /// Whether the expression contains a requirement that buying cannot satisfy.
  fileprivate var canExclude: Bool {
    switch self {
    case .product(_, let statuses), .group(_, _, let statuses): !statuses.acceptsPurchase
    case .credits: false
    case .anyOf(let operands), .allOf(let operands): operands.contains { $0.canExclude }
    }
  }
}
