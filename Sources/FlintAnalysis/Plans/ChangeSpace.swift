/// Functions from sets of changes to truth values. Each variable is a fact that can change: value 0
/// keeps it, each other value is one change. Variables are in the order in which constraints first
/// test the facts.
struct ChangeSpace: ~Copyable {
  let manifest: Manifest
  let base: ResolvedState
  let allowances: PlanAllowances
  let owner: Owner?
  var store = DiagramStore()

  private(set) var options: [[PossibleChange]] = []

  private var variables: [Fact: UInt32] = [:]

  /// Only of facts with many values. Makes `plan` 8 times faster for 1,000 tests of one integer.
  private var partitions: [Fact: ValuePartition] = [:]

  /// Functions of features, conditions and other shared formulas.
  var meanings: [FormulaReference: Diagram] = [:]

  private(set) var systems: [ResolvedState] = []

  init(_ manifest: Manifest, _ state: DeviceState, _ allowances: PlanAllowances, by owner: Owner?) {
    self.manifest = manifest
    base = ResolvedState(state, in: manifest)
    self.allowances = allowances
    self.owner = owner
    store.grant(AnalysisLimits.steps)
  }

  private(set) var isDateMissing = false

  func variable(_ fact: Fact) -> UInt32? { variables[fact] }

  /// `value` must be above 0, which keeps the fact.
  func change(_ variable: UInt32, _ value: Int) -> Change {
    options[Int(variable)][value - 1].change
  }

  mutating func valuePartition(of fact: Fact) -> ValuePartition {
    if let known = partitions[fact] { return known }
    let partition = ValuePartition(values(of: fact))
    if partition.isLong { partitions[fact] = partition }
    return partition
  }

  /// The current value, then one for each change.
  func values(of fact: Fact) -> [FactValue] {
    let now = base.given.value(of: fact)
    guard let variable = variables[fact] else { return [now] }
    return [now] + options[Int(variable)].map(\.change.value)
  }

  // MARK: Possible changes

  /// Adds changes of facts that affect the feature, then of assumptions' facts.
  mutating func addChanges(for feature: Int) {
    let named = manifest.closure(of: [feature])
    let assumptions = manifest.allAssumptions
    let assumed = manifest.closure(of: assumptions)
    var breakpoints = Breakpoints()
    breakpoints.addApp(of: manifest)
    let all = assumed.isEmpty ? named : manifest.closure(of: [.feature(feature)] + assumptions)
    for target in all { breakpoints.add(target, of: manifest) }
    let possible = PossibleChanges(
      manifest: manifest, base: base, allowances: allowances, breakpoints: breakpoints, named: all,
      insideNot: manifest.factsInsideNot(of: [.feature(feature)] + assumptions))
    isDateMissing = possible.isDateMissing
    var facts = DistinctList<Fact>()
    for targets in [named, assumed] {
      manifest.forEachChangeableFact(of: targets) { facts.append($0) }
    }
    var isTooLarge = false
    for fact in dueFirst(facts.elements) where !add(fact, possible) { isTooLarge = true }
    if isTooLarge {
      return store.fail(LimitExceeded(budget: AnalysisLimits.plannedTexts, unit: .texts))
    }
    let others = variables[.system].map { options[Int($0)] } ?? []
    systems =
      [base]
      + others.map {
        ResolvedState($0.change.applied(to: base.given, in: manifest), in: manifest)
      }
  }

  /// Puts products with a payment due before other products. Paying is better than buying a second
  /// product.
  private func dueFirst(_ facts: [Fact]) -> [Fact] {
    func isProduct(_ fact: Fact) -> Bool { if case .product = fact { true } else { false } }
    func isDue(_ fact: Fact) -> Bool {
      if case .product(let product) = fact {
        base.status(of: product)?.isPaymentDue == true
      } else {
        false
      }
    }
    var products = (facts.filter(isDue) + facts.filter { isProduct($0) && !isDue($0) })[...]
    return facts.map { isProduct($0) ? products.removeFirst() : $0 }
  }

  /// Adds the fact's possible changes. False if there are too many to try.
  private mutating func add(_ fact: Fact, _ possible: PossibleChanges) -> Bool {
    guard let all = possible.changes(of: fact) else { return false }
    let options = all.filter { owner == nil || $0.change.owner(in: manifest) == owner }
    if options.isEmpty { return true }
    variables[fact] = UInt32(self.options.count)
    self.options.append(options)
    return true
  }
}

extension Manifest {
  /// Visits facts that constraints of the targets, then of the app, test. A fact can occur twice.
  fileprivate func forEachChangeableFact(of named: [References.Target], _ body: (Fact) -> Void) {
    for target in named {
      forEachTest(of: target) { test, isImplied in
        if isImplied { return }
        body(test.fact)
        // An age depends on two dates: that of the attribute and that of the state.
        if case .age(let attribute, _, _) = test.fact {
          body(.attribute(attribute))
          body(.date)
        }
        if case .product = test.fact { body(.date) }
      }
    }
    forEachAppTest { test, _ in body(test.fact) }
  }
}

/// Truth values as functions of the set of changes.
extension ChangeSpace: DiagramInterpreter {
  typealias ManifestID = Void

  /// The functions, with unknown replaced by false.
  mutating func yesFunctions(of contributions: [Diagram]) -> [Diagram] {
    contributions.map { store.isYes($0) }
  }

  mutating func value(of test: FactTest, isImplied: Bool, on side: Void) -> Diagram {
    if case .age(let attribute, _, _) = test.fact {
      return age(attribute, test)
    }
    let (section, index) = test.fact.location
    switch section.subject {
    // Changes of other facts can change the status of a permission or a product too.
    case .permission: return permission(SystemPermission(at: index), test)
    case .product: return product(index, test)
    case .feature, .attribute, .bucket, nil:
      return choice(of: test.fact, valuePartition(of: test.fact).answers(to: test))
    }
  }

  mutating func value(of reference: FormulaReference, on side: Void) -> Diagram {
    if let known = meanings[reference] { return known }
    let truth = value(of: manifest.meaning(of: reference), on: ())
    meanings[reference] = truth
    return truth
  }

  // MARK: Single facts

  private mutating func choice(of fact: Fact, _ truths: [Ternary]) -> Diagram {
    choice(of: fact, truths.enumerated().map { ($0.offset, $0.element) })
  }

  /// The test's truth in the state, on each date.
  private mutating func choice(ofDate test: FactTest, in state: DeviceState) -> Diagram {
    choice(
      of: .date,
      values(of: .date).map { date in
        var state = state
        state.set(.date, to: date)
        return test.truth(of: state.value(of: test.fact))
      })
  }

  private mutating func choice(of fact: Fact, _ answers: [ValuePartition.Answer]) -> Diagram {
    guard let variable = variable(fact) else { return Diagram(answers[0].truth) }
    // A choice attribute may have thousands of values and be tested thousands of times, so this counts towards the
    // limit of steps.
    store.spend(answers.count / 16)
    return store.node(
      variable,
      answers.lazy.map { DiagramStore.Edge(from: UInt32($0.from), child: Diagram($0.truth)) })
  }

  // MARK: Permissions

  private mutating func permission(_ permission: SystemPermission, _ test: FactTest) -> Diagram {
    var truth = Diagram(test.truth(of: base.given.value(of: test.fact)))
    if let variable = variable(test.fact) {
      let changed = [.no] + options[Int(variable)].map { test.truth(of: $0.change.value) }
      let isChanged = authorization(of: permission, to: nil)
      truth = ifThenElse(isChanged, then: choice(of: test.fact, changed), else: truth)
    }
    guard permission == .locationWhenInUse else { return truth }
    for status in SystemPermission.locationAlways.statuses {
      let isBrought = authorization(of: .locationAlways, to: status)
      truth = ifThenElse(isBrought, then: Diagram(test.truth(of: .permission(status))), else: truth)
    }
    return truth
  }

  /// True where a change of the permission to `status` has an effect. The platform must offer the
  /// permission, and its status before must not be final.
  /// - Parameter status: Nil for any.
  private mutating func authorization(
    of permission: SystemPermission, to status: SystemPermissionStatus?
  ) -> Diagram {
    guard let variable = variable(.permission(permission)) else { return .no }
    let tried =
      [Ternary.no]
      + options[Int(variable)].map { option in
        Ternary(status == nil || option.change.value == .permission(status!))
      }
    let possible = choice(of: .system, systems.map { canAuthorize(permission, in: $0) })
    return store.and(possible, choice(of: .permission(permission), tried))
  }

  private func canAuthorize(_ permission: SystemPermission, in state: ResolvedState) -> Ternary {
    guard permission.isOffered(on: state.platform, state.osVersion) else { return .no }
    let status = state.status(of: permission)
    return Ternary(
      status == .restricted ? allowances.contains(.restricted) : status != .unsupported)
  }

  // MARK: Purchases

  /// True where the product's status passes the test. The status is `purchased` after its purchase,
  /// `notPurchased` after that of another product of its group, else as before, which can depend on
  /// the date.
  private mutating func product(_ product: Int, _ test: FactTest) -> Diagram {
    var truth = choice(ofDate: test, in: base.given)
    for other in manifest.otherProductsInGroup(of: product) where variable(.product(other)) != nil {
      truth = ifThenElse(
        isBought(other), then: Diagram(test.truth(of: .purchase(.notPurchased))), else: truth)
    }
    let bought = Diagram(test.truth(of: .purchase(.purchased)))
    return ifThenElse(isBought(product), then: bought, else: truth)
  }

  private mutating func isBought(_ product: Int) -> Diagram {
    guard variable(.product(product)) != nil else { return .no }
    return choice(of: .product(product), [.no, .yes])
  }

  /// True for changes with at most one purchase in each subscription group.
  mutating func withoutOtherProducts() -> Diagram {
    var conditions: [Diagram] = []
    for group in manifest.groups.indices {
      let bought = manifest.products(of: group, atLeast: nil).map { isBought($0) }
      conditions.append(store.atMostOne(of: bought[...]))
    }
    return store.join(.and, conditions[...])
  }

  // MARK: Ages

  private mutating func age(_ attribute: Int, _ test: FactTest) -> Diagram {
    var alternatives: [Diagram] = []
    for (index, value) in values(of: .attribute(attribute)).enumerated() {
      var state = base.given
      state.set(.attribute(attribute), to: value)
      let isValue = values(of: .attribute(attribute)).indices.map { Ternary($0 == index) }
      alternatives.append(
        store.and(choice(of: .attribute(attribute), isValue), choice(ofDate: test, in: state)))
    }
    return store.join(.or, alternatives[...])
  }
}
