/// A graph whose vertices are the goals (situations to test, such as “feature a is unavailable”). An edge connects two
/// goals that no state shows together. For example, “feature a is available” and “feature a is unavailable” are
/// connected.
///
/// The graph omits a goal if every state that shows a certain other goal shows it too. For example, if b requires a,
/// every state with “feature b is available” also shows “feature a is available”, so that only the goal about b is
/// needed.
struct IncompatibilityGraph {
  /// The nodes of this graph, whose edges connect goals (situations to test) that no state shows together. The elements
  /// are ascending indices into the list of all goals. Some goals are left out, because every state that shows a
  /// certain goal of the graph also shows them.
  private(set) var goals: [Int] = []

  /// For each goal (a situation to test) in ``goals``, the goals that no state shows together with it, as indices into
  /// ``goals``.
  private(set) var conflicts: [IndexBits] = []

  /// Creates the graph for some goals (situations to test). Compares the goals in pairs, to find the goals that can be
  /// omitted and the pairs that no state shows together.
  ///
  /// - Parameters:
  ///   - functions: For each goal, a function that is true in the states that show the goal.
  ///   - areExclusive: Returns true if it is known without a comparison of their functions that no state shows both
  ///     goals, for instance because they are different statuses of one feature. Such a pair would take the most steps
  ///     to compare, because a comparison ends early only if it finds a common state.
  init(
    of functions: [Diagram], where areExclusive: (_ goal: Int, _ other: Int) -> Bool,
    _ intersections: inout IntersectionTests, in store: inout DiagramStore,
    _ observe: (CoverStep) -> Void
  ) throws(LimitExceeded) {
    let shown = Self.shownTogether(functions, in: store)
    var isSpared = [Bool](repeating: false, count: functions.count)
    for goal in functions.indices {
      observe(.comparing(goal + 1, of: functions.count))
      // A goal is omitted if it is shown in every state that shows some other goal.
      for other in functions.indices where other != goal && !isSpared[other] {
        guard !shown[other].isWitness(against: goal) else { continue }
        let without = try store.not(functions[goal])
        if try !intersections.intersects(functions[other], without, in: &store) {
          isSpared[goal] = true
          break
        }
      }
    }
    goals = functions.indices.filter { !isSpared[$0] }
    conflicts = goals.map { _ in IndexBits(limit: goals.count) }
    for (index, goal) in goals.enumerated() {
      for (otherIndex, other) in goals[..<index].enumerated()
      where !shown[goal].together.contains(other) {
        if !areExclusive(goal, other),
          try intersections.intersects(functions[goal], functions[other], in: &store)
        {
          continue
        }
        conflicts[index].insert(otherIndex)
        conflicts[otherIndex].insert(index)
      }
    }
  }

  /// The result of comparing one goal of a cover (see ``CoverGoal``), “this goal”, with all others in the witness
  /// states. A witness state is an example: for every goal of the cover, one state that shows this goal and perhaps
  /// others is computed. Two goals that occur in the same witness state are compatible.
  private struct Witnesses {
    /// The goals (situations to test) that at least one witness state shows together with the goal of this result. They
    /// are compatible with it.
    var together: IndexBits

    /// The goals (situations to test) that occur in every witness state in which this goal occurs. For every other
    /// goal, a witness state proves that a state can show this goal without the other one. Only the goals in this set
    /// must therefore still be tested: perhaps every state that shows this goal also shows them.
    var always: IndexBits

    func isWitness(against goal: Int) -> Bool { !always.contains(goal) }
  }

  /// For each goal of a cover (see ``CoverGoal``), computes one state that shows it, its witness state, and finds out
  /// which other goals this state shows. Two goals that occur in one witness state are compatible. This settles most
  /// pairs of goals; only the other pairs need an expensive comparison of functions.
  private static func shownTogether(
    _ functions: [Diagram], in store: borrowing DiagramStore
  ) -> [Witnesses] {
    let limit = functions.count
    var witnesses = functions.map { _ in
      Witnesses(together: IndexBits(limit: limit), always: IndexBits(allBelow: limit))
    }
    for function in functions {
      let path = store.path(toYesIn: function)
      var shown = IndexBits(limit: limit)
      for (goal, function) in functions.enumerated() where store.isYes(function, at: path) {
        shown.insert(goal)
      }
      for goal in shown.members {
        witnesses[goal].together.formUnion(shown)
        witnesses[goal].always.formIntersection(shown)
      }
    }
    return witnesses
  }
}
