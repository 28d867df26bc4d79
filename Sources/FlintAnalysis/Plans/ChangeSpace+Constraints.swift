import FlintModel
import FlintLogic

/// Truth values as functions of the set of changes.
extension ChangeSpace: DiagramInterpreter {
  typealias ManifestID = Void

  /// False where a function is unknown.
  mutating func yesFunctions(of contributions: [Diagram]) throws(LimitExceeded) -> [Diagram] {
    var functions: [Diagram] = []
    for contribution in contributions {
      functions.append(try store.isYes(contribution))
    }
    return functions
  }

  mutating func value(
    of test: FactTest, isImplied: Bool, on side: Void
  ) throws(LimitExceeded) -> Diagram {
    if case .age(let attribute, let declared) = test.fact {
      return try age(attribute, declared, test)
    }
    let (section, index) = test.fact.location
    switch section.subject {
    // Changes of other facts can change the status of a permission or a product too.
    case .permission: return try permission(SystemPermission(at: index), test)
    case .product: return try product(index, test)
    case .feature, .attribute, .bucket, nil:
      return try choice(of: test.fact, valuePartition(of: test.fact).answers(to: test))
    }
  }

  mutating func value(
    of reference: FormulaReference, on side: Void
  ) throws(LimitExceeded) -> Diagram {
    if let known = meanings[reference] { return known }
    let truth = try value(of: manifest.meaning(of: reference), on: ())
    meanings[reference] = truth
    return truth
  }

  // MARK: Single facts

  private mutating func choice(
    of fact: Fact, _ truths: [Ternary]
  ) throws(LimitExceeded) -> Diagram {
    try choice(of: fact, truths.enumerated().map { ($0.offset, $0.element) })
  }

  private mutating func choice(
    of fact: Fact, _ answers: [ValuePartition.Answer]
  ) throws(LimitExceeded) -> Diagram {
    guard let variable = variable(fact) else { return Diagram(answers[0].truth) }
    // A choice attribute may have thousands of values and be tested thousands of times, so this counts towards the
    // limit of steps.
    try store.spend(answers.count / 16)
    return store.node(
      variable,
      answers.lazy.map { DiagramStore.Edge(from: UInt32($0.from), child: Diagram($0.truth)) })
  }

  // MARK: Permissions

  private mutating func permission(
    _ permission: SystemPermission, _ test: FactTest
  ) throws(LimitExceeded) -> Diagram {
    var truth = Diagram(test.truth(of: base.given.value(of: test.fact)))
    if let variable = variable(test.fact) {
      let changed = [.no] + options[Int(variable)].map { test.truth(of: $0.change.value) }
      let isChanged = try authorization(of: permission, to: nil)
      truth = try ifThenElse(isChanged, then: choice(of: test.fact, changed), else: truth)
    }
    guard permission == .locationWhenInUse else { return truth }
    for status in SystemPermission.locationAlways.statuses {
      let isBrought = try authorization(of: .locationAlways, to: status)
      truth = try ifThenElse(
        isBrought, then: Diagram(test.truth(of: .permission(status))), else: truth)
    }
    return truth
  }

  /// True where a change of the permission has an effect: the platform offers it, and the status
  /// before is not final.
  /// - Parameter status: Nil for any.
  private mutating func authorization(
    of permission: SystemPermission, to status: SystemPermissionStatus?
  ) throws(LimitExceeded) -> Diagram {
    guard let variable = variable(.permission(permission)) else { return .no }
    let tried =
      [Ternary.no]
      + options[Int(variable)].map { option in
        Ternary(status == nil || option.change == .authorize(permission, status!))
      }
    let possible = try choice(of: .system, systems.map { canAuthorize(permission, in: $0) })
    return try store.and(possible, choice(of: .permission(permission), tried))
  }

  private func canAuthorize(_ permission: SystemPermission, in state: ResolvedState) -> Ternary {
    guard permission.isOffered(on: state.platform, state.osVersion) else { return .no }
    switch state.status(of: permission) {
    case .notDetermined, .authorized, .denied, .writeOnly, .limited, .reducedAccuracy,
      .provisional, .ephemeral:
      return .yes
    case .restricted: return Ternary(allowances.contains(.restricted))
    case .unsupported: return .no
    }
  }

  // MARK: Purchases

  /// `purchased` after its purchase, `notPurchased` after that of another product of its group,
  /// else as before, which can depend on the date.
  private mutating func product(
    _ product: Int, _ test: FactTest
  ) throws(LimitExceeded) -> Diagram {
    var truth = try choice(
      of: .date,
      values(of: .date).map { value in
        var state = base.given
        state.set(.date, to: value)
        return test.truth(of: state.value(of: test.fact))
      })
    for other in manifest.otherProductsInGroup(of: product) where variable(.product(other)) != nil {
      truth = try ifThenElse(
        isBought(other), then: Diagram(test.truth(of: .purchase(.notPurchased))), else: truth)
    }
    let bought = Diagram(test.truth(of: .purchase(.purchased)))
    return try ifThenElse(isBought(product), then: bought, else: truth)
  }

  private mutating func isBought(_ product: Int) throws(LimitExceeded) -> Diagram {
    guard variable(.product(product)) != nil else { return .no }
    return try choice(of: .product(product), [.no, .yes])
  }

  /// At most one purchase for each subscription group.
  mutating func withoutOtherProducts() throws(LimitExceeded) -> Diagram {
    var conditions: [Diagram] = []
    for group in manifest.groups.indices {
      var bought: [Diagram] = []
      for product in manifest.products(of: group, atLeast: nil) {
        bought.append(try isBought(product))
      }
      conditions.append(try store.atMostOne(of: bought[...]))
    }
    return try store.join(.and, conditions[...])
  }

  // MARK: Ages

  private mutating func age(
    _ attribute: Int, _ declared: DateTime?, _ test: FactTest
  ) throws(LimitExceeded) -> Diagram {
    var alternatives: [Diagram] = []
    for (index, value) in values(of: .attribute(attribute)).enumerated() {
      var state = base.given
      state.set(.attribute(attribute), to: value)
      let dates = values(of: .date).map { date in
        var state = state
        state.set(.date, to: date)
        return test.truth(of: state.value(of: .age(attribute, default: declared)))
      }
      let isValue = values(of: .attribute(attribute)).indices.map { Ternary($0 == index) }
      alternatives.append(
        try store.and(choice(of: .attribute(attribute), isValue), choice(of: .date, dates)))
    }
    return try store.join(.or, alternatives[...])
  }
}
