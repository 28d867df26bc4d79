/// A graph of incompatible goals: an edge connects two goals that no state shows together. It omits each goal that
/// another goal implies.
struct IncompatibilityGraph {
  /// The indices of the goals in the graph, in ascending order. States that show all of these goals show every goal.
  private(set) var deciding: [Int] = []

  /// The neighbours of each goal in ``deciding``, that is, the goals incompatible with it, as indices into that list.
  private(set) var conflicts: [IndexBits] = []

  init(
    of functions: [Diagram], _ intersections: inout IntersectionTests, in store: inout DiagramStore,
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
    deciding = functions.indices.filter { !isSpared[$0] }
    conflicts = deciding.map { _ in IndexBits(limit: deciding.count) }
    for (place, goal) in deciding.enumerated() {
      for (otherPlace, other) in deciding[..<place].enumerated()
      where !shown[goal].together.contains(other) {
        if try intersections.intersects(functions[goal], functions[other], in: &store) { continue }
        conflicts[place].insert(otherPlace)
        conflicts[otherPlace].insert(place)
      }
    }
  }

  /// Relations between one goal and the others that witness states prove. Each goal has one witness state, which shows
  /// that goal and perhaps others.
  private struct Witnesses {
    /// The goals that at least one of the computed witness states shows together with this goal.
    var together: IndexBits

    /// The goals that every witness state with this goal also shows.
    var always: IndexBits

    func isWitness(against goal: Int) -> Bool { !always.contains(goal) }
  }

  /// Returns the relations of each goal with the others. They prove most pairs of goals compatible without a further
  /// search.
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
