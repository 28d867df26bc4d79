/// What constraints mean: the one place that says it as logic. Every engine but ``Evaluator`` interprets this.
extension Manifest {
  // MARK: Constraints

  /// What the `when` of a conditional block means: all that it names.
  package func meaning(of condition: ConditionalBlock.Guard) -> Formula {
    var all: [Formula] = []
    if !condition.platforms.isEmpty {
      all.append(.any(condition.platforms.map { .test(.system($0.platform, $0.versions)) }))
    }
    if let range = condition.appVersion { all.append(appVersion(in: range)) }
    for requirement in condition.attributes { all.append(attribute(meeting: requirement)) }
    return .all(all)
  }

  /// What a constraint means by itself, whatever guards it: yes where it is met or concerns another platform.
  package func meaning(of constraint: Constraint, in feature: Int) -> Formula {
    switch constraint {
    case .platform(_, .any): .constant(.yes)
    case .platform(let platform, .unsupported): .not(.test(.system(platform, nil)))
    case .platform(let platform, .versions(let range)):
      .any([.test(.system(platform, range)), .not(.test(.system(platform, nil)))])
    case .appVersion(let range): appVersion(in: range)
    case .runtimeEnabled: runtimeFlag(of: feature, Verdicts { $0 })
    case .userToggled(let isOn):
      .test(.toggle(feature, Verdicts { $0 }, otherwise: Ternary(isOn)))
    case .permission(let permission): .reference(.status(permission, Verdicts { $0.truth }))
    case .purchase(let expression):
      .any([.implied(.unlocked(feature)), purchase(expression, of: feature)])
    case .attribute(let requirement): attribute(meeting: requirement)
    }
  }

  // MARK: Facts with their defaults

  package func appVersion(in range: VersionRange) -> Formula {
    .test(.appVersion(range, otherwise: Ternary(range.contains(app.installedVersion))))
  }

  package func runtimeFlag(of feature: Int, _ verdicts: Verdicts<Ternary>) -> Formula {
    .test(.runtime(feature, verdicts, otherwise: verdicts[features[feature].declaredFlag]))
  }

  /// Whether a feature's toggle is just that; a feature without one has none that is on or off until a state says.
  package func toggle(of feature: Int, is isOn: Bool) -> Formula {
    let declared = features[feature].declaredToggle
    return .test(
      .toggle(
        feature, .only(Ternary(isOn)), otherwise: Ternary(declared == isOn)))
  }

  private func attribute(meeting requirement: AttributeRequirement) -> Formula {
    let declared = attributes[requirement.attribute].declaredValue
    return .test(.attribute(requirement, otherwise: requirement.truth(of: declared)))
  }

  package func attribute(_ attribute: Int, is value: AttributeValue) -> Formula {
    let otherwise = Ternary(attributes[attribute].declaredValue == value)
    return .test(.attributeValue(attribute, value, otherwise: otherwise))
  }

  /// A product's status, with the state's default; a consumable has none.
  package func status(of product: Int, _ verdicts: Verdicts<PurchaseStatus>) -> Formula {
    if products[product].type == .consumable { return .constant(.no) }
    return .any([
      .test(.product(product, verdicts)),
      .all([.not(.test(.isGiven(.product(product)))), .test(.purchaseDefault(verdicts))]),
    ])
  }

  /// A purchase where the app has not unlocked the feature but, perhaps, for credits: they are false until it has.
  private func purchase(_ expression: PurchaseExpression, of feature: Int) -> Formula {
    switch expression {
    case .product(let product): status(of: product, Verdicts { $0.truth })
    case .credits: .test(.unlocked(feature))
    case .anyOf(let operands): .any(operands.map { purchase($0, of: feature) })
    case .allOf(let operands): .all(operands.map { purchase($0, of: feature) })
    }
  }

  // MARK: References

  /// What a reference stands for.
  package func meaning(of reference: MeaningReference) -> Formula {
    switch reference {
    case .offered(let permission):
      .any(
        Platform.allCases.compactMap { platform in
          permission.support.firstVersion(on: platform).map {
            .test(.system(platform, .atLeast($0)))
          }
        })
    case .status(let permission, let verdicts): status(of: permission, verdicts)
    }
  }

  /// A permission's status: the one given; one that another permission implies; unsupported where it is not offered; the
  /// state's default.
  private func status(
    of permission: SystemPermission, _ verdicts: Verdicts<SystemPermissionStatus>
  ) -> Formula {
    let offered = Formula.reference(.offered(permission))
    let isGiven = Formula.test(.isGiven(.permission(permission)))
    var assumed: [Formula] = [
      .any([
        .all([offered, .test(.permissionDefault(verdicts))]),
        .all([.not(offered), .constant(verdicts[.unsupported])]),
      ]), .not(isGiven),
    ]
    var status = [Formula.test(.permission(permission, verdicts))]
    if let implying = permission.impliedBy {
      let implied = Formula.implied(.permission(implying, .only(.authorized)))
      assumed.append(.not(implied))
      status.append(.all([implied, .not(isGiven), .constant(verdicts[.authorized])]))
    }
    // What is assumed stands first: whoever lists what a permission depends on begins with the system.
    return .any([.all(assumed)] + status)
  }
}

extension SystemPermission {
  /// The permission that brings this one with it where it is authorized: an app that always knows where the device is
  /// knows it while in use.
  package var impliedBy: SystemPermission? { self == .locationWhenInUse ? .locationAlways : nil }
}

// MARK: - Declared defaults

extension Manifest.App {
  /// The version that the app has where a state gives none.
  package var installedVersion: InstalledVersion { version.map { .version($0) } ?? .latest }
}

extension FeatureDeclaration {
  /// The runtime flag where a state gives none.
  package var declaredFlag: Ternary { Ternary(isEnabled ?? true) }
}

extension FeatureDeclaration {
  /// The toggle where a state gives none; nil for a feature that has no toggle.
  package var declaredToggle: Bool? {
    func toggle(_ constraints: [Constraint]) -> Bool? {
      for case .userToggled(let isOn) in constraints { return isOn }
      return nil
    }
    return toggle(constraints)
      ?? conditional.lazy.compactMap { toggle($0.constraints) }.first { _ in true }
  }
}

extension AttributeDeclaration {
  /// The value where a state gives none.
  package var declaredValue: AttributeValue { defaultValue ?? .unknown }
}
