import FlintModel

/// States that together show all goals, with a lower bound for the number of such states.
struct FoundCover {
  /// From the nearest to a fresh install.
  var states: [DeviceState] = []

  /// Goals of which no state shows two; ``atLeast`` can be higher than their number.
  var bound: [CoverGoal] = []
  var atLeast = 0
}

extension GoalFunctions {
  /// Larger than necessary where the search exceeds its limit.
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
    let conflicts: IncompatibilityGraph
    var careSet: [Diagram] = []
    do throws(LimitExceeded) {
      space.store.grant(AnalysisLimits.comparisonSteps)
      let common = try space.careSet(for: functions)
      for function in functions { careSet.append(try space.store.and(function, common)) }
      let goals = goals
      conflicts = try IncompatibilityGraph(
        of: careSet, where: { goals[$0].excludes(goals[$1]) }, &intersections, in: &space.store,
        observe)
    } catch {
      return nil
    }
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

  private mutating func nearestState(
    in function: Diagram, for feature: Int
  ) throws(Cover.TooComplex) -> (DeviceState, StateSpace.Distance) {
    try throwIfCancelled(about: feature)
    let possible: Diagram
    do throws(LimitExceeded) { possible = try space.withinPossible(function) } catch {
      throw Cover.TooComplex(feature: feature, reason: error)
    }
    if possible == .yes { return (space.state([:]), .zero) }
    var values: [UInt32: UInt32]?
    do throws(LimitExceeded) {
      var paths = NearestPaths()
      try paths.measure(possible, .no, in: space)
      values = paths.values((.yes, .no), possible, .no)
    } catch {}
    let path = values ?? space.store.path(toYesIn: possible)
    let distance = path.reduce(StateSpace.Distance.zero) { sum, value in
      sum + space.nearest(of: value.key, from: value.value, to: value.value + 1).1
    }
    return (space.state(path), distance)
  }
}
