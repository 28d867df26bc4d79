import FlintModel
import FlintLogic

/// Must agree with `evaluate`.
extension PageRequests {
  func requests(for expression: PurchaseExpression) -> [PageRequest] {
    let isMissing = PageCondition.no(meaning(expression))
    let excluding = NextStep.Subject.constraint(.init(.purchase(expression), in: manifest))
    let isExcluded = PageCondition.all([isMissing, purchaseOptions(of: expression).isExcluded])
    var requests = [ask(.explainExcluded, excluding, isExcluded)]
    requests += offers(of: expression, where: isMissing)
    addAwaited(expression, where: .unknown(meaning(expression)), to: &requests)
    return requests
  }

  private func meaning(_ expression: PurchaseExpression) -> Formula {
    manifest.meaning(of: .purchase(expression), in: nil)
  }

  private func offers(
    of expression: PurchaseExpression, where isWanted: PageCondition
  ) -> [PageRequest] {
    let isWanted = isWanted.shared
    func offer(_ product: Int) -> [PageRequest] {
      let isDue = PageCondition.yes(
        manifest.status(of: product, TruthTable { Ternary($0.isPaymentDue) }))
      return [
        ask(.updatePayment, .product(product), .all([isWanted, isDue])),
        ask(.offerPurchase, .product(product), .all([isWanted, .not(isDue)])),
      ]
    }
    func any(_ alternatives: [[PageRequest]]) -> [PageRequest] {
      [PageRequest(content: .anyOf(alternatives), when: .always)]
    }
    func offers(_ operand: PurchaseExpression) -> [PageRequest] {
      self.offers(of: operand, where: .all([isWanted, .no(meaning(operand))]))
    }
    switch expression {
    case .product(let product, let statuses):
      return statuses.acceptsPurchase ? offer(product) : []
    case .group(let group, let level, let statuses):
      guard statuses.acceptsPurchase else { return [] }
      return any(manifest.products(of: group, atLeast: level).map { offer($0) })
    case .credits(let product, let quantity):
      let isEnough = PageCondition.credits(product, atLeast: quantity)
      return [
        ask(.spendCredits, .product(product), .all([isWanted, isEnough])),
        ask(.offerPurchase, .product(product), .all([isWanted, .not(isEnough)])),
      ]
    case .anyOf(let operands): return any(operands.map { offers($0) })
    case .allOf(let operands): return operands.flatMap { offers($0) }
    }
  }

  private func addAwaited(
    _ expression: PurchaseExpression, where isWanted: PageCondition,
    to requests: inout [PageRequest]
  ) {
    let isWanted = isWanted.shared
    switch expression {
    case .product(let product, _):
      requests.append(ask(.waitForPurchaseStatus, .product(product), isWanted))
    case .credits: break
    case .group(let group, let level, let statuses):
      for product in manifest.products(of: group, atLeast: level) {
        let isUnknown = PageCondition.unknown(meaning(.product(product, in: statuses)))
        requests.append(
          ask(.waitForPurchaseStatus, .product(product), .all([isWanted, isUnknown])))
      }
    case .anyOf(let operands), .allOf(let operands):
      for operand in operands {
        addAwaited(operand, where: .all([isWanted, .unknown(meaning(operand))]), to: &requests)
      }
    }
  }

  /// `isExcluded`: buying cannot satisfy it. `isOpen`: buying, or a status, could.
  private func purchaseOptions(
    of expression: PurchaseExpression
  ) -> (isExcluded: PageCondition, isOpen: PageCondition) {
    let isMissing = PageCondition.not(.yes(meaning(expression))).shared
    switch expression {
    case .product(_, let statuses), .group(_, _, let statuses):
      return statuses.acceptsPurchase
        ? (.never, isMissing) : (.no(meaning(expression)), .unknown(meaning(expression)))
    case .credits: return (.never, isMissing)
    case .allOf(let operands):
      let options = operands.map { purchaseOptions(of: $0) }
      return (
        PageCondition.all([isMissing, .any(options.map(\.isExcluded))]).shared,
        PageCondition.all([isMissing, .any(options.map(\.isOpen))]).shared
      )
    case .anyOf(let operands):
      let options = operands.map { purchaseOptions(of: $0) }
      let ways = options.map { PageCondition.all([$0.isOpen, .not($0.isExcluded)]) }
      return (
        PageCondition.all([isMissing, .any(options.map(\.isExcluded)), .not(.any(ways))]).shared,
        PageCondition.all([isMissing, .any(options.map(\.isOpen))]).shared
      )
    }
  }
}
