package import FlintCore

/// What can be changed about a state, in declared order, and functions of the choices made.
///
/// Each variable is a thing that can be changed: 0 keeps it, every other value is one change. The order is that in which
/// the constraints concerned are listed, the feature's own first.
struct ChangeSpace: ~Copyable {
  let manifest: Manifest
  let base: ResolvedState
  let allowances: PlanAllowances
  let owner: Owner?
  var store = DiagramStore()

  /// A change that can be made.
  struct Option {
    let change: Change

    /// Of the changes of one ladder only the first that serves is made.
    var ladder: Ladder?

    /// Whether it is made even where an earlier one serves: a value that is named for itself.
    var isNamed = false
  }

  /// An order of values of one thing, the nearest first.
  enum Ladder {
    case up, down
  }

  /// The changes of each variable, from value 1 on.
  private(set) var options: [[Option]] = []

  /// The variable of each thing that some change concerns.
  private var variables: [Fact: UInt32] = [:]

  /// The things that have been looked at, those that nothing can change among them.
  private var met: Set<Fact> = []

  /// The values of facts that have many.
  private var rows: [Fact: ValuePartition] = [:]

  /// What formulas share, as far as it has been worked out.
  var meanings: [MeaningReference: Diagram] = [:]

  /// What the system would be with each value of its variable; the base alone where it cannot change.
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

  func variable(_ fact: Fact) -> UInt32? { variables[fact] }

  /// The change that a value of a variable makes.
  func change(_ variable: UInt32, _ value: Int) -> Change {
    options[Int(variable)][value - 1].change
  }

  /// What a fact would be with each value of its variable, ready for tests.
  mutating func row(of fact: Fact) -> ValuePartition {
    if let known = rows[fact] { return known }
    let row = ValuePartition(values(of: fact))
    if row.isLong { rows[fact] = row }
    return row
  }

  /// What a fact would be with each value of its variable; what it is alone where it cannot change.
  func values(of fact: Fact) -> [FactValue] {
    let now = base.given.value(of: fact)
    guard let variable = variables[fact] else { return [now] }
    return [now] + options[Int(variable)].map(\.change.value)
  }

  // MARK: What can be changed

  /// Adds the changes of every fact that a feature's status depends on, then those of the facts that assumptions name.
  mutating func addChanges(for feature: Int) throws(TooLarge) {
    let named = manifest.closure(of: [feature])
    let assumptions = manifest.assumptions.indices.map { References.Target.assumption($0) }
    let assumed = manifest.closure(of: assumptions)
    var breakpoints = Breakpoints()
    breakpoints.addApp(of: manifest)
    let all = assumed.isEmpty ? named : manifest.closure(of: [.feature(feature)] + assumptions)
    for target in all { breakpoints.add(target, of: manifest) }
    let possible = PossibleChanges(
      manifest, base, allowances, breakpoints, named: all,
      insideNot: manifest.factsInsideNot(of: [.feature(feature)] + assumptions))
    var isTooLarge = false
    for targets in [named, assumed] {
      manifest.forEachChangeableFact(of: targets) { fact in
        if !add(fact, possible) { isTooLarge = true }
      }
    }
    if isTooLarge { throw TooLarge(budget: AnalysisLimits.plannedTexts, unit: .texts) }
    systems = [base]
    guard let system = variables[.system] else { return }
    for option in options[Int(system)] {
      systems.append(
        ResolvedState(option.change.applied(to: base.given, in: manifest), in: manifest))
    }
  }

  /// Adds a fact's variable unless it exists; changes that are not the owner's are left out, and a variable without changes
  /// too.
  ///
  /// - Returns: false where there are too many changes to try them.
  private mutating func add(_ fact: Fact, _ possible: PossibleChanges) -> Bool {
    guard met.insert(fact).inserted else { return true }
    guard let all = possible.options(for: fact) else { return false }
    let options = all.filter { owner == nil || $0.change.owner(in: manifest) == owner }
    if options.isEmpty { return true }
    variables[fact] = UInt32(self.options.count)
    self.options.append(options)
    return true
  }
}

extension Manifest {
  /// Calls `body` with everything that changes may concern of some features and conditions and of the app, in declared order;
  /// with what is named twice twice.
  package func forEachChangeableFact(of named: [References.Target], _ body: (Fact) -> Void) {
    for target in named {
      forEachTest(of: target) { test, isImplied in
        if isImplied { return }
        body(test.fact)
        // An age is changed by what it is the difference of.
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
