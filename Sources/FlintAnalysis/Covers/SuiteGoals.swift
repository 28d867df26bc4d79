/// Outcomes that scenarios do not show, and mutants that survive.
package struct SuiteGoals: ~Copyable {
  private let manifest: Manifest
  private var variant: ManifestVariant
  private var goals: [Int: [Diagram]] = [:]

  /// - Parameter breakpoints: Those of the mutants.
  package init(of manifest: Manifest, _ breakpoints: Breakpoints) {
    self.manifest = manifest
    var space = StateSpace(manifest, condition: breakpoints)
    space.budget = space.budgets.separate
    space.preparePossibleStates()
    variant = ManifestVariant(of: manifest, space)
  }

  package mutating func add(_ outcome: FeatureOutcome) {
    add(outcome.feature) { $0.space.where(outcome) }
  }

  /// Adds a goal: a state in which the mutant changes a status.
  /// - Parameter joinsLast: Whether to merge it with the last goal, if one state can show both.
  package mutating func add(
    _ mutant: Manifest, _ touched: Dependents.AffectedTargets, joinsLast: Bool = false
  ) {
    guard let first = touched.features.first else { return }
    add(first, joinsLast) { variant in
      var differs = Diagram.no
      for feature in touched.features {
        guard let (before, now) = variant.change(of: feature, in: mutant, touched) else { continue }
        differs = variant.store.or(differs, variant.store.differ(before, now))
      }
      return differs
    }
  }

  /// Adds a goal, unless its function exceeds the limit of steps.
  private mutating func add(
    _ feature: Int, _ joinsLast: Bool = false, _ function: (inout ManifestVariant) -> Diagram
  ) {
    variant.space.resetBudget()
    let found = variant.space.withinCareSet(function(&variant))
    let last = joinsLast ? goals[feature]?.last : nil
    let both = variant.store.and(found, last ?? .no)
    guard variant.store.takeFailure() == nil, variant.store.canBe(.yes, found) else { return }
    if variant.store.canBe(.yes, both) {
      goals[feature]?.removeLast()
      goals[feature]?.append(both)
    } else {
      goals[feature, default: []].append(found)
    }
  }

  /// Few states that together show all goals; none beyond the limit of steps. `atLeast` is a lower
  /// bound for their number.
  package consuming func states() -> (states: [DeviceState], atLeast: Int) {
    variant.begin(manifest, touching: [])
    var strongest: [(feature: Int, function: Diagram)] = []
    var known: Set<Diagram> = []
    for (feature, functions) in goals.sorted(by: { $0.key < $1.key }) {
      let new = functions.filter { known.insert($0).inserted }
      strongest += variant.strongest(of: new).map { (feature, $0) }
    }
    let goals = strongest.enumerated().map { CoverGoal($1.feature, .ofSuite($0)) }
    var search = GoalFunctions(variant.space, goals, strongest.map(\.function))
    guard let found = try? search.smallestCover({ _ in }) else { return ([], 0) }
    return (found.states, found.atLeast)
  }
}

extension ManifestVariant {
  /// Omits functions that are true wherever another one is.
  fileprivate mutating func strongest(of functions: [Diagram]) -> [Diagram] {
    if functions.count > AnalysisLimits.impliedGoals { return functions }
    store.grant(space.budget)
    defer { _ = store.takeFailure() }
    var intersections = IntersectionTests()
    return functions.filter { function in
      let without = store.not(function)
      return !functions.contains { other in
        other != function && !intersections.intersects(other, without, in: &store)
          && !store.isSpent
      }
    }
  }
}
