/// Which goals no state shows together, and which are seen on the way whenever another one is.
struct IncompatibilityGraph {
  /// Those that decide, ascending: states that show all of them show every goal.
  private(set) var deciding: [Int] = []

  /// For each of ``deciding`` those, by their place in it, that no state shows together with it.
  private(set) var conflicts: [IndexBits] = []

  init(
    of functions: [Diagram], _ intersections: inout IntersectionTests, in store: inout DiagramStore,
    _ observe: (CoverStep) -> Void
  ) throws(TooLarge) {
    let shown = Self.shownTogether(functions, in: store)
    var isSpared = [Bool](repeating: false, count: functions.count)
    for goal in functions.indices {
      observe(.comparing(goal + 1, of: functions.count))
      // Another goal that is never shown without this one shows this one as well.
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

  /// What some states tell of a goal, each of which shows one of the goals.
  private struct Witnesses {
    /// Shown in one of these states together with the goal.
    var together: IndexBits

    /// Shown in all of these states that show the goal.
    var always: IndexBits

    func isWitness(against goal: Int) -> Bool { !always.contains(goal) }
  }

  /// Most pairs need no more than this to be found compatible.
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
