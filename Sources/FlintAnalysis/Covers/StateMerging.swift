import FlintCore

/// A greedy algorithm that finds common states for goals without comparing all pairs of goals.
///
/// States are represented by runs of values (see ``PartialState``), so placing a goal takes as many steps as its
/// function has edges. Features are placed one at a time, starting with those that are possible on the fewest systems.
/// Of a feature's goals, the one that fits into the fewest states is placed first, as in D. Brélaz, “New methods to
/// color the vertices of a graph” (1979). It is placed into the state that the fewest other goals fit into.
struct StateMerging {
  private(set) var states: [PartialState] = []

  /// The goals without a state, because the budget was exceeded or the restrictions of their values were too complex.
  private(set) var rest: [Int] = []

  /// The number of diagram edges visited so far.
  private(set) var steps = 0

  /// The goals to place, with their functions and the budget.
  private let problem: MergeProblem

  init(_ problem: MergeProblem) { self.problem = problem }

  /// Finds a state for each goal of one feature: an existing state or a new one.
  ///
  /// - Parameter goals: The range of the feature's goals.
  mutating func place(_ goals: Range<Int>, in space: inout StateSpace) {
    if steps > problem.budget || Cancellation.isRequested {
      rest += goals
      return
    }
    // Statuses come last, because most of them are shown together with a blocker.
    let order =
      goals.filter { problem.goals[$0].isBlocker }
      + goals.filter { !problem.goals[$0].isBlocker }
    var open: [OpenGoal] = []
    for goal in order {
      var new = OpenGoal(goal)
      for state in states.indices { new.append(fit(goal, state, [], in: &space)) }
      open.append(new)
    }
    var placed: [Int: [Int]] = [:]
    while let next = open.indices.min(by: { open[$0].choices < open[$1].choices }) {
      let goal = open.remove(at: next)
      let state = best(goal.fits, among: open) ?? states.count
      if state == states.count {
        states.append(PartialState())
        for index in open.indices { open[index].append(nil) }
      }
      guard
        let found = states[state].extended(goal.number, problem, in: &space, counting: &steps)
      else {
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

  /// A goal that has no state yet, with the states that it fits into.
  private struct OpenGoal {
    let number: Int

    /// How the goal fits into each state; nil where it does not fit.
    private(set) var fits: [Fit?] = []

    /// The number of states that the goal fits into.
    private(set) var choices = 0

    init(_ number: Int) { self.number = number }

    mutating func append(_ fit: Fit?) {
      fits.append(fit)
      if fit != nil { choices += 1 }
    }

    mutating func set(_ fit: Fit?, at state: Int) {
      if fits[state] != nil { choices -= 1 }
      fits[state] = fit
      if fit != nil { choices += 1 }
    }
  }

  /// How a goal fits into a set of states: all of them show it already, or only some, so that the set must be narrowed.
  private enum Fit { case free, narrowing }

  private mutating func fit(
    _ goal: Int, _ state: Int, _ placed: [Int], in space: inout StateSpace
  ) -> Fit? {
    if placed.contains(where: { problem.goals[goal].excludes(problem.goals[$0]) }) { return nil }
    let found = states[state].extended(goal, problem, in: &space, counting: &steps)
    return found.map { $0.isFree ? .free : .narrowing }
  }

  /// Returns the index of a state that already shows the goal. Otherwise, returns the state that the fewest other goals
  /// fit into; nil if the goal fits into none.
  private func best(_ candidates: [Fit?], among others: [OpenGoal]) -> Int? {
    if let free = candidates.firstIndex(of: .free) { return free }
    let states = candidates.indices.filter { candidates[$0] != nil }
    let uses = states.map { state in others.count { $0.fits[state] != nil } }
    return states.indices.min { uses[$0] < uses[$1] }.map { states[$0] }
  }
}

/// The input of the algorithm that finds common states for goals.
struct MergeProblem {
  let goals: [CoverGoal]

  /// The function of each goal: true in the possible states that show the goal, false in the others.
  let functions: [Diagram]

  /// The class of each variable. Variables of one class restrict each other's values; see
  /// ``StateSpace/restrictionClasses(of:)``.
  let classes: [UInt32: Int]

  /// The maximum number of steps, which are visited edges. Once it is exceeded, the remaining goals are not placed.
  let budget: Int
}

extension PartialState {
  /// Returns the narrower runs with which the states also show a further goal; nil if there are none or their
  /// computation exceeds the budget.
  fileprivate func extended(
    _ goal: Int, _ problem: MergeProblem, in space: inout StateSpace, counting steps: inout Int
  ) -> Extension? {
    var function = problem.functions[goal]
    let related = restricting(function, problem, in: space)
    if !related.isEmpty {
      space.beginStep()
      do throws(TooLarge) {
        let possible = try space.possible(for: [function], with: related)
        function = try space.store.and(function, possible)
      } catch {
        return nil
      }
    }
    return extended(to: function, in: space, counting: &steps)
  }

  /// Returns the variables with a run whose values may restrict the values of a function's variables.
  private func restricting(
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
  /// Whether the goals concern the same feature and therefore no state shows both. A feature has one status at a time,
  /// at most one constraint is its only blocker, and no constraint blocks an available feature.
  func excludes(_ other: CoverGoal) -> Bool {
    guard feature == other.feature else { return false }
    switch (sight, other.sight) {
    case (.status(let one), .status(let other)): return one != other
    case (.onlyBlocker(let one), .onlyBlocker(let other)): return one != other
    case (.status(let status), .onlyBlocker), (.onlyBlocker, .status(let status)):
      return status == .available
    }
  }
}

extension GoalFunctions {
  /// Returns a small set of states that shows all goals, found by a greedy algorithm. The search restarts with another
  /// order of features while it has more than `atLeast` states and the budget is not exceeded.
  mutating func mergedCover(
    atLeast: Int, _ observe: (CoverStep) -> Void
  ) throws(Cover.TooComplex) -> FoundCover {
    var possible: [Diagram] = []
    for (goal, function) in zip(goals, functions) {
      try throwIfCancelled(about: goal.feature)
      space.beginStep()
      do throws(TooLarge) { possible.append(try space.withinPossible(function)) } catch {
        throw Cover.TooComplex(feature: goal.feature, reason: error)
      }
    }
    let classes = space.restrictionClasses(of: space.store.variables(of: possible))
    var families = families
    let systems = families.map { $0.map { space.systemCount(of: functions[$0]) }.min() ?? 0 }
    families = families.indices.sorted { (systems[$0], $0) < (systems[$1], $1) }.map {
      families[$0]
    }
    var best: StateMerging?
    var steps = 0
    for round in 0..<AnalysisLimits.mergeRounds {
      let problem = MergeProblem(
        goals: goals, functions: possible, classes: classes,
        budget: AnalysisLimits.mergeSteps - steps)
      var merging = StateMerging(problem)
      for (number, family) in families.enumerated() {
        if round == 0 { observe(.placing(number + 1, of: families.count)) }
        merging.place(family, in: &space)
      }
      try throwIfCancelled(about: goals[0].feature)
      steps += merging.steps
      let isBetter = merging.rest.isEmpty && merging.states.count < best?.states.count ?? .max
      if best == nil || isBetter { best = merging }
      guard let best, best.states.count > atLeast, steps < AnalysisLimits.mergeSteps else { break }
      observe(.states(best.states.count - 1))
      families = families.hardestFirst(in: merging)
    }
    let found = (best?.states ?? []).map { state in
      let nearest = state.nearestValues(in: space)
      return (space.state(nearest.values), nearest.distance)
    }
    return FoundCover(states: Self.nearestFirst(found))
  }
}

extension StateSpace {
  /// Returns the number of systems (platforms with a version) on which a function can be true.
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
  /// Returns the features' ranges of goals in a new order: first the features with a goal in a state that shows few
  /// goals.
  fileprivate func hardestFirst(in merging: StateMerging) -> [Range<Int>] {
    var sizes: [Int: Int] = [:]
    for state in merging.states {
      for goal in state.members { sizes[goal] = state.members.count }
    }
    let smallest = map { $0.map { sizes[$0] ?? 0 }.min() ?? 0 }
    return indices.sorted { (smallest[$0], $0) < (smallest[$1], $1) }.map { self[$0] }
  }
}
