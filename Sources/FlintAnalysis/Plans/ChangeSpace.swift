package import FlintModel
package import FlintLogic

/// Functions from sets of changes to truth values. Each variable is a fact that can change: value 0
/// keeps it, each other value is one change. Variables are in the order in which constraints first
/// test the facts.
struct ChangeSpace: ~Copyable {
  let manifest: Manifest
  let base: ResolvedState
  let allowances: PlanAllowances
  let owner: Owner?
  var store = DiagramStore()

  struct Option {
    let change: Change

    /// Nil if the fact's values have no order. Of several changes in one direction, a plan uses the
    /// nearest that suffices.
    var direction: PossibleChange.Direction?

    /// Whether a constraint lists the value itself, so that a plan may use it beside a nearer one.
    var isNamed = false
  }

  private(set) var options: [[Option]] = []

  private var variables: [Fact: UInt32] = [:]

  /// Only of facts with many values. Makes `plan` 8 times faster for 1,000 tests of one integer.
  private var partitions: [Fact: ValuePartition] = [:]

  /// Of features, conditions and other shared parts.
  var meanings: [FormulaReference: Diagram] = [:]

  private(set) var systems: [ResolvedState] = []

  init(
    _ manifest: Manifest, _ state: DeviceState, _ allowances: PlanAllowances, by owner: Owner?
  ) {
    self.manifest = manifest
    base = ResolvedState(state, in: manifest)
    self.allowances = allowances
    self.owner = owner
    store.grant(AnalysisLimits.steps)
  }

  private(set) var isDateMissing = false

  func variable(_ fact: Fact) -> UInt32? { variables[fact] }

  /// Value 0 is no change.
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

  /// Those of the facts that the status depends on, then of those that assumptions test.
  mutating func addChanges(for feature: Int) throws(LimitExceeded) {
    let named = manifest.closure(of: [feature])
    let assumptions = manifest.assumptions.indices.map { References.Target.assumption($0) }
    let assumed = manifest.closure(of: assumptions)
    var breakpoints = Breakpoints()
    breakpoints.addApp(of: manifest)
    let all = assumed.isEmpty ? named : manifest.closure(of: [.feature(feature)] + assumptions)
    for target in all { breakpoints.add(target, of: manifest) }
    let possible = ChangeOptions(
      manifest, base, allowances, breakpoints, named: all,
      insideNot: manifest.factsInsideNot(of: [.feature(feature)] + assumptions))
    isDateMissing = possible.isDateMissing
    var facts = DistinctList<Fact>()
    for targets in [named, assumed] {
      manifest.forEachChangeableFact(of: targets) { facts.append($0) }
    }
    var isTooLarge = false
    for fact in dueFirst(facts.elements) where !add(fact, possible) { isTooLarge = true }
    if isTooLarge { throw LimitExceeded(budget: AnalysisLimits.plannedTexts, unit: .texts) }
    systems = [base]
    guard let system = variables[.system] else { return }
    for option in options[Int(system)] {
      systems.append(
        ResolvedState(option.change.applied(to: base.given, in: manifest), in: manifest))
    }
  }

  /// Moves products whose payment is due before the others: to pay for one is better than to buy a second one.
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

  /// Adds a variable for a fact, with the fact's possible changes. If the caller wants only
  /// plans (sets of changes) that one party, such as the user, can carry out, the changes of other parties are omitted.
  /// If no change is left, no variable is added.
  ///
  /// - Returns: False if the fact has too many possible changes to try.
  private mutating func add(_ fact: Fact, _ possible: ChangeOptions) -> Bool {
    guard let all = possible.options(for: fact) else { return false }
    let options = all.filter { owner == nil || $0.change.owner(in: manifest) == owner }
    if options.isEmpty { return true }
    variables[fact] = UInt32(self.options.count)
    self.options.append(options)
    return true
  }
}

extension Manifest {
  /// The facts that the targets test, in order, then those of the app. May repeat.
  package func forEachChangeableFact(of named: [References.Target], _ body: (Fact) -> Void) {
    for target in named {
      forEachTest(of: target) { test, isImplied in
        if isImplied { return }
        body(test.fact)
        // An age depends on two dates: that of the attribute and that of the state.
        if case .age(let attribute, _) = test.fact {
          body(.attribute(attribute))
          body(.date)
        }
        if case .product = test.fact { body(.date) }
      }
    }
    forEachAppTest { test, _ in body(test.fact) }
  }
}
