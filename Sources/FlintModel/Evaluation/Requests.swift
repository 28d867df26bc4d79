// The actions for a constraint that is not satisfied.

/// Receives an action and one of its subjects, or a reference to all.
typealias Request = (_ action: NextStep.Action, _ part: RequestedStep.Part) -> Void

extension Evaluator {
  /// Passes the actions that the constraint needs to `ask`. None if it is satisfied or inactive.
  /// - Parameter isAwaited: Whether it is unknown inside a `not`; see ``NextStep/Action/awaited``.
  func forEachRequest(
    of evaluation: ConstraintEvaluation, of context: ConstraintContext, isAwaited: Bool = false,
    _ ask: Request
  ) {
    guard evaluation.status.truth != .yes else { return }
    if let guarding = unknownsInGuard(of: evaluation, of: context) {
      for constraint in guarding {
        forEachRequest(of: constraint, of: context.inGuard, isAwaited: isAwaited, ask)
      }
      return
    }
    switch evaluation.constraint {
    case .feature(let feature): forward(.feature(feature), isAwaited, ask)
    case .condition(let condition): forward(.condition(condition), isAwaited, ask)
    case .allOf:
      for constraint in evaluation.operands.joined() {
        forEachRequest(of: constraint, of: context, isAwaited: isAwaited, ask)
      }
    case _ where isAwaited:
      forEachRequest(of: evaluation, of: context) { action, part in ask(action.awaited, part) }
    case .platform(_, let versions):
      let (action, subject) = versions.request(at: state.osVersion, on: state.platform)
      ask(action, .subject(subject))
    case .platforms(let platforms):
      let current = platforms.filter { $0.platform == state.platform }
      let isTooLow = current.contains { $0.versions?.position(of: state.osVersion) == .tooLow }
      ask(
        isTooLow ? .upgradeOS : .explainUnsupported,
        .subject(
          isTooLow || current.isEmpty
            ? .platform(state.platform) : .tooNewVersion(of: state.platform))
      )
    case .device(let requirement):
      let action = request(for: requirement)
      ask(action, .subject(requirement.subject(of: action)))
    case .runtimeEnabled:
      guard let feature = context.feature else { return }
      let isKnown = state.runtimeFlag(of: feature) != .unknown
      ask(isKnown ? .notEnabled : .waitForStatus, .subject(.feature(feature)))
    case .userToggled:
      if let feature = context.feature {
        ask(.enableToggle, .subject(.feature(feature)))
      }
    case .permission(let requirement):
      let action = request(for: requirement)
      ask(
        action,
        action == .explainExcluded
          ? .subject(.constraint(.init(evaluation.constraint, in: manifest)))
          : .subject(.permission(requirement.permission)))
    case .purchase(let expression): forEachRequest(of: expression, ask)
    case .attribute(let requirement): requestValue(requirement, ask)
    case .rollout(let requirement):
      let isAssigned = state.bucket(requirement.bucket) != nil || requirement.percent == .zero
      ask(isAssigned ? .notEnabled : .waitForStatus, .subject(.bucket(requirement.bucket)))
    case .anyOf: requestAlternative(evaluation.operands, of: context, ask)
    case .not: requestNegation(of: evaluation.operands[0], of: context.inNot, ask)
    }
  }

  private func forward(_ target: References.Target, _ isAwaited: Bool, _ ask: Request) {
    if isAwaited {
      known[target]?.awaited.forEach(as: .awaited(of: target), ask)
    } else {
      known[target]?.request.forEach(as: .request(of: target), ask)
    }
  }

  // MARK: Alternatives and negations

  private func requestAlternative(
    _ alternatives: [[ConstraintEvaluation]], of context: ConstraintContext, _ ask: Request
  ) {
    func truth(_ alternative: [ConstraintEvaluation]) -> Ternary {
      alternative.reduce(.yes) { $0 && $1.status.truth }
    }
    let whole = alternatives.reduce(Ternary.no) { $0 || truth($1) }
    let steps = alternatives.filter { truth($0) == whole }.map { alternative in
      var step = RequestedStep()
      for constraint in alternative {
        forEachRequest(of: constraint, of: context) { step.add($0, $1) }
      }
      return step
    }
    let latest = steps.compactMap(\.action).max {
      $0.rankAmongAlternatives < $1.rankAmongAlternatives
    }
    guard let latest else { return }
    let chosen = steps.filter { $0.action == latest }.map(\.parts)
    for part in RequestedStep.Part.any(chosen) { ask(latest, part) }
  }

  private func requestNegation(
    of constraints: [ConstraintEvaluation], of context: ConstraintContext, _ ask: Request
  ) {
    guard constraints.allSatisfy({ $0.status.truth == .yes }) else {
      for constraint in constraints where constraint.status == .notDetermined {
        forEachRequest(of: constraint, of: context, isAwaited: true, ask)
      }
      return
    }
    let ends = constraints.map { manifest.end(of: $0.constraint, in: context.feature) }
    let latest = ends.map(\.action).max()
    guard let latest else { return }
    let chosen = ends.filter { $0.action == latest }.map {
      [RequestedStep.Part.subject($0.subject)]
    }
    for part in RequestedStep.Part.any(chosen) { ask(latest, part) }
  }

  /// The unknown constraints in the guard; nil unless the guard is unknown.
  private func unknownsInGuard(
    of evaluation: ConstraintEvaluation, of context: ConstraintContext
  ) -> [ConstraintEvaluation]? {
    guard evaluation.hasUnknownGuard, let block = evaluation.block, let feature = context.feature
    else { return nil }
    let guarding = manifest.features[feature].conditional[block].condition
    return evaluations(of: guarding, of: context.inGuard).filter { $0.status == .notDetermined }
  }

  // MARK: One fact

  private func request(for requirement: DeviceRequirement) -> NextStep.Action {
    if state.value(of: requirement.fact) == nil { return .waitForStatus }
    return requirement.isTooLow(in: state) ? requirement.fact.actionBelow : .explainUnsupported
  }

  private func request(for requirement: PermissionRequirement) -> NextStep.Action {
    let permission = requirement.permission
    if let action = requirement.action(at: state.status(of: permission)) { return action }
    // A status that the state sets is final. Otherwise, a later version of the platform may offer the permission.
    let isGiven = state.given.permissions[permission] != nil
    return !isGiven && state.absence(of: permission) == .fromVersion
      ? .upgradeOS : .explainUnsupported
  }

  private func requestValue(_ requirement: AttributeRequirement, _ ask: Request) {
    let value = state.value(of: requirement.attribute)
    let owner = manifest.attributes[requirement.attribute].owner
    let isAge = if case .age = requirement.accepted { true } else { false }
    if isAge, value != .unknown, state.date == nil {
      return ask(.waitForStatus, .subject(.device(.date)))
    }
    let isUnknown = value == .unknown
    let below = requirement.accepted.belowRange.map {
      AttributeRequirement(attribute: requirement.attribute, accepted: $0)
    }
    let isBelow = below?.truth(of: value, at: state.date) == .yes
    let action: NextStep.Action =
      if isBelow, isAge || owner == .environment {
        .waitForValue
      } else {
        switch owner {
        case .user: .changeAttribute
        case .developer: isUnknown ? .waitForStatus : .notEnabled
        case .environment: isUnknown ? .waitForStatus : .explainUnsupported
        }
      }
    ask(action, .subject(requirement.subject(of: action)))
  }
}

extension DeviceRequirement {
  /// For ``NextStep/Action/waitForDate`` the date to wait for, otherwise the tested fact.
  package func subject(of action: NextStep.Action) -> NextStep.Subject {
    guard action == .waitForDate, let first = accepted.dateRange?.atLeast else {
      return .device(fact)
    }
    return .moment(first)
  }
}

extension AttributeRequirement {
  /// For ``NextStep/Action/waitForValue`` the age to wait for, if any, otherwise the attribute.
  package func subject(of action: NextStep.Action) -> NextStep.Subject {
    guard action == .waitForValue, case .age(let range) = accepted, let first = range.atLeast
    else { return .attribute(attribute) }
    return .age(attribute, seconds: first.seconds)
  }
}

extension PermissionRequirement {
  /// The action for a status that does not satisfy the requirement. Nil for
  /// ``SystemPermissionStatus/unsupported``, whose action depends on the platform.
  package func action(at status: SystemPermissionStatus) -> NextStep.Action? {
    let others = accepted.filter { SystemPermissionStatus.granting.contains($0) && $0 != status }
    if status == .unsupported { return nil }
    if status == .restricted { return .explainRestricted }
    // Notifications that are delivered quietly leave the prompt to the app.
    let canPrompt =
      status == .notDetermined || status == .provisional && others.contains(.authorized)
    if canPrompt { return .requestPermission }
    return others.isEmpty ? .explainExcluded : .openSettings
  }
}

extension Manifest {
  /// How to make a constraint inside a `not` false. An action that only explains if no other can.
  /// - Parameter feature: Nil in a named condition.
  package func end(
    of constraint: Constraint, in feature: Int?
  ) -> (action: NextStep.Action, subject: NextStep.Subject) {
    switch constraint {
    case .attribute(let requirement):
      switch attributes[requirement.attribute].owner {
      case .user: return (.changeAttribute, .attribute(requirement.attribute))
      case .developer: return (.notEnabled, .attribute(requirement.attribute))
      case .environment: break
      }
    case .rollout(let requirement): return (.notEnabled, .bucket(requirement.bucket))
    case .runtimeEnabled: if let feature { return (.notEnabled, .feature(feature)) }
    case .userToggled:
      if let feature { return (.changeAttribute, .feature(feature)) }
    default: break
    }
    return (.explainExcluded, .constraint(.init(constraint, in: self)))
  }
}

extension PlatformVersionConstraint {
  /// An upgrade if the version is too low, else an explanation.
  func request(
    at version: InstalledVersion, on platform: Platform
  ) -> (action: NextStep.Action, subject: NextStep.Subject) {
    switch self {
    case .any, .unsupported: (.explainUnsupported, .platform(platform))
    case .versions(let range):
      range.position(of: version) == .tooLow
        ? (.upgradeOS, .platform(platform)) : (.explainUnsupported, .tooNewVersion(of: platform))
    }
  }
}

extension NextStep.Action {
  /// The action inside a `not`, where a permission must not be requested.
  package var awaited: NextStep.Action { self == .requestPermission ? .waitForStatus : self }

  /// The action's rank as one of several alternatives; the highest is offered. Updating a payment
  /// ranks above spending credits, and that above a purchase.
  package var rankAmongAlternatives: NextStep.Action {
    switch self {
    case .updatePayment: .offerPurchase
    case .offerPurchase: .updatePayment
    default: self
    }
  }
}

extension Evaluator {
  /// The next step, then later ones, in the order of ``NextStep/Action``. Each constraint in the
  /// way requests its first action or, under an unknown guard, the action that determines the
  /// guard. Ends after a step that cannot lead to availability.
  package func steps(of evaluation: FeatureEvaluation) -> [NextStep] {
    guard let next = evaluation.nextStep else { return [] }
    guard next.action.canLeadToAvailability else { return [next] }
    var later: [NextStep.Action: RequestedStep] = [:]
    for (constraint, context) in obstacles(of: evaluation) {
      var first = RequestedStep()
      forEachRequest(of: constraint, of: context) { first.add($0, $1) }
      guard let action = first.action else { continue }
      if case .permission(let requirement) = constraint.constraint,
        action == .upgradeOS, state.given.defaults.permission == .notDetermined
      {
        // The newer version has the permission, but the user has not granted it yet.
        later[.requestPermission, default: RequestedStep()].add(
          .requestPermission, .subject(.permission(requirement.permission)))
      }
      guard action > next.action else { continue }
      for part in first.parts { later[action, default: RequestedStep()].add(action, part) }
    }
    var steps = [next]
    for (action, step) in later.sorted(by: { $0.key < $1.key }) {
      if let step = step.step(in: self) { steps.append(step) }
      if !action.canLeadToAvailability { break }
    }
    return steps
  }

  typealias Obstacle = (constraint: ConstraintEvaluation, context: ConstraintContext)

  /// The innermost constraints that keep a feature from being available.
  ///
  /// Lists the constraints inside an `allOf` or a reference instead of it. A constraint under an
  /// unknown guard remains, because the guard must be determined first. At most 32, because nobody
  /// would read a longer list.
  /// - Parameter opensAlternatives: Whether to list the constraints inside an `anyOf` instead of
  ///   it.
  func obstacles(
    of evaluation: FeatureEvaluation, opensAlternatives: Bool = false
  ) -> [Obstacle] {
    let limit = 32
    func openConstraints(of evaluation: FeatureEvaluation) -> [Obstacle] {
      (evaluation.blockers + undeterminedConstraints(of: evaluation)).map {
        ($0.constraint, ConstraintContext($0.feature))
      }
    }
    var found: [Obstacle] = []
    var seen: Set<Int> = [evaluation.feature]
    var rest = openConstraints(of: evaluation)[...]
    while let (constraint, context) = rest.popFirst(), found.count < limit {
      if constraint.hasUnknownGuard {
        found.append((constraint, context))
        continue
      }
      switch constraint.constraint {
      case .feature(let feature):
        guard seen.count < limit, seen.insert(feature).inserted else { continue }
        rest += openConstraints(of: evaluate(feature))
      case .anyOf where !opensAlternatives: found.append((constraint, context))
      case .allOf, .anyOf, .condition:
        let inner = context.inside(constraint.constraint)
        rest += constraint.operands.joined().filter(\.status.isOpen).map { ($0, inner) }
      default: found.append((constraint, context))
      }
    }
    return found
  }
}

// The actions for a purchase requirement that is not satisfied.

extension Evaluator {
  /// Passes offers to `ask`, or waiting if the requirement is unknown. Where buying cannot satisfy
  /// the requirement, an explanation comes first.
  func forEachRequest(of expression: PurchaseExpression, _ ask: Request) {
    guard truth(of: expression) == .no else {
      for product in awaited(expression) {
        ask(.waitForPurchaseStatus, .subject(.product(product)))
      }
      return
    }
    if expression.contains({ !$0.statuses.acceptsPurchase }),
      purchaseOptions(of: expression).isExcluded
    {
      ask(.explainExcluded, .subject(.constraint(.init(.purchase(expression), in: manifest))))
    }
    for action in [NextStep.Action.updatePayment, .spendCredits, .offerPurchase] {
      for part in offers(of: expression, as: action) { ask(action, part) }
    }
  }

  /// Products to which `action` applies and that could satisfy a false requirement.
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
