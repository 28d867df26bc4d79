import FlintCore

extension GoalFunctions {
  /// States that show all goals, from the nearest to a fresh install on.
  mutating func smallestCover(
    _ observe: (CoverStep) -> Void
  ) throws(Cover.Entangled) -> (
    states: [DeviceState], bound: [CoverGoal], atLeast: Int
  ) {
    if goals.isEmpty { return ([], [], 0) }
    var meetings = Meetings()
    let conflicts: GoalConflicts
    do throws(TooLarge) {
      space.store.grant(AnalysisLimits.comparisons)
      conflicts = try GoalConflicts(of: functions, &meetings, in: &space.store, observe)
    } catch {
      throw Cover.Entangled(feature: goals[0].feature, reason: error)
    }
    let problem = PartitionProblem(
      functions: conflicts.deciding.map { functions[$0] }, conflicts: conflicts.conflicts,
      meetings: meetings)
    let partition = SmallestPartition(problem, in: &space.store, observe)
    space.store.grant(AnalysisLimits.comparisons)
    var possible: [Diagram] = []
    for group in partition.best.groups {
      do throws(TooLarge) {
        possible.append(try space.withinPossible(group.function))
      } catch {
        throw Cover.Entangled(feature: goals[0].feature, reason: error)
      }
    }
    let states = possible.map { nearestState(in: $0) }
      .enumerated().sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }
    return (
      states.map(\.element.0), partition.clique.map { goals[conflicts.deciding[$0]] },
      partition.atLeast
    )
  }

  /// The state nearest to a fresh install in which a function is yes, and how far it is from there.
  private func nearestState(in function: Diagram) -> (DeviceState, StateSpace.Distance) {
    if function == .yes { return (space.state([:]), .zero) }
    var values: [UInt32: UInt32]?
    do throws(TooLarge) {
      var paths = NearestPaths()
      try paths.measure(function, .no, in: space)
      values = paths.values((.yes, .no), function, .no)
    } catch {}
    let path = values ?? space.store.path(toYesIn: function)
    let distance = path.reduce(StateSpace.Distance.zero) { sum, value in
      sum + space.nearest(of: value.key, from: value.value, to: value.value + 1).1
    }
    return (space.state(path), distance)
  }
}
