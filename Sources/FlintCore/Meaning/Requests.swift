/// Something that a constraint asks for while it is in the way.
package struct Request: Hashable, Sendable {
  package let action: NextStep.Action
  package let subject: NextStep.Subject

  /// Where it is asked for, presuming that the constraint is neither satisfied nor not active; never unknown.
  package let when: Formula

  init(_ action: NextStep.Action, _ subject: NextStep.Subject, when: Formula = .constant(.yes)) {
    self.action = action
    self.subject = subject
    self.when = when
  }

  fileprivate func only(where other: Formula) -> Request {
    Request(action, subject, when: .all([other, when]))
  }
}

/// What constraints ask for, as logic, beside what they mean. Like ``Formula``, it says once more what ``Evaluator`` says
/// directly, and is held to it.
extension Manifest {
  /// What a constraint of a feature asks for, in order; `block` is the conditional block that declares it, if any.
  package func requests(of constraint: Constraint, block: Int?, in feature: Int) -> [Request] {
    let own = requests(of: constraint, in: feature)
    guard let block else { return own }
    let guardian = features[feature].conditional[block].guardian
    // A guard that is not known asks to be known, and nobody asks for what may not be required.
    let isKnown = Formula.holds(meaning(of: guardian), .yes)
    let toBeKnown = guardian.attributes.flatMap { requirement in
      requests(of: requirement).map {
        $0.only(where: .all([.not(isKnown), .holds(attribute(meeting: requirement), .unknown)]))
      }
    }
    return own.map { $0.only(where: isKnown) } + toBeKnown
  }

  private func requests(of constraint: Constraint, in feature: Int) -> [Request] {
    switch constraint {
    case .platform(_, .any): return []
    case .platform(let platform, .unsupported):
      return [Request(.explainUnsupported, .platform(platform))]
    case .platform(let platform, .versions(let range)):
      return upgrade(.upgradeOS, .platform(platform), range) { .test(.system(platform, $0)) }
    case .appVersion(let range):
      return upgrade(.upgradeApp, .appVersion, range) { appVersion(in: $0) }
    case .runtimeEnabled:
      return [
        Request(
          .waitForStatus, .feature(feature), when: runtimeFlag(of: feature, .only(.unknown))),
        Request(.notEnabled, .feature(feature), when: runtimeFlag(of: feature, .only(.no))),
      ]
    case .userToggled: return [Request(.enableToggle, .feature(feature))]
    case .permission(let permission): return requests(for: permission)
    case .purchase(let expression):
      return [Ternary.no, .unknown].flatMap { truth in
        requests(of: expression, where: truth, within: [])
      }
    case .attribute(let requirement): return requests(of: requirement)
    }
  }

  /// For an upgrade where a version is below a range, to be told that nothing can be done where it is above.
  private func upgrade(
    _ action: NextStep.Action, _ subject: NextStep.Subject, _ range: VersionRange,
    _ isIn: (VersionRange) -> Formula
  ) -> [Request] {
    guard let low = range.atLeast else { return [Request(.explainUnsupported, subject)] }
    let isTooLow = isIn(.below(low))
    if range.below == nil { return [Request(action, subject)] }
    return [
      Request(action, subject, when: isTooLow),
      Request(.explainUnsupported, subject, when: .not(isTooLow)),
    ]
  }

  private func requests(for permission: SystemPermission) -> [Request] {
    func has(_ status: SystemPermissionStatus) -> Formula {
      .reference(.status(permission, .only(status)))
    }
    // A status that the state gives decides, and so does its default; else the table tells of a later version.
    let isOfferedLater = Formula.all([
      .not(.test(.isGiven(.permission(permission)))), .not(.reference(.offered(permission))),
      .any(
        Platform.allCases.compactMap { platform in
          permission.support.firstVersion(on: platform).map { _ in .test(.system(platform, nil)) }
        }),
    ])
    let subject = NextStep.Subject.permission(permission)
    return SystemPermissionStatus.allCases.flatMap { status in
      switch status {
      case .authorized: [Request]()
      case .notDetermined: [Request(.requestPermission, subject, when: has(status))]
      case .denied: [Request(.openSettings, subject, when: has(status))]
      case .restricted: [Request(.explainRestricted, subject, when: has(status))]
      case .unsupported:
        [
          Request(.upgradeOS, subject, when: .all([has(status), isOfferedLater])),
          Request(.explainUnsupported, subject, when: .all([has(status), .not(isOfferedLater)])),
        ]
      }
    }
  }

  private func requests(of requirement: AttributeRequirement) -> [Request] {
    let subject = NextStep.Subject.attribute(requirement.attribute)
    switch attributes[requirement.attribute].owner {
    case .user: return [Request(.changeAttribute, subject)]
    case .developer, .environment:
      let isUnknown = attribute(requirement.attribute, is: .unknown)
      return [
        Request(.waitForStatus, subject, when: isUnknown),
        Request(.notEnabled, subject, when: .not(isUnknown)),
      ]
    }
  }

  /// The false operands of a false purchase, the unknown ones of an unknown one, recursively.
  ///
  /// - Parameter around: what has to be of that truth as well.
  private func requests(
    of expression: PurchaseExpression, where truth: Ternary, within around: [Formula]
  ) -> [Request] {
    let all = around + [.holds(purchase(expression, credits: .constant(.no)), truth)]
    switch expression {
    case .product(let product):
      let action: NextStep.Action = truth == .no ? .offerPurchase : .waitForPurchaseStatus
      return [Request(action, .product(product), when: .all(all))]
    case .credits(let product, let quantity):
      let isEnough = Formula.test(.credits(product, atLeast: quantity))
      return [
        Request(.spendCredits, .product(product), when: .all(all + [isEnough])),
        Request(.offerPurchase, .product(product), when: .all(all + [.not(isEnough)])),
      ]
    case .anyOf(let operands), .allOf(let operands):
      return operands.flatMap { requests(of: $0, where: truth, within: all) }
    }
  }
}
