package import FlintCore

/// The change space: the possible changes to a state, in declared order, and functions of the changes made.
///
/// Each variable is a fact that can be changed. Its value 0 keeps the fact, and every other value is one change. The
/// variables are ordered as the constraints concerned are listed, the feature's own constraints first.
struct ChangeSpace: ~Copyable {
  let manifest: Manifest
  let base: ResolvedState
  let allowances: PlanAllowances
  let owner: Owner?
  var store = DiagramStore()

  /// A possible change of one fact.
  struct Option {
    let change: Change

    /// The direction of the new value; nil for values without an order. Of the changes of a fact in one direction, a
    /// plan uses only the first that suffices.
    var ladder: Ladder?

    /// Whether plans use the change even if a change to a nearer value in the same direction suffices, because a
    /// constraint lists its value explicitly.
    var isNamed = false
  }

  /// A direction in which changes of a fact are tried, from the nearest value to the farthest.
  enum Ladder {
    case up, down
  }

  /// The changes of each variable; value 1 is the first change.
  private(set) var options: [[Option]] = []

  /// The variable of each fact that some change concerns.
  private var variables: [Fact: UInt32] = [:]

  /// The facts added so far, including those that no change concerns.
  private var met: Set<Fact> = []

  /// A cache for the partitions of facts with many values.
  private var rows: [Fact: ValuePartition] = [:]

  /// A cache for the functions that formulas share.
  var meanings: [MeaningReference: Diagram] = [:]

  /// The state for each value of the system's variable; only the base state if the system cannot change.
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

  /// Returns the change that a value of a variable makes.
  func change(_ variable: UInt32, _ value: Int) -> Change {
    options[Int(variable)][value - 1].change
  }

  /// Returns the partition of the values that a fact has for each value of its variable.
  mutating func row(of fact: Fact) -> ValuePartition {
    if let known = rows[fact] { return known }
    let row = ValuePartition(values(of: fact))
    if row.isLong { rows[fact] = row }
    return row
  }

  /// Returns the value that a fact has for each value of its variable; only the current value if the fact cannot
  /// change.
  func values(of fact: Fact) -> [FactValue] {
    let now = base.given.value(of: fact)
    guard let variable = variables[fact] else { return [now] }
    return [now] + options[Int(variable)].map(\.change.value)
  }

  // MARK: Possible changes

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

  /// Adds a variable for a fact, unless it exists. Changes of other owners are left out, and so is a variable without
  /// changes.
  ///
  /// - Returns: False if there are too many changes to try.
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
  /// Calls `body` with every fact that changes may concern, for some features and conditions and for the app, in
  /// declared order. A fact that occurs twice is passed twice.
  package func forEachChangeableFact(of named: [References.Target], _ body: (Fact) -> Void) {
    for target in named {
      forEachTest(of: target) { test, isImplied in
        if isImplied { return }
        body(test.fact)
        // An age changes with the two dates it is computed from.
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
