public import FlintModel

/// Each kind of constraint as a formula.
extension Manifest {
  // MARK: Constraints

  /// The constraint's formula, without its block's guard. True on platforms that the constraint
  /// does not concern.
  /// - Parameters:
  /// - feature: Nil for the app or a named condition.
  /// - canBeUnlocked: Whether unlocking satisfies purchases.
  @usableFromInline package func meaning(
    of constraint: Constraint, in feature: Int?, canBeUnlocked: Bool = true
  ) -> Formula {
    switch constraint {
    case .feature(let feature): return .reference(.feature(feature))
    case .condition(let condition): return .reference(.condition(condition))
    case .allOf(let conditions):
      return .all(conditions.map { meaning(of: $0, in: feature, canBeUnlocked: canBeUnlocked) })
    case .anyOf(let conditions):
      return .any(conditions.map { meaning(of: $0, in: feature, canBeUnlocked: canBeUnlocked) })
    case .not(let condition): return .not(meaning(of: condition, in: feature))
    case .platform(_, .any): return .constant(.yes)
    case .platform(let platform, .unsupported): return .not(.test(.system(platform, nil)))
    case .platform(let platform, .versions(let range)):
      return .any([.test(.system(platform, range)), .not(.test(.system(platform, nil)))])
    case .platforms(let platforms):
      return .any(platforms.map { .test(.system($0.platform, $0.versions)) })
    case .device(let requirement): return device(requirement)
    case .runtimeEnabled:
      return feature.map { runtimeFlag(of: $0, TruthTable { $0 }) } ?? .constant(.unknown)
    case .userToggled(let isOn):
      let declared = Ternary(isOn)
      return feature.map { .test(.toggle($0), .flag(TruthTable { $0 }), otherwise: declared) }
        ?? .constant(declared)
    case .permission(let requirement):
      return .reference(
        .status(requirement.permission, TruthTable { requirement.truth(of: $0) }))
    case .purchase(let expression):
      guard canBeUnlocked, let feature else { return purchase(expression, of: nil) }
      return .any([.implied(.unlocked(feature)), purchase(expression, of: feature)])
    case .attribute(let requirement): return attribute(meeting: requirement)
    case .rollout(let requirement):
      if requirement.percent == .zero { return .constant(.no) }
      if requirement.percent == .hundred { return .constant(.yes) }
      return .test(
        .bucket(requirement.bucket), .bucket(below: requirement.percent), otherwise: .unknown)
    }
  }

  /// - Parameter canBeUnlocked: False in guards, named conditions and inside a `not`.
  @usableFromInline package func meaning(
    of condition: Condition, in feature: Int?, canBeUnlocked: Bool = false
  ) -> Formula {
    let all = condition.constraints.map {
      meaning(of: $0, in: feature, canBeUnlocked: canBeUnlocked)
    }
    return all.count == 1 ? all[0] : .all(all)
  }

  // MARK: Facts with their defaults

  package func device(_ requirement: DeviceRequirement) -> Formula {
    let (fact, accepted) = (requirement.fact, requirement.accepted)
    if fact.canBeAbsent { return .test(.device(fact, accepted, otherwise: .unknown)) }
    func truth(on platform: Platform) -> Ternary {
      accepted.truth(of: defaultValue(of: fact, on: platform) ?? .unknown, at: nil)
    }
    let elsewhere = Platform.allCases.map { truth(on: $0) }
    guard let first = elsewhere.first, elsewhere.contains(where: { $0 != first }) else {
      return .test(.device(fact, accepted, otherwise: truth(on: .iOS)))
    }
    let declared = Platform.allCases.filter { truth(on: $0) == .yes }
    return .any([
      .test(.device(fact, accepted, otherwise: .no)),
      .all([
        .not(.test(.device(fact), .isGiven)), .any(declared.map { .test(.system($0, nil)) }),
      ]),
    ])
  }

  package func runtimeFlag(of feature: Int, _ table: TruthTable<Ternary>) -> Formula {
    .test(.runtime(feature), .flag(table), otherwise: table[features[feature].declaredFlag])
  }

  /// Whether the toggle is on or, unless `isOn`, off. Where the state lacks it, its default counts.
  /// Without a declared toggle, false for on and off.
  package func toggle(of feature: Int, is isOn: Bool) -> Formula {
    let declared = features[feature].declaredToggle
    return .test(
      .toggle(feature), .flag(.only(Ternary(isOn))), otherwise: Ternary(declared == isOn))
  }

  package func attribute(meeting requirement: AttributeRequirement) -> Formula {
    let declared = attributes[requirement.attribute].declaredValue
    if case .age(let range) = requirement.accepted {
      return .test(
        .age(requirement.attribute, of: attributes[requirement.attribute]), .age(range),
        otherwise: .unknown)
    }
    return .test(.attribute(requirement, otherwise: requirement.truth(of: declared, at: nil)))
  }

  package func attribute(_ attribute: Int, is value: AttributeValue) -> Formula {
    let otherwise = Ternary(attributes[attribute].declaredValue == value)
    return .test(.attribute(attribute), .equal(value), otherwise: otherwise)
  }

  /// The table's value for the product's status. Where the state lacks the product, the default
  /// status counts. False for a consumable.
  package func status(of product: Int, _ table: TruthTable<PurchaseStatus>) -> Formula {
    products[product].type == .consumable
      ? .constant(.no) : .reference(.holding(product, table))
  }

  private func purchase(_ expression: PurchaseExpression, of feature: Int?) -> Formula {
    switch expression {
    case .product(let product, let statuses):
      status(of: product, TruthTable { statuses.truth(of: $0) })
    case .credits: feature.map { .test(.unlocked($0)) } ?? .constant(.no)
    case .group(let group, let level, let statuses):
      .any(
        products(of: group, atLeast: level).map {
          status(of: $0, TruthTable { statuses.truth(of: $0) })
        })
    case .anyOf(let operands): .any(operands.map { purchase($0, of: feature) })
    case .allOf(let operands): .all(operands.map { purchase($0, of: feature) })
    }
  }

  // MARK: References

  package func meaning(of reference: FormulaReference) -> Formula {
    switch reference {
    case .offered(let permission):
      .any(
        Platform.allCases.compactMap { platform in
          permission.support.firstVersion(on: platform).map(\.withoutZeros).map {
            .test(.system(platform, .atLeast($0)))
          }
        })
    case .status(let permission, let table): status(of: permission, table)
    case .holding(let product, let table):
      .any([
        .test(.product(product), .purchase(table)),
        .all([.not(.test(.product(product), .isGiven)), .test(.purchaseDefault, .purchase(table))]),
      ])
    case .feature(let feature): meaning(ofFeature: feature)
    case .condition(let condition): meaning(of: conditions[condition].condition, in: nil)
    case .assumption(let assumption): meaning(of: assumptions[assumption].condition, in: nil)
    case .app: .all(app.constraints.map { meaning(of: $0, in: nil) })
    }
  }

  private func meaning(ofFeature index: Int) -> Formula {
    let feature = features[index]
    var all: [Formula] = [.reference(feature.parent.map { .feature($0) } ?? .app)]
    all += feature.constraints.map { meaning(of: $0, in: index) }
    for block in feature.conditional {
      let inactive = Formula.not(meaning(of: block.condition, in: index))
      all += block.constraints.map { .any([meaning(of: $0, in: index), inactive]) }
    }
    return .all(all)
  }

  private func status(
    of permission: SystemPermission, _ table: TruthTable<SystemPermissionStatus>
  ) -> Formula {
    let offered = Formula.reference(.offered(permission))
    let free = permission.isFree
    let isGiven = Formula.test(.permission(permission), .isGiven)
    var assumed: [Formula] = [
      .any([
        .all([offered, .test(.permissionDefault, .permission(table))]),
        .all([free, .constant(table[.authorized])]),
        .all([.not(offered), .not(free), .constant(table[.unsupported])]),
      ]), .not(isGiven),
    ]
    var own = [Formula.test(.permission(permission), .permission(table))]
    var decided: [Formula] = []
    for rule in permission.siblingRules {
      let condition: [Formula] =
        (rule.isForOffered ? [offered] : []) + [
          .test(.permission(permission), .permission(rule.own), otherwise: .yes)
        ]
      func test(_ truth: (SystemPermissionStatus) -> Ternary) -> Formula {
        .all(
          condition + [
            .implied(
              FactTest(
                .permission(rule.sibling),
                .permission(TruthTable { rule.statuses.contains($0) ? truth($0) : .no })))
          ])
      }
      decided.append(test { table[$0] })
      let isUndecided = Formula.not(test { _ in .yes })
      assumed.append(isUndecided)
      own.append(isUndecided)
    }
    // The part for the default status comes first. It begins with a test of the platform, so a list of the facts in
    // this formula does, too.
    return .any([.all(assumed), .all(own)] + decided)
  }
}

extension SystemPermission {
  /// Whether the platform gives access without a request.
  package var isFree: Formula {
    .any(
      Platform.allCases.filter { support.isFreeBefore(on: $0) }.map { platform in
        .test(
          .system(platform, support.firstVersion(on: platform).map { .below($0.withoutZeros) }))
      })
  }

  /// A case in which the other location permission's status replaces this one's.
  fileprivate struct SiblingRule {
    let sibling: SystemPermission
    let statuses: [SystemPermissionStatus]

    /// This permission's statuses that the rule replaces. It also replaces a missing status.
    let own: TruthTable<SystemPermissionStatus>
    let isForOffered: Bool
  }

  fileprivate var siblingRules: [SiblingRule] { Self.siblingRules[self] ?? [] }

  private static let siblingRules: [SystemPermission: [SiblingRule]] = [
    .locationWhenInUse: [
      SiblingRule(
        sibling: .locationAlways, statuses: [.restricted], own: TruthTable { _ in .yes },
        isForOffered: true),
      SiblingRule(
        sibling: .locationAlways, statuses: [.authorized, .reducedAccuracy, .denied],
        own: TruthTable { _ in .no }, isForOffered: false),
    ],
    .locationAlways: [
      SiblingRule(
        sibling: .locationWhenInUse, statuses: [.denied, .restricted],
        own: TruthTable { Ternary($0 != .restricted) }, isForOffered: true)
    ],
  ]
}

extension Constraint {
  /// Whether the constraint's outcome is the same for all features. False for `allOf`, `anyOf` and
  /// `not`, which are not examined.
  package var meansSameEverywhere: Bool {
    switch self {
    case .purchase, .allOf, .anyOf, .not: false
    default: !kind.traits.isOfFeature
    }
  }
}
