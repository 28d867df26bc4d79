import FlintCore

/// Puts goals into common states, one after the other, without comparing each with each other.
///
/// A state is kept as runs of values (see ``PartialState``), so that a goal takes as many steps as its own function has
/// nodes. Features are placed one at a time, the most restricted to few systems first; of a feature's goals the one that fits into the fewest
/// states goes first, as in D. Brélaz, “New methods to color the vertices of a graph” (1979), into the state that the
/// fewest others fit into.
struct StateMerging {
  private(set) var states: [PartialState] = []

  /// The goals that got no state when the budget was spent.
  private(set) var rest: [Int] = []

  /// Edges looked at.
  private(set) var steps = 0

  /// The current goals of ``GoalFunctions``.
  private let problem: MergeProblem

  init(_ problem: MergeProblem) { self.problem = problem }

  /// Puts the goals of one feature into states.
  mutating func place(_ goals: Range<Int>, in space: inout StateSpace) {
    if steps > problem.budget {
      rest += goals
      return
    }
    // Statuses last: most are shown together with a blocker.
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
        // What it asks is too large beside what the state has.
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

    /// By state; nil where it does not fit.
    private(set) var fits: [Fit?] = []

    /// How many states it fits into.
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

  /// Whether a goal fits into a state without a change, or with one; nil where it does not fit.
  private enum Fit { case free, narrowing }

  private mutating func fit(
    _ goal: Int, _ state: Int, _ placed: [Int], in space: inout StateSpace
  ) -> Fit? {
    if placed.contains(where: { problem.goals[goal].excludes(problem.goals[$0]) }) { return nil }
    let found = states[state].extended(goal, problem, in: &space, counting: &steps)
    return found.map { $0.isFree ? .free : .narrowing }
  }

  /// A state that shows the goal already, else the one that the fewest other goals fit into.
  private func best(_ candidates: [Fit?], among others: [OpenGoal]) -> Int? {
    if let free = candidates.firstIndex(of: .free) { return free }
    let states = candidates.indices.filter { candidates[$0] != nil }
    let uses = states.map { state in others.count { $0.fits[state] != nil } }
    return states.indices.min { uses[$0] < uses[$1] }.map { states[$0] }
  }
}

/// What is put together.
struct MergeProblem {
  let goals: [CoverGoal]

  /// For each goal, yes in the possible states that show it.
  let functions: [Diagram]

  /// See ``StateSpace/restrictionClasses(of:)``.
  let classes: [UInt32: Int]

  /// In steps; beyond it nothing more is put together.
  let budget: Int
}

extension PartialState {
  /// How the state would show a further goal.
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

  /// The variables that the state has a run for and that may restrict those of a function.
  private func restricting(
    _ function: Diagram, _ problem: MergeProblem, in space: borrowing StateSpace
  ) -> [UInt32] {
    if problem.classes.isEmpty { return [] }
    let touched = Set(space.store.variables(of: [function]).compactMap { problem.classes[$0] })
    if touched.isEmpty { return [] }
    return runs.filter { variable, run in
      guard let known = problem.classes[variable], touched.contains(known) else { return false }
      // A product that nobody has excludes no other.
      if case .product = space.variables[Int(variable)] { return run.from > 0 }
      return true
    }.keys.sorted()
  }
}

extension CoverGoal {
  /// Whether no state shows both, as both are about one feature: it has one status, and at most one lone blocker.
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
  /// Few states that show all goals; begun anew while they are more than `atLeast`, as long as the budget lasts.
  mutating func mergedCover(
    atLeast: Int, _ observe: (CoverStep) -> Void
  ) throws(Cover.Entangled) -> FoundCover {
    var possible: [Diagram] = []
    for (goal, function) in zip(goals, functions) {
      space.beginStep()
      do throws(TooLarge) { possible.append(try space.withinPossible(function)) } catch {
        throw Cover.Entangled(feature: goal.feature, reason: error)
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
  /// How many systems there are on which a function can be yes.
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
  /// Those first whose goals got the emptiest states.
  fileprivate func hardestFirst(in merging: StateMerging) -> [Range<Int>] {
    var sizes: [Int: Int] = [:]
    for state in merging.states {
      for goal in state.members { sizes[goal] = state.members.count }
    }
    let smallest = map { $0.map { sizes[$0] ?? 0 }.min() ?? 0 }
    return indices.sorted { (smallest[$0], $0) < (smallest[$1], $1) }.map { self[$0] }
  }
}
