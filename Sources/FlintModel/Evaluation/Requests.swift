// The actions for a constraint that is not satisfied.

/// A closure that receives an action of the app that could help to satisfy a constraint, such as offering a purchase.
/// `part` is what the action applies to: one subject, such as the product to offer, or a reference to all subjects that
/// are stored for another feature or a named condition.
typealias Request = (_ action: NextStep.Action, _ part: RequestedStep.Part) -> Void

extension Evaluator {
  /// Calls `ask` with each action that could help to satisfy one constraint, such as a permission request, and with the
  /// subject of the action. Does nothing if the constraint is satisfied or does not apply.
  func forEachRequest(
    of evaluation: ConstraintEvaluation, of context: ConstraintContext, _ ask: Request
  ) {
    guard evaluation.status.truth != .yes else { return }
    if let guarding = unknownsInGuard(of: evaluation, of: context) {
      for constraint in guarding { forEachRequest(of: constraint, of: context.inGuard, ask) }
      return
    }
    switch evaluation.constraint {
    case .requirement(.platform(_, let versions)):
      let (action, subject) = versions.request(at: state.osVersion, on: state.platform)
      ask(action, .subject(subject))
    case .requirement(.platforms(let platforms)):
      let current = platforms.filter { $0.platform == state.platform }
      let isTooLow = current.contains { $0.versions?.position(of: state.osVersion) == .tooLow }
      ask(
        isTooLow ? .upgradeOS : .explainUnsupported,
        .subject(
          isTooLow || current.isEmpty
            ? .platform(state.platform) : .tooNewVersion(of: state.platform))
      )
    case .requirement(.device(let requirement)):
      let action = request(for: requirement)
      ask(action, .subject(requirement.subject(of: action)))
    case .requirement(.runtimeEnabled):
      guard let feature = context.feature else { return }
      let isKnown = state.runtimeFlag(of: feature) != .unknown
      ask(isKnown ? .notEnabled : .waitForStatus, .subject(.feature(feature)))
    case .requirement(.userToggled):
      if let feature = context.feature {
        ask(.enableToggle, .subject(.feature(feature)))
      }
    case .requirement(.permission(let requirement)):
      let action = request(for: requirement)
      ask(
        action,
        action == .explainExcluded
          ? .subject(.constraint(.init(evaluation.constraint, in: manifest)))
          : .subject(.permission(requirement.permission)))
    case .requirement(.purchase(let expression)): forEachRequest(of: expression, ask)
    case .requirement(.attribute(let requirement)): requestValue(requirement, ask)
    case .requirement(.rollout(let requirement)):
      let isAssigned = state.bucket(requirement.bucket) != nil || requirement.percent == .zero
      ask(isAssigned ? .notEnabled : .waitForStatus, .subject(.bucket(requirement.bucket)))
    case .feature(let feature):
      known[.feature(feature)]?.request.forEach(as: .request(of: .feature(feature)), ask)
    case .condition(let condition):
      known[.condition(condition)]?.request.forEach(as: .request(of: .condition(condition)), ask)
    case .allOf:
      for operand in evaluation.operands {
        for constraint in operand { forEachRequest(of: constraint, of: context, ask) }
      }
    case .anyOf: requestAlternative(evaluation.operands, of: context, ask)
    case .not: requestNegation(of: evaluation.operands[0], of: context.inNot, ask)
    }
  }

  // MARK: Alternatives and negations

  /// Calls `ask` with the actions for the most promising alternatives of an `anyOf`.
  ///
  /// Of the alternatives with the same truth value as the whole `anyOf`, the most promising ones are those whose first
  /// action has the highest ``NextStep/Action/rankAmongAlternatives``.
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

  /// Calls `ask` with the actions that could make a `not` true, if it is false or unknown. `constraints` are the
  /// evaluated constraints inside the `not`, whose logical AND is the negated condition.
  ///
  /// If the condition is unknown, the actions are those that could determine whether it is true. If the condition is
  /// true, making one of its constraints false is enough. `ask` then receives only the actions that come last in the
  /// order of ``NextStep/Action``. That order begins with mere explanations to the user and ends with actions that the
  /// user can take at once, such as changing a setting, so the last ones are the most convenient.
  private func requestNegation(
    of constraints: [ConstraintEvaluation], of context: ConstraintContext, _ ask: Request
  ) {
    guard constraints.allSatisfy({ $0.status.truth == .yes }) else {
      for constraint in constraints where constraint.status == .notDetermined {
        forEachAwaited(of: constraint, of: context, ask)
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

  /// Calls `ask` with each action for an unknown constraint inside a `not`. A permission request is replaced by waiting
  /// for the permission's status; see ``NextStep/Action/awaited``.
  func forEachAwaited(
    of evaluation: ConstraintEvaluation, of context: ConstraintContext, _ ask: Request
  ) {
    guard evaluation.status.truth != .yes else { return }
    if let guarding = unknownsInGuard(of: evaluation, of: context) {
      for constraint in guarding { forEachAwaited(of: constraint, of: context.inGuard, ask) }
      return
    }
    switch evaluation.constraint {
    case .feature(let feature):
      known[.feature(feature)]?.awaited.forEach(as: .awaited(of: .feature(feature)), ask)
    case .condition(let condition):
      known[.condition(condition)]?.awaited.forEach(as: .awaited(of: .condition(condition)), ask)
    case .allOf:
      for operand in evaluation.operands {
        for constraint in operand { forEachAwaited(of: constraint, of: context, ask) }
      }
    case .requirement, .anyOf, .not:
      forEachRequest(of: evaluation, of: context) { action, part in ask(action.awaited, part) }
    }
  }

  /// Returns the undetermined constraints in the guard (condition) of the given constraint's conditional block. They
  /// must be determined first, to know whether the constraint applies. Nil means that the guard is not unknown; see
  /// ``ConstraintEvaluation/hasUnknownGuard``.
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
  /// The date to wait for, or else the tested fact.
  package func subject(of action: NextStep.Action) -> NextStep.Subject {
    guard action == .waitForDate, case .range(.dates(let range)) = accepted,
      let first = range.atLeast
    else { return .device(fact) }
    return .moment(first)
  }
}

extension AttributeRequirement {
  /// The age to wait for, or else the attribute.
  package func subject(of action: NextStep.Action) -> NextStep.Subject {
    guard action == .waitForValue, case .age(let range) = accepted, let first = range.atLeast
    else { return .attribute(attribute) }
    return .age(attribute, seconds: first.seconds)
  }
}

extension PermissionRequirement {
  /// Returns the action for a status that does not satisfy the requirement; nil for
  /// ``SystemPermissionStatus/unsupported``, for which it depends on the platform.
  package func action(at status: SystemPermissionStatus) -> NextStep.Action? {
    let others = accepted.filter { SystemPermissionStatus.granting.contains($0) && $0 != status }
    switch status {
    case .notDetermined: return .requestPermission
    case .restricted: return .explainRestricted
    case .unsupported: return nil
    // Notifications that are delivered quietly leave the prompt to the app.
    case .provisional where others.contains(.authorized): return .requestPermission
    case .authorized, .denied, .writeOnly, .limited, .reducedAccuracy, .provisional, .ephemeral:
      return others.isEmpty ? .explainExcluded : .openSettings
    }
  }
}

extension Manifest {
  /// Returns the action, with its subject, that could make a satisfied constraint false, and thereby satisfy a `not`
  /// that contains it. For a toggle that is on, for example, the user can change it.
  ///
  /// - Parameter feature: The index of the feature that declares the constraint; nil if the constraint belongs to no
  ///   feature, as in a named condition.
  package func end(
    of constraint: Constraint, in feature: Int?
  ) -> (action: NextStep.Action, subject: NextStep.Subject) {
    switch constraint {
    case .requirement(.attribute(let requirement)):
      switch attributes[requirement.attribute].owner {
      case .user: return (.changeAttribute, .attribute(requirement.attribute))
      case .developer: return (.notEnabled, .attribute(requirement.attribute))
      case .environment: break
      }
    case .requirement(.rollout(let requirement)): return (.notEnabled, .bucket(requirement.bucket))
    case .requirement(.runtimeEnabled): if let feature { return (.notEnabled, .feature(feature)) }
    case .requirement(.userToggled):
      if let feature { return (.changeAttribute, .feature(feature)) }
    case .requirement, .feature, .condition, .allOf, .anyOf, .not:
      break
    }
    return (.explainExcluded, .constraint(.init(constraint, in: self)))
  }
}

extension PlatformVersionConstraint {
  /// Returns the action of the app for an installed platform version that this constraint does not accept, with its
  /// subject: an upgrade of the platform if the version is too low, otherwise an explanation to the user.
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
  /// The action that replaces this one if its constraint is inside a `not`: the app does not request a permission that
  /// must not be granted, but waits for the permission's status. All other actions remain the same.
  package var awaited: NextStep.Action { self == .requestPermission ? .waitForStatus : self }

  /// The rank of the action when the app has to choose one alternative of an `anyOf`: the alternative whose action has
  /// the highest rank is chosen. The ranks follow the order of the cases, from an explanation to a permission request,
  /// with two exceptions: updating the payment method is preferred to spending credits, and spending credits to a
  /// purchase.
  package var rankAmongAlternatives: UInt8 {
    switch self {
    case .updatePayment: NextStep.Action.offerPurchase.rawValue
    case .offerPurchase: NextStep.Action.updatePayment.rawValue
    case .explainUnsupported, .explainExcluded, .explainRestricted, .upgradeOS, .upgradeApp,
      .waitForDate, .waitForValue, .notEnabled, .waitForStatus, .spendCredits,
      .waitForPurchaseStatus, .enableToggle, .changeAttribute, .openSettings, .requestPermission:
      rawValue
    }
  }
}
