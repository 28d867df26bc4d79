/// A graph of incompatible goals: an edge connects two goals that no state shows together. The graph omits goals that
/// need no attention: if every state that shows some other goal shows this one too, it suffices to search for the
/// other.
struct IncompatibilityGraph {
  /// The goals in the graph, as ascending indices into the list of all goals. States that together show all of these
  /// goals show every goal.
  private(set) var goals: [Int] = []

  /// The neighbours of each goal in ``goals``, that is, the goals incompatible with it, as indices into that list.
  private(set) var conflicts: [IndexBits] = []

  /// - Parameters:
  ///   - functions: The function of each goal.
  ///   - areExclusive: Whether two goals are known to be incompatible. Comparing the functions of such a pair takes the
  ///     most steps, because no early common state ends the comparison.
  init(
    of functions: [Diagram], where areExclusive: (_ goal: Int, _ other: Int) -> Bool,
    _ intersections: inout IntersectionTests, in store: inout DiagramStore,
    _ observe: (CoverStep) -> Void
  ) throws(TooLarge) {
    let shown = Self.shownTogether(functions, in: store)
    var isSpared = [Bool](repeating: false, count: functions.count)
    for goal in functions.indices {
      observe(.comparing(goal + 1, of: functions.count))
      // A goal is omitted if every state that shows some other goal shows this goal too.
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

  /// The results of comparing one goal with all others by example. For each goal, one state that shows it is computed,
  /// its witness state, which may show other goals too.
  private struct Witnesses {
    /// The goals that occur in at least one witness state together with this goal, so that they are compatible with it.
    var together: IndexBits

    /// The goals that occur in every witness state in which this goal occurs. Only they can occur in all states with
    /// this goal, so only they are tested for that.
    var always: IndexBits

    func isWitness(against goal: Int) -> Bool { !always.contains(goal) }
  }

  /// Computes a witness state for each goal and compares the goals in these states. Returns one result for each goal.
  /// This proves most pairs of goals compatible without an expensive test of their functions.
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
