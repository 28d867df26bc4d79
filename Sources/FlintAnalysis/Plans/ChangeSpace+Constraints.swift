import FlintCore

/// Constraints as functions of the changes made: yes where they are met or take no part, no everywhere else.
extension ChangeSpace {
  /// One function for each constraint of a feature, in the order of ``Manifest/places(of:)``.
  mutating func contributions(of feature: Int) throws(TooLarge) -> [Diagram] {
    let declaration = manifest.features[feature]
    var contributions: [Diagram] = []
    for constraint in declaration.constraints {
      contributions.append(try sure(function(of: constraint, in: feature)))
    }
    for block in declaration.conditional {
      let inactive = try store.not(function(of: block.guardian))
      for constraint in block.constraints {
        let truth = try function(of: constraint, in: feature)
        contributions.append(try sure(store.or(truth, inactive)))
      }
    }
    return contributions
  }

  private mutating func sure(_ truth: Diagram) throws(TooLarge) -> Diagram {
    try store.map(truth, no: .no, unknown: .no, yes: .yes)
  }

  private mutating func function(
    of constraint: Constraint, in feature: Int
  ) throws(TooLarge) -> Diagram {
    switch constraint {
    case .platform(let platform, let versions):
      return system { state in
        guard state.platform == platform else { return .yes }
        switch versions {
        case .any: return .yes
        case .unsupported: return .no
        case .versions(let range): return Ternary(range.contains(state.osVersion))
        }
      }
    case .appVersion(let range): return appVersion(range)
    case .runtimeEnabled: return choice(.runtime(feature), now: base.runtimeFlag(of: feature))
    case .userToggled(let value):
      let isOn = base.toggle(of: feature, defaultValue: value)
      return choice(.toggle(feature), now: Ternary(isOn))
    case .permission(let permission): return try self.permission(permission)
    case .purchase(let expression):
      let unlocked = choice(.unlocked(feature), now: Ternary(base.isUnlocked(feature)))
      return try store.or(unlocked, purchase(expression))
    case .attribute(let requirement): return try attribute(requirement)
    }
  }

  private mutating func function(
    of guardian: ConditionalBlock.Guard
  ) throws(TooLarge) -> Diagram {
    var truth = Diagram.yes
    if !guardian.platforms.isEmpty {
      truth = system { state in
        Ternary(
          guardian.platforms.contains { platform, versions in
            platform == state.platform && versions?.contains(state.osVersion) != false
          })
      }
    }
    if let range = guardian.appVersion { truth = try store.and(truth, appVersion(range)) }
    for requirement in guardian.attributes {
      truth = try store.and(truth, attribute(requirement))
    }
    return truth
  }

  // MARK: One thing

  /// A function of one variable by the truth for each value; the truth of the first where it cannot change.
  private mutating func values(_ variable: Variable, _ truths: [Ternary]) -> Diagram {
    guard let number = self.variable(variable) else { return Diagram(truths[0]) }
    return store.node(
      number,
      truths.enumerated().map {
        DiagramStore.Edge(from: UInt32($0.offset), child: Diagram($0.element))
      })
  }

  /// Yes where the one change that there can be is made.
  private mutating func choice(_ variable: Variable, now: Ternary) -> Diagram {
    values(variable, [now, .yes])
  }

  private mutating func system(_ truth: (ResolvedState) -> Ternary) -> Diagram {
    values(.system, systems.map(truth))
  }

  private mutating func appVersion(_ range: VersionRange) -> Diagram {
    var truths = [Ternary(range.contains(base.appVersion))]
    if let variable = variable(.appVersion) {
      for case .upgradeApp(let version) in changes[Int(variable)] {
        truths.append(Ternary(range.contains(.version(version))))
      }
    }
    return values(.appVersion, truths)
  }

  private mutating func permission(_ permission: SystemPermission) throws(TooLarge) -> Diagram {
    var truth = try store.or(
      system { $0.status(of: permission).truth }, authorization(of: permission))
    if permission == .locationWhenInUse {
      truth = try store.or(truth, authorization(of: .locationAlways))
    }
    return truth
  }

  /// Where authorizing is tried and possible: the platform offers the permission, and somebody can still say yes.
  private mutating func authorization(
    of permission: SystemPermission
  ) throws(TooLarge) -> Diagram {
    let restricted = Ternary(allowances.contains(.restricted))
    let isPossible = system { state in
      guard permission.isOffered(on: state.platform, state.osVersion) else { return .no }
      switch state.status(of: permission) {
      case .notDetermined, .denied: return .yes
      case .restricted: return restricted
      case .authorized, .unsupported: return .no
      }
    }
    return try store.and(isPossible, choice(.permission(permission), now: .no))
  }

  private mutating func purchase(_ expression: PurchaseExpression) throws(TooLarge) -> Diagram {
    switch expression {
    case .credits: return .no
    case .product(let product):
      guard case .status(let status) = base.holding(of: product) else { return .no }
      return choice(.product(product), now: status.truth)
    case .anyOf(let operands):
      var truth = Diagram.no
      for operand in operands { truth = try store.or(truth, purchase(operand)) }
      return truth
    case .allOf(let operands):
      var truth = Diagram.yes
      for operand in operands { truth = try store.and(truth, purchase(operand)) }
      return truth
    }
  }

  private mutating func attribute(
    _ requirement: AttributeRequirement
  ) throws(TooLarge) -> Diagram {
    var truths = [requirement.truth(of: base.value(of: requirement.attribute))]
    if let variable = variable(.attribute(requirement.attribute)) {
      // A choice may have thousands of values, be asked thousands of times, and a requirement name most of them.
      try store.spend(changes[Int(variable)].count / 16)
      let accepted = requirement.acceptedValues
      for case .setAttribute(_, let value) in changes[Int(variable)] {
        truths.append(Ternary(accepted.contains(value)))
      }
    }
    return values(.attribute(requirement.attribute), truths)
  }
}

extension AttributeRequirement {
  fileprivate var acceptedValues: Set<AttributeValue> {
    switch accepted {
    case .boolean(let value): [.boolean(value)]
    case .choices(let choices): Set(choices.map { .choice($0) })
    }
  }
}
