/// Goals as vertices; an edge connects two that no state shows together. A goal is omitted if every
/// state that shows some other goal shows it too.
struct IncompatibilityGraph {
  /// Ascending indices into the list of all goals, without the omitted ones.
  private(set) var goals: [Int] = []

  private(set) var conflicts: [IndexBits] = []

  /// - Parameters:
  /// - functions: By goal, true in the states that show it.
  /// - areExclusive: Whether two goals are known to exclude each other. Comparing such a pair would
  ///   take the most steps, because a comparison ends early only at a common state.
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

  private struct Witnesses {
    /// The goals that some witness state shows together with this one.
    var together: IndexBits

    /// The goals of every witness state that shows this one. Only they can be implied by it.
    var always: IndexBits

    func isWitness(against goal: Int) -> Bool { !always.contains(goal) }
  }

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
