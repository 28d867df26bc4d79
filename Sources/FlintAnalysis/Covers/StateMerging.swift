import FlintModel
import FlintLogic

/// A greedy algorithm (similar to DSATUR, Brélaz 1979) that finds states that show several goals at once, without
/// comparing all pairs of goals. A goal is a situation to test, such as “feature a is unavailable”.
///
/// The algorithm assigns each goal to a set of states (a ``PartialState``), one feature after another, and restricts
/// the set to the states that show the goal. Single states are chosen at the end. A test whether a goal fits into such
/// a set visits each edge of the goal's function at most once. Of a feature's goals, the one that fits into the fewest
/// sets is assigned first, as in D. Brélaz, “New methods to color the vertices of a graph” (1979). It is assigned to a
/// set whose states all show it already or, if there is none, to the set that the fewest other goals of the feature fit
/// into.
///
/// For example, the goal “iOS 16 or later” first gets its own set. The goal “the toggle is on” fits into this set,
/// which is then restricted to states on iOS 16 or later with the toggle on.
struct StateMerging {
  private(set) var states: [PartialState] = []

  /// The indices of the goals (situations to test) for which no state was chosen, because the limit of steps was
  /// exceeded, or because it is too complex to compute whether a possible state shows them.
  private(set) var rest: [Int] = []

  private(set) var steps = 0

  private let problem: MergeProblem

  init(_ problem: MergeProblem) { self.problem = problem }

  /// Assigns each goal (a situation to test) of one feature to a set of states: an existing set or a new one.
  ///
  /// - Parameter goals: The feature's goals, as a range of indices into the list of all goals.
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

  /// Returns a restriction of a set of states to those that show a goal (a situation to test) of a feature; nil if
  /// there are none or if it takes too many steps to find them.
  ///
  /// A new set, to which no goal has been assigned yet, is restricted so that, if possible, some of its states also
  /// show another goal of the same feature, one that fits into no existing set. Without this, such a goal would often
  /// need a state of its own. For example, a product is a feature's only blocker both if it is not purchased
  /// (“unavailable”) and if the store has not reported its purchase (“undetermined”). Of the states with this only
  /// blocker, the one that differs least from a fresh install usually has the status “unavailable”, so that
  /// “undetermined” would need another state.
  ///
  /// - Parameter open: The other goals of the feature that have no set yet.
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
      if let both = try? space.store.and(problem.functions[goal], problem.functions[other.number]),
        let found = state.extended(to: both, in: space, counting: &steps)
      {
        return found
      }
    }
    return nearest
  }

  private struct OpenGoal {
    let number: Int

    /// For each set of states to which goals (situations to test) have been assigned so far, how this goal fits into
    /// the set; nil if no state of the set shows this goal.
    private(set) var fits: [Fit?] = []

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

  /// How a goal of a cover fits into a set of states. Either all states of the set show the goal already (`free`), or
  /// only some do, so that the set must be restricted to these (`narrowing`).
  private enum Fit { case free, narrowing }

  private mutating func fit(
    _ goal: Int, _ state: Int, _ placed: [Int], in space: inout StateSpace
  ) -> Fit? {
    if placed.contains(where: { problem.goals[goal].excludes(problem.goals[$0]) }) { return nil }
    let found = states[state].extended(goal, problem, in: &space, counting: &steps)
    return found.map { $0.isFree ? .free : .narrowing }
  }

  /// Returns the index of the best set of states for a goal (a situation to test): a set whose states all show the goal
  /// already or, if there is none, the set that the fewest other goals of the feature fit into. Returns nil if the goal
  /// fits into no set.
  ///
  /// - Parameters:
  ///   - candidates: How the goal fits into each set of states.
  ///   - others: The other goals of the feature that have no set yet.
  private func best(_ candidates: [Fit?], among others: [OpenGoal]) -> Int? {
    if let free = candidates.firstIndex(of: .free) { return free }
    let states = candidates.indices.filter { candidates[$0] != nil }
    let uses = states.map { state in others.count { $0.fits[state] != nil } }
    return states.indices.min { uses[$0] < uses[$1] }.map { states[$0] }
  }
}

/// The input of ``StateMerging``, the algorithm that finds states that show several goals (situations to test) at once.
struct MergeProblem {
  let goals: [CoverGoal]

  /// For each goal (a situation to test), a function that is true in the possible states that show the goal, and false
  /// in the others.
  let functions: [Diagram]

  /// A number for the class of each variable. The values of variables of one class can exclude each other. For example,
  /// a user can have only one of two subscriptions of the same group; see ``StateSpace/restrictionClasses(of:)``.
  let classes: [UInt32: Int]

  /// The maximum number of steps (visited edges of decision diagrams). Once it is exceeded, the remaining goals are not
  /// assigned to states.
  let budget: Int
}

extension PartialState {
  /// Returns a restriction of this set of states to those that also show another goal (a situation to test); nil if
  /// there are none, or if the computation exceeds the limit of steps.
  fileprivate func extended(
    _ goal: Int, _ problem: MergeProblem, in space: inout StateSpace, counting steps: inout Int
  ) -> Extension? {
    var function = problem.functions[goal]
    let related = variablesRestricting(function, problem, in: space)
    if !related.isEmpty {
      do throws(LimitExceeded) {
        let possible = try space.possible(for: [function], with: related)
        function = try space.store.and(function, possible)
      } catch {
        return nil
      }
    }
    return extended(to: function, in: space, counting: &steps)
  }

  /// Returns the variables that this set of states (a ``PartialState``) restricts and whose values can rule out values
  /// of variables that `function` tests. For instance, if the set allows only states in which a subscription is
  /// purchased, then the other subscriptions of its group are not purchased in these states, which matters to a
  /// function that tests one of them.
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
  /// Whether no state shows this goal (a situation to test) and another goal, because they are about the same feature.
  /// A feature has one status at a time, and at most one constraint is its only blocker. An available feature has no
  /// blocker.
  func excludes(_ other: CoverGoal) -> Bool {
    guard feature == other.feature else { return false }
    switch (result, other.result) {
    case (.status(let one), .status(let other)): return one != other
    case (.onlyBlocker(let one), .onlyBlocker(let other)): return one != other
    case (.status(let status), .onlyBlocker), (.onlyBlocker, .status(let status)):
      return status == .available
    }
  }
}

extension GoalFunctions {
  /// Returns a small set of states that shows all goals of a cover (see ``CoverGoal``), found by a greedy algorithm.
  /// The search is repeated with another order of the features until it has found a set of only `atLeast` states, the
  /// limit of steps is reached, or there were ``AnalysisLimits/mergeRounds`` rounds.
  ///
  /// - Parameter atLeast: A lower bound for the number of states; a smaller set cannot exist.
  mutating func mergedCover(
    atLeast: Int, _ observe: (CoverStep) -> Void
  ) throws(Cover.TooComplex) -> FoundCover {
    var possible: [Diagram] = []
    for (goal, function) in zip(goals, functions) {
      try throwIfCancelled(about: goal.feature)
      space.resetBudget()
      do throws(LimitExceeded) { possible.append(try space.withinPossible(function)) } catch {
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
    let found = (best?.states ?? []).map { state in
      let nearest = state.nearestValues(in: space)
      return (space.state(nearest.values), nearest.distance)
    }
    return FoundCover(states: Self.nearestFirst(found))
  }
}

extension StateSpace {
  /// Returns the number of systems (platforms with a version) on which a function can be true. The system is the first
  /// variable in every order, so that only the root of the function's diagram can test it.
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
  /// Returns these ranges of goals (situations to test), one for each feature, in the order in which the next round of
  /// the search for a cover assigns them. In the previous round, `merging`, each goal was assigned to a set of states
  /// that show it and perhaps other goals. The features with a goal whose set shows the fewest goals come first,
  /// because such goals are hard to combine with others.
  fileprivate func hardestFirst(in merging: StateMerging) -> [Range<Int>] {
    var sizes: [Int: Int] = [:]
    for state in merging.states {
      for goal in state.members { sizes[goal] = state.members.count }
    }
    let smallest = map { $0.map { sizes[$0] ?? 0 }.min() ?? 0 }
    return indices.sorted { (smallest[$0], $0) < (smallest[$1], $1) }.map { self[$0] }
  }
}
