import FlintLogic
import FlintModel

struct PageRequest {
  enum Content {
    case request(NextStep.Action, NextStep.Subject)

    /// Alternatives of which one is enough.
    indirect case anyOf([[PageRequest]])
  }

  let content: Content
  let when: PageCondition
}

/// Of constraints without operands. Must agree with `evaluate`.
struct PageRequests {
  let manifest: Manifest

  func requests(of constraint: Constraint, in feature: Int?) -> [PageRequest] {
    switch constraint {
    case .requirement(.platform(let platform, let versions)):
      let subject = NextStep.Subject.platform(platform)
      guard case .versions(let range) = versions else { return [ask(.explainUnsupported, subject)] }
      let isBelow = range.atLeast.map { Formula.test(.system(platform, .below($0))) }
      return upgrade(.upgradeOS, subject, isBelow, otherwise: .tooNewVersion(of: platform))
    case .requirement(.device(let requirement)): return requests(for: requirement)
    case .requirement(.runtimeEnabled):
      guard let feature else { return [] }
      let isUnknown = PageCondition.yes(manifest.runtimeFlag(of: feature, .only(.unknown)))
      return [
        ask(.waitForStatus, .feature(feature), isUnknown),
        ask(.notEnabled, .feature(feature), .not(isUnknown)),
      ]
    case .requirement(.userToggled): return feature.map { [ask(.enableToggle, .feature($0))] } ?? []
    case .requirement(.permission(let requirement)): return requests(for: requirement)
    case .requirement(.purchase(let expression)): return requests(for: expression)
    case .requirement(.attribute(let requirement)): return requests(for: requirement)
    case .requirement(.rollout(let requirement)):
      let bucket = requirement.bucket
      let isAssigned: PageCondition =
        requirement.percent == .zero ? .always : .yes(.test(.isGiven(.bucket(bucket))))
      return [
        ask(.notEnabled, .bucket(bucket), isAssigned),
        ask(.waitForStatus, .bucket(bucket), .not(isAssigned)),
      ]
    case .requirement(.platforms(let platforms)): return requests(for: platforms)
    case .feature, .condition, .allOf, .anyOf, .not: return []
    }
  }

  func ask(
    _ action: NextStep.Action, _ subject: NextStep.Subject, _ when: PageCondition = .always
  ) -> PageRequest {
    PageRequest(content: .request(action, subject), when: when)
  }

  /// Nil without a lower limit.
  private func upgrade(
    _ action: NextStep.Action, _ subject: NextStep.Subject, _ isBelow: Formula?,
    otherwise unsupported: NextStep.Subject? = nil
  ) -> [PageRequest] {
    let unsupported = unsupported ?? subject
    guard let isBelow else { return [ask(.explainUnsupported, unsupported)] }
    let isTooLow = PageCondition.yes(isBelow)
    return [ask(action, subject, isTooLow), ask(.explainUnsupported, unsupported, .not(isTooLow))]
  }

  private func requests(for requirement: DeviceRequirement) -> [PageRequest] {
    let fact = requirement.fact
    let (action, subject) = (fact.actionBelow, NextStep.Subject.device(fact))
    let awaited = requirement.subject(of: action)
    let isBelow = requirement.accepted.belowRange.map {
      manifest.device(DeviceRequirement(fact, $0))
    }
    guard fact.canBeAbsent else { return upgrade(action, awaited, isBelow, otherwise: subject) }
    let isKnown = PageCondition.yes(.test(.isGiven(.device(fact))))
    let isTooLow = isBelow.map { PageCondition.yes($0) } ?? .never
    return [
      ask(.waitForStatus, subject, .not(isKnown)),
      ask(action, awaited, .all([isKnown, isTooLow])),
      ask(.explainUnsupported, subject, .all([isKnown, .not(isTooLow)])),
    ]
  }

  private func requests(for requirement: PermissionRequirement) -> [PageRequest] {
    let permission = requirement.permission
    let subject = NextStep.Subject.permission(permission)
    // If the state itself contains a status for the permission, an OS upgrade does not change that status. Otherwise, a
    // later OS version may offer the permission.
    let isOfferedLater = PageCondition.all([
      .no(.test(.isGiven(.permission(permission)))), .no(.reference(.offered(permission))),
      .no(permission.isFree), manifest.isEverOffered(permission),
    ])
    return SystemPermissionStatus.allCases.flatMap { status -> [PageRequest] in
      let has = PageCondition.yes(.reference(.status(permission, .only(status))))
      guard let action = requirement.action(at: status) else {
        return [
          ask(.upgradeOS, subject, .all([has, isOfferedLater])),
          ask(.explainUnsupported, subject, .all([has, .not(isOfferedLater)])),
        ]
      }
      let excluding = NextStep.Subject.constraint(.init(.permission(requirement), in: manifest))
      return [ask(action, action == .explainExcluded ? excluding : subject, has)]
    }
  }

  private func requests(for platforms: [SupportedPlatform]) -> [PageRequest] {
    Platform.allCases.flatMap { platform in
      let isCurrent = PageCondition.yes(.test(.system(platform, nil)))
      let isTooLow = PageCondition.any(
        platforms.compactMap { supported in
          guard supported.platform == platform, let low = supported.versions?.atLeast else {
            return nil
          }
          return .yes(.test(.system(platform, .below(low))))
        })
      let isListed = platforms.contains { $0.platform == platform }
      return [
        ask(.upgradeOS, .platform(platform), .all([isCurrent, isTooLow])),
        ask(
          .explainUnsupported, isListed ? .tooNewVersion(of: platform) : .platform(platform),
          .all([isCurrent, .not(isTooLow)])),
      ]
    }
  }

  private func requests(for requirement: AttributeRequirement) -> [PageRequest] {
    let attribute = requirement.attribute
    let subject = NextStep.Subject.attribute(attribute)
    let owner = manifest.attributes[attribute].owner
    let isUnknown = PageCondition.yes(manifest.attribute(attribute, is: .unknown))
    var all: [PageRequest] = []
    var rest: [PageCondition] = []
    var isAge = false
    if case .age = requirement.accepted {
      isAge = true
      let noDate = PageCondition.all([.not(isUnknown), .no(.test(.isGiven(.date)))])
      all.append(ask(.waitForStatus, .device(.date), noDate))
      rest.append(.not(noDate))
    }
    if isAge || owner == .environment, let below = requirement.accepted.belowRange {
      let isBelow = PageCondition.all([
        .not(isUnknown),
        .yes(manifest.attribute(meeting: .init(attribute: attribute, accepted: below))),
      ])
      let awaited = requirement.subject(of: .waitForValue)
      all.append(ask(.waitForValue, awaited, .all(rest + [isBelow])))
      rest.append(.not(isBelow))
    }
    switch owner {
    case .user: all.append(ask(.changeAttribute, subject, .all(rest)))
    case .developer, .environment:
      all.append(ask(.waitForStatus, subject, .all(rest + [isUnknown])))
      let action: NextStep.Action = owner == .developer ? .notEnabled : .explainUnsupported
      all.append(ask(action, subject, .all(rest + [.not(isUnknown)])))
    }
    return all
  }
}

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
