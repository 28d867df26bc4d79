import FlintCore

/// A greedy algorithm that merges goals into common states without comparing all pairs of goals.
///
/// A state is represented by runs of values (see ``PartialState``), so placing a goal takes as many steps as its
/// function has nodes. Features are placed one at a time, starting with those that are possible on the fewest systems.
/// Of a feature's goals, the one that fits into the fewest states is placed first, as in D. Brélaz, “New methods to
/// color the vertices of a graph” (1979); it goes into the state that the fewest other goals fit into.
struct StateMerging {
  private(set) var states: [PartialState] = []

  /// The goals that have no state because the budget was exceeded or their restrictions were too large.
  private(set) var rest: [Int] = []

  /// The number of visited edges.
  private(set) var steps = 0

  /// The goals to place, with their functions and the budget.
  private let problem: MergeProblem

  init(_ problem: MergeProblem) { self.problem = problem }

  /// Places the goals of one feature into states.
  mutating func place(_ goals: Range<Int>, in space: inout StateSpace) {
    if steps > problem.budget || Cancellation.isRequested {
      rest += goals
      return
    }
    // Statuses come last: most are shown together with a blocker.
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
        // The restriction by the state's other variables is too large to compute.
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

  /// A goal without a state, and the states that it fits into.
  private struct OpenGoal {
    let number: Int

    /// The fit for each state; nil if the goal does not fit.
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

  /// How a goal fits into a state: without a change, or by narrowing the state.
  private enum Fit { case free, narrowing }

  private mutating func fit(
    _ goal: Int, _ state: Int, _ placed: [Int], in space: inout StateSpace
  ) -> Fit? {
    if placed.contains(where: { problem.goals[goal].excludes(problem.goals[$0]) }) { return nil }
    let found = states[state].extended(goal, problem, in: &space, counting: &steps)
    return found.map { $0.isFree ? .free : .narrowing }
  }

  /// Returns a state that already shows the goal; otherwise the one that the fewest other goals fit into.
  private func best(_ candidates: [Fit?], among others: [OpenGoal]) -> Int? {
    if let free = candidates.firstIndex(of: .free) { return free }
    let states = candidates.indices.filter { candidates[$0] != nil }
    let uses = states.map { state in others.count { $0.fits[state] != nil } }
    return states.indices.min { uses[$0] < uses[$1] }.map { states[$0] }
  }
}

/// The input of the merging algorithm.
struct MergeProblem {
  let goals: [CoverGoal]

  /// The function of each goal: true in the possible states that show it.
  let functions: [Diagram]

  /// The classes of variables that restrict each other; see ``StateSpace/restrictionClasses(of:)``.
  let classes: [UInt32: Int]

  /// The budget in steps; when it is exceeded, the remaining goals are not placed.
  let budget: Int
}

extension PartialState {
  /// Returns the extension with which the state shows a further goal.
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

  /// Returns the variables with a run that may restrict those of a function.
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
  /// Whether no state shows both goals because they concern one feature, which has one status and at most one only
  /// blocker.
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
  /// Returns few states that show all goals, by greedy merging. The search restarts with another order of features
  /// while there are more than `atLeast` states and the budget lasts.
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
  /// Returns the number of systems on which a function can be true.
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
  /// Sorts features so that those whose goals are in the states with the fewest members come first.
  fileprivate func hardestFirst(in merging: StateMerging) -> [Range<Int>] {
    var sizes: [Int: Int] = [:]
    for state in merging.states {
      for goal in state.members { sizes[goal] = state.members.count }
    }
    let smallest = map { $0.map { sizes[$0] ?? 0 }.min() ?? 0 }
    return indices.sorted { (smallest[$0], $0) < (smallest[$1], $1) }.map { self[$0] }
  }
}
