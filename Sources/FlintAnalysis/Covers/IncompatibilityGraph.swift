/// A graph whose vertices are the goals of a cover. An edge connects two goals that no state shows together. For
/// example, “a is available” and “a is unavailable” are connected. The graph omits each goal that is shown in every
/// state that shows some other goal, because it suffices to search for a state for the other goal.
struct IncompatibilityGraph {
  /// The goals (results that some state must show) in the graph, as ascending indices into the list of all goals. A set
  /// of states that shows these goals also shows the omitted ones.
  private(set) var goals: [Int] = []

  /// For each goal in ``goals``, the goals that no state shows together with it, as indices into ``goals``.
  private(set) var conflicts: [IndexBits] = []

  /// - Parameters:
  ///   - functions: The function of each goal.
  ///   - areExclusive: Returns whether it is known without a comparison that no state shows both goals, for instance
  ///     because they are different statuses of one feature. Such a pair would take the most steps to compare, because
  ///     a comparison ends early only if it finds a common state.
  init(
    of functions: [Diagram], where areExclusive: (_ goal: Int, _ other: Int) -> Bool,
    _ intersections: inout IntersectionTests, in store: inout DiagramStore,
    _ observe: (CoverStep) -> Void
  ) throws(TooLarge) {
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

  /// The result of comparing one goal (a result that some state must show) with all others in a few example states. For
  /// each goal, one state that shows it is computed, its witness state. Goals that the same witness state shows are
  /// compatible.
  private struct Witnesses {
    /// The goals (results that some state must show) that at least one witness state shows together with this goal.
    /// They are compatible with this goal.
    var together: IndexBits

    /// The goals (results that some state must show) that are shown in every witness state that shows this goal. Only
    /// they can be shown in all states that show this goal, so that only they are tested further.
    var always: IndexBits

    func isWitness(against goal: Int) -> Bool { !always.contains(goal) }
  }

  /// Computes a witness state for each goal (a result that some state must show) and compares the goals in these
  /// states. Returns one result for each goal. This proves most pairs of goals compatible without an expensive test of
  /// their functions.
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
