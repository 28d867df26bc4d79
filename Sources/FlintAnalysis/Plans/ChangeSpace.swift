package import FlintModel
package import FlintLogic

/// The possible changes to a state, with functions that map each set of these changes to a truth value. A search for
/// plans uses them to find the sets of changes that make a feature available (the plans).
///
/// Each variable of the functions represents a fact that can be changed. Value 0 of the variable keeps the fact, and
/// each other value is one change. For example, the variable of a toggle that is off has the values 0 (stays off) and 1
/// (turned on). The order of the variables is that in which constraints first test the facts, beginning with the
/// feature's own constraints.
struct ChangeSpace: ~Copyable {
  let manifest: Manifest
  let base: ResolvedState
  let allowances: PlanAllowances
  let owner: Owner?
  var store = DiagramStore()

  struct Option {
    let change: Change

    /// The direction in which the change moves the fact's value, such as to a higher version; nil if the fact's values
    /// have no order. If several changes in one direction make a feature available, a plan uses only the nearest one.
    var direction: PossibleChange.Direction?

    /// Whether a constraint lists the new value explicitly, and not only as a limit of a range. A plan can then contain
    /// the change even if a smaller change in the same direction would be enough.
    var isNamed = false
  }

  /// The possible changes of each variable's fact. The value 1 of a variable represents the first change in its list.
  private(set) var options: [[Option]] = []

  private var variables: [Fact: UInt32] = [:]

  /// A cache for the results of ``valuePartition(of:)``: the values of a fact, now and after each possible change,
  /// divided into runs. A run is a range of neighbouring values, such as ascending dates, in which a binary search
  /// finds those for which a condition on the fact is true. The cache contains only facts with many values, because a
  /// short list is searched value by value. It makes `plan` 8 times faster if 1,000 constraints test one integer.
  private var partitions: [Fact: ValuePartition] = [:]

  /// A cache for the functions of features, named conditions and other parts to which several constraints can refer.
  /// Each function maps a set of changes to a truth value.
  var meanings: [FormulaReference: Diagram] = [:]

  /// The states with the possible systems (the platform and its version): first ``base``, in which nothing is changed
  /// yet, then the state after each change of the system, in the order of the values of the system's variable.
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

  /// Returns the change that a variable's value represents. The value must not be 0, which changes nothing.
  func change(_ variable: UInt32, _ value: Int) -> Change {
    options[Int(variable)][value - 1].change
  }

  /// Returns the values that a fact has now and after each of its possible changes. They are divided into runs (ranges
  /// of neighbouring values that can be searched together, such as ascending dates), so that a test of the fact visits
  /// few of them.
  mutating func valuePartition(of fact: Fact) -> ValuePartition {
    if let known = partitions[fact] { return known }
    let partition = ValuePartition(values(of: fact))
    if partition.isLong { partitions[fact] = partition }
    return partition
  }

  /// Returns the fact's current value, followed by its value after each possible change, in the order of the values of
  /// its variable. Returns only the current value if the fact cannot change.
  func values(of fact: Fact) -> [FactValue] {
    let now = base.given.value(of: fact)
    guard let variable = variables[fact] else { return [now] }
    return [now] + options[Int(variable)].map(\.change.value)
  }

  // MARK: Possible changes

  /// Adds the possible changes of all facts on which a feature's status depends, then those of the facts that
  /// assumptions test.
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
  /// Calls `body` with every fact whose change may affect the given features and conditions: first the facts that they
  /// test, in the given order, then those that the app's requirements test. A fact that occurs twice is passed twice.
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
