/// Assigns each goal to a ``PartialState``, one feature after another. The partial state is then
/// restricted to states that show the goal. Greedy, as DSATUR (D. Brélaz, “New methods to color the
/// vertices of a graph”, 1979): of a feature's goals, the one that fits into the fewest partial
/// states comes first. It goes to one that shows it already, else to one into which the fewest
/// other goals fit.
struct StateMerging {
  private(set) var states: [PartialState] = []

  /// Goals for which no state was found within the limit of steps.
  private(set) var rest: [Int] = []

  private(set) var steps = 0

  private let problem: MergeProblem

  init(_ problem: MergeProblem) { self.problem = problem }

  /// - Parameter goals: One feature's range in the list of all goals.
  mutating func assign(_ goals: Range<Int>, in space: inout StateSpace) {
    if steps > problem.budget || Cancellation.isRequested {
      rest += goals
      return
    }
    // Statuses come last, because a state that shows a blocker usually shows a status of the feature that is a goal
    // too.
    let order =
      goals.filter { problem.goals[$0].isBlocker }
      + goals.filter { !problem.goals[$0].isBlocker }
    var open: [OpenGoal] = []
    for goal in order {
      let fits = states.indices.map { fit(goal, $0, [], in: &space) }
      open.append(OpenGoal(number: goal, fits: fits, choices: fits.count { $0 != nil }))
    }
    var placed: [Int: [Int]] = [:]
    while let next = open.indices.min(by: { open[$0].choices < open[$1].choices }) {
      let goal = open.remove(at: next)
      let state = best(goal.fits, among: open) ?? states.count
      if state == states.count {
        states.append(PartialState())
        for index in open.indices { open[index].fits.append(nil) }
      }
      guard let found = extended(states[state], by: goal.number, beside: open, in: &space) else {
        // The restriction that the state's other variables impose is too complex to compute.
        rest.append(goal.number)
        continue
      }
      let isFirst = states[state].members.isEmpty
      states[state].add(goal.number, found)
      placed[state, default: []].append(goal.number)
      for index in open.indices where isFirst || open[index].fits[state] != nil {
        let fit = fit(open[index].number, state, placed[state] ?? [], in: &space)
        open[index].set(fit, at: state)
      }
    }
  }

  /// Restricts a partial state to states that show `goal`. Nil if there are none, or after too many
  /// steps. A new partial state also keeps, if possible, states that show another goal of the
  /// feature that fits nowhere; such a goal would otherwise often need a state of its own.
  /// - Parameter open: The feature's other goals, not yet assigned.
  private mutating func extended(
    _ state: PartialState, by goal: Int, beside open: [OpenGoal], in space: inout StateSpace
  ) -> PartialState.Extension? {
    guard let nearest = state.extended(goal, problem, in: &space, counting: &steps) else {
      return nil
    }
    guard state.members.isEmpty else { return nearest }
    let others = open.filter {
      $0.choices == 0 && !problem.goals[$0.number].excludes(problem.goals[goal])
    }
    var extended = state
    extended.add(goal, nearest)
    for other in others
    where extended.extended(other.number, problem, in: &space, counting: &steps) != nil {
      return nearest
    }
    for other in others {
      let both = space.store.and(problem.functions[goal], problem.functions[other.number])
      if let found = state.extended(to: both, in: space, counting: &steps) { return found }
    }
    return nearest
  }

  private struct OpenGoal {
    let number: Int
    var fits: [Fit?]
    var choices: Int

    mutating func set(_ fit: Fit?, at state: Int) {
      if fits[state] != nil { choices -= 1 }
      fits[state] = fit
      if fit != nil { choices += 1 }
    }
  }

  /// Whether all states within a ``PartialState`` show a goal, or only some.
  private enum Fit { case free, narrowing }

  private mutating func fit(
    _ goal: Int, _ state: Int, _ placed: [Int], in space: inout StateSpace
  ) -> Fit? {
    if placed.contains(where: { problem.goals[goal].excludes(problem.goals[$0]) }) { return nil }
    let found = states[state].extended(goal, problem, in: &space, counting: &steps)
    return found.map { $0.isFree ? .free : .narrowing }
  }

  private func best(_ candidates: [Fit?], among others: [OpenGoal]) -> Int? {
    if let free = candidates.firstIndex(of: .free) { return free }
    let states = candidates.indices.filter { candidates[$0] != nil }
    let uses = states.map { state in others.count { $0.fits[state] != nil } }
    return states.indices.min { uses[$0] < uses[$1] }.map { states[$0] }
  }
}

struct MergeProblem {
  let goals: [CoverGoal]

  /// True in the possible states that show the goal, by goal.
  let functions: [Diagram]

  /// Classes by variable; see ``StateSpace/restrictionClasses(of:)``.
  let classes: [UInt32: Int]

  /// The most visited edges. Beyond it, the remaining goals get no state.
  let budget: Int
}

extension PartialState {
  fileprivate func extended(
    _ goal: Int, _ problem: MergeProblem, in space: inout StateSpace, counting steps: inout Int
  ) -> Extension? {
    var function = problem.functions[goal]
    let related = variablesRestricting(function, problem, in: space)
    if !related.isEmpty {
      let possible = space.possible(for: [function], with: related)
      function = space.store.and(function, possible)
      if space.store.isSpent { return nil }
    }
    return extended(to: function, in: space, counting: &steps)
  }

  private func variablesRestricting(
    _ function: Diagram, _ problem: MergeProblem, in space: borrowing StateSpace
  ) -> [UInt32] {
    if problem.classes.isEmpty { return [] }
    let touched = Set(space.store.variables(of: [function]).compactMap { problem.classes[$0] })
    if touched.isEmpty { return [] }
    return runs.filter { variable, run in
      guard let known = problem.classes[variable], touched.contains(known) else { return false }
      // A product that is not purchased excludes no other product.
      if case .product = space.variables[Int(variable)] { return run.from > 0 }
      return true
    }.keys.sorted()
  }
}

extension CoverGoal {
  /// Whether it is certain that no state shows both goals.
  func excludes(_ other: CoverGoal) -> Bool {
    guard feature == other.feature else { return false }
    switch (result, other.result) {
    case (.status(let one), .status(let other)): return one != other
    case (.onlyBlocker(let one), .onlyBlocker(let other)): return one != other
    case (.status(let status), .onlyBlocker), (.onlyBlocker, .status(let status)):
      return status == .available
    case (.ofSuite, _), (_, .ofSuite): return false
    }
  }
}

extension GoalFunctions {
  /// States that show all goals, few but not always the fewest. Repeats the search with other
  /// orders of the features until only `atLeast` states are left or after
  /// ``AnalysisLimits/mergeRounds``.
  mutating func mergedCover(
    atLeast: Int, _ observe: (CoverStep) -> Void
  ) throws(Cover.TooComplex) -> FoundCover {
    var possible: [Diagram] = []
    for (goal, function) in zip(goals, functions) {
      space.resetBudget()
      possible.append(try self.possible(function, for: goal.feature))
    }
    let classes = space.restrictionClasses(of: space.store.variables(of: possible))
    var families = families
    let systems = families.map { $0.map { space.systemCount(of: functions[$0]) }.min() ?? 0 }
    families = families.indices.sorted { (systems[$0], $0) < (systems[$1], $1) }.map {
      families[$0]
    }
    var best: StateMerging?
    var steps = 0
    space.store.grant(AnalysisLimits.mergeSteps)
    for round in 0..<AnalysisLimits.mergeRounds {
      let problem = MergeProblem(
        goals: goals, functions: possible, classes: classes,
        budget: AnalysisLimits.mergeSteps - steps)
      var merging = StateMerging(problem)
      for (number, family) in families.enumerated() {
        if round == 0 { observe(.placing(number + 1, of: families.count)) }
        merging.assign(family, in: &space)
      }
      try throwIfCancelled(about: goals[0].feature)
      steps += merging.steps
      let isBetter = merging.rest.isEmpty && merging.states.count < best?.states.count ?? .max
      if best == nil || isBetter { best = merging }
      guard let best, best.states.count > atLeast, steps < AnalysisLimits.mergeSteps else { break }
      observe(.states(best.states.count - 1))
      families = families.hardestFirst(in: merging)
    }
    _ = space.store.takeFailure()
    let found = (best?.states ?? []).map { state in
      let nearest = state.nearestValues(in: space)
      return (space.state(nearest.values), nearest.distance)
    }
    return FoundCover(states: Self.nearestFirst(found))
  }
}

extension StateSpace {
  /// The number of ``StateSpace/systems`` in which the function can be true. Only the root can test
  /// the system, the first variable in every order.
  fileprivate func systemCount(of function: Diagram) -> Int {
    guard store.variable(of: function) == Self.system else { return systems.count }
    let edges = Array(store.edges(of: function))
    return edges.indices.reduce(0) { sum, index in
      let end = index + 1 < edges.count ? Int(edges[index + 1].from) : systems.count
      return store.canBe(.yes, edges[index].child) ? sum + end - Int(edges[index].from) : sum
    }
  }
}

extension [Range<Int>] {
  /// Puts features first whose states show the fewest other goals. Their goals are hard to combine.
  fileprivate func hardestFirst(in merging: StateMerging) -> [Range<Int>] {
    var sizes: [Int: Int] = [:]
    for state in merging.states {
      for goal in state.members { sizes[goal] = state.members.count }
    }
    let smallest = map { $0.map { sizes[$0] ?? 0 }.min() ?? 0 }
    return indices.sorted { (smallest[$0], $0) < (smallest[$1], $1) }.map { self[$0] }
  }
}
