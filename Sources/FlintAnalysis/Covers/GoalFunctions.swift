/// For each goal, a function that is true in the states that show it.
struct GoalFunctions: ~Copyable {
  var space: StateSpace
  private(set) var goals: [CoverGoal] = []

  private(set) var functions: [Diagram] = []

  static func found(
    of features: [Int], in manifest: Manifest, _ extent: CoverExtent,
    budgets: StepBudgets = StepBudgets(), _ observe: (CoverStep) -> Void
  ) throws(Cover.TooComplex) -> GoalFunctions {
    var initial = GoalFunctions(StateSpace(manifest, budgets: budgets))
    let failures = initial.find(features, extent, observe)
    guard let first = failures.first else { return initial }
    if Cancellation.isRequested { throw first }
    // If the variables are in the order of their first occurrence, the functions of all features together take too many
    // steps.
    let subjects = [features.map { References.Target.feature($0) }]
    var compact = GoalFunctions(initial.space.separate(for: subjects, .compact))
    if compact.find(features, extent, observe).isEmpty { return compact }
    // The facts of the features that failed come first, in an order in which the goals of each of these features can be
    // computed.
    var hardFirst = GoalFunctions(initial.space.separate(for: subjects, .firstOccurrence))
    for failure in failures {
      for fact in try initial.suitableOrder(for: failure, extent) {
        _ = hardFirst.space.number(of: fact)
      }
    }
    if let failure = hardFirst.find(features, extent, observe).first { throw failure }
    return hardFirst
  }

  /// - Parameter goals: Goals of one feature are consecutive.
  init(
    _ space: consuming StateSpace, _ goals: [CoverGoal] = [], _ functions: [Diagram] = []
  ) {
    self.space = space
    (self.goals, self.functions) = (goals, functions)
    self.space.budget = self.space.budgets.separate
  }

  mutating func keep(_ wanted: Set<CoverGoal>) {
    let kept = goals.indices.filter { wanted.contains(goals[$0]) }
    (goals, functions) = (kept.map { goals[$0] }, kept.map { functions[$0] })
  }

  /// An order of variables for `failure`'s feature, within the limit of steps. Throws if no
  /// ``VariableOrdering`` gives one.
  private func suitableOrder(
    for failure: Cover.TooComplex, _ extent: CoverExtent
  ) throws(Cover.TooComplex) -> [Fact] {
    var last = failure
    for ordering in VariableOrdering.allCases {
      var own = GoalFunctions(space.separate(for: [[.feature(failure.feature)]], ordering))
      guard let failure = own.find([failure.feature], extent, { _ in }).first else {
        return own.space.variables
      }
      last = failure
    }
    throw last
  }

  private mutating func find(
    _ features: [Int], _ extent: CoverExtent, _ observe: (CoverStep) -> Void
  ) -> [Cover.TooComplex] {
    var failures: [Cover.TooComplex] = []
    space.preparePossibleStates()
    for (index, feature) in features.enumerated() {
      observe(.feature(index + 1, of: features.count))
      add(feature, extent)
      guard let reason = space.store.takeFailure() else { continue }
      failures.append(Cover.TooComplex(feature: feature, reason: reason))
      if Cancellation.isRequested { break }
    }
    return failures
  }

  private mutating func add(_ feature: Int, _ extent: CoverExtent) {
    space.resetBudget()
    let status = space.status(of: feature, side: 0)
    for wanted in FeatureStatus.allCases {
      add(CoverGoal(feature, .status(wanted)), space.store.has(wanted, status))
    }
    let positions = space.sides[0].manifest.constraintPositions(of: feature)
    if extent == .statuses || positions.isEmpty { return }
    let met = space.contributions(of: feature, side: 0).map { space.store.isYes($0) }
    let inherited = space.store.isYes(space.inheritedStatus(of: feature, side: 0))
    for (position, alone) in zip(positions, aloneNotTrue(of: met[...], where: .yes)) {
      space.resetBudget()
      add(CoverGoal(feature, .onlyBlocker(position)), space.store.and(inherited, alone))
    }
  }

  /// For each of `met`, true where only this function is not. False outside `condition`. Halving
  /// the list creates about n²/2 nodes for n functions of different variables, the size of the
  /// result.
  private mutating func aloneNotTrue(
    of met: ArraySlice<Diagram>, where condition: Diagram
  ) -> [Diagram] {
    guard space.store.canBe(.yes, condition) else { return met.map { _ in .no } }
    space.resetBudget()
    if met.count == 1 {
      return [space.store.and(space.store.not(met[met.startIndex]), condition)]
    }
    let middle = met.startIndex + met.count / 2
    let first = space.store.join(.and, met[..<middle])
    let second = space.store.join(.and, met[middle...])
    var found = aloneNotTrue(of: met[..<middle], where: space.store.and(second, condition))
    for function in aloneNotTrue(of: met[middle...], where: condition) {
      space.resetBudget()
      found.append(space.store.and(first, function))
    }
    return found
  }

  private mutating func add(_ goal: CoverGoal, _ function: Diagram) {
    guard space.store.canBe(.yes, function) else { return }
    let careSet = space.withinCareSet(function)
    guard space.store.canBe(.yes, careSet) else { return }
    goals.append(goal)
    functions.append(function)
  }
}

/// States that together show all goals, with a lower bound for their number.
struct FoundCover {
  /// Ordered by their distance from a fresh install.
  var states: [DeviceState] = []

  /// Goals of which no state shows two; ``atLeast`` can be higher than their number.
  var bound: [CoverGoal] = []
  var atLeast = 0
}

extension GoalFunctions {
  /// A smallest cover. Beyond the limit of the search, perhaps a larger one.
  mutating func smallestCover(
    _ observe: (CoverStep) -> Void
  ) throws(Cover.TooComplex) -> FoundCover {
    if goals.isEmpty { return FoundCover() }
    if goals.count <= AnalysisLimits.comparedGoals, let found = try exactCover(observe) {
      return found
    }
    let bound = incompatibleGoals(observe)
    try throwIfCancelled(about: goals[0].feature)
    var found = try mergedCover(atLeast: bound.count, observe)
    (found.bound, found.atLeast) = (bound.map { goals[$0] }, bound.count)
    if found.states.count == bound.count || goals.count > AnalysisLimits.maxComparedGoals {
      return found
    }
    guard let exact = try exactCover(observe) else { return found }
    if exact.states.count < found.states.count { found.states = exact.states }
    if exact.atLeast > found.atLeast {
      (found.bound, found.atLeast) = (exact.bound, exact.atLeast)
    }
    return found
  }

  /// Without this check, a canceled search starts thousands of computations that fail at once.
  func throwIfCancelled(about feature: Int) throws(Cover.TooComplex) {
    guard Cancellation.isRequested else { return }
    throw Cover.TooComplex(feature: feature, reason: LimitExceeded(budget: space.budget))
  }

  // MARK: Exact search

  private mutating func exactCover(
    _ observe: (CoverStep) -> Void
  ) throws(Cover.TooComplex) -> FoundCover? {
    var intersections = IntersectionTests()
    space.store.grant(AnalysisLimits.comparisonSteps)
    let common = space.careSet(for: functions)
    let careSet = functions.map { space.store.and($0, common) }
    let goals = goals
    let conflicts = IncompatibilityGraph(
      of: careSet, where: { goals[$0].excludes(goals[$1]) }, &intersections, in: &space.store,
      observe)
    if space.store.takeFailure() != nil { return nil }
    let problem = PartitionProblem(
      functions: conflicts.goals.map { careSet[$0] }, conflicts: conflicts.conflicts,
      intersections: intersections)
    let partition = SmallestPartition(problem, in: &space.store, observe)
    space.store.grant(AnalysisLimits.comparisonSteps)
    var states: [(DeviceState, StateSpace.Distance)] = []
    for group in partition.best.groups {
      states.append(
        try nearestState(
          in: group.function, for: goals[conflicts.goals[group.members[0]]].feature))
    }
    return FoundCover(
      states: Self.nearestFirst(states),
      bound: partition.clique.map { goals[conflicts.goals[$0]] }, atLeast: partition.atLeast)
  }

  static func nearestFirst(_ states: [(DeviceState, StateSpace.Distance)]) -> [DeviceState] {
    states.enumerated().sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }
      .map(\.element.0)
  }

  mutating func state(showing goal: Int) throws(Cover.TooComplex) -> DeviceState {
    space.resetBudget()
    return try nearestState(in: functions[goal], for: goals[goal].feature).0
  }

  /// True in the possible states that show a goal of the feature.
  mutating func possible(
    _ function: Diagram, for feature: Int
  ) throws(Cover.TooComplex) -> Diagram {
    try throwIfCancelled(about: feature)
    let possible = space.withinPossible(function)
    if let reason = space.store.takeFailure() {
      throw Cover.TooComplex(feature: feature, reason: reason)
    }
    return possible
  }

  private mutating func nearestState(
    in function: Diagram, for feature: Int
  ) throws(Cover.TooComplex) -> (DeviceState, StateSpace.Distance) {
    let possible = try possible(function, for: feature)
    if possible == .yes { return (space.state([:]), .zero) }
    let path = space.nearestValues(in: possible)
    let distance = path.reduce(StateSpace.Distance.zero) { sum, value in
      sum + space.nearest(of: value.key, in: ValueSpan(from: value.value, to: value.value + 1)).1
    }
    return (space.state(path), distance)
  }
}
