extension GoalFunctions {
  /// Ascending indices of goals of which no state shows two: the largest set found within
  /// ``AnalysisLimits/boundSteps`` among the first ``AnalysisLimits/boundGoals``. Goals whose
  /// functions share no variable are compatible without a comparison.
  mutating func incompatibleGoals(_ observe: (CoverStep) -> Void) -> [Int] {
    let count = min(goals.count, AnalysisLimits.boundGoals)
    let variables = functions.prefix(count).map { space.store.variables(of: [$0]) }
    var users: [UInt32: IndexBits] = [:]
    for goal in 0..<count {
      for variable in variables[goal] {
        users[variable, default: IndexBits(limit: count)].insert(goal)
      }
    }
    var intersections = IntersectionTests()
    var conflicts = [IndexBits](repeating: IndexBits(limit: count), count: count)
    space.store.grant(AnalysisLimits.boundSteps)
    for goal in 0..<count {
      observe(.comparing(goal + 1, of: count))
      if Cancellation.isRequested { break }
      var related = IndexBits(limit: count)
      for variable in variables[goal] {
        if let others = users[variable] { related.formUnion(others) }
      }
      for other in related.members where other < goal {
        var areIncompatible = goals[goal].excludes(goals[other])
        if !areIncompatible, !space.store.isSpent {
          areIncompatible =
            !intersections.intersects(functions[goal], functions[other], in: &space.store)
            && !space.store.isSpent
        }
        guard areIncompatible else { continue }
        conflicts[goal].insert(other)
        conflicts[other].insert(goal)
      }
    }
    _ = space.store.takeFailure()
    return LargestClique.find(in: conflicts)
  }

  /// Each feature's range of ``goals``.
  var families: [Range<Int>] {
    Dictionary(grouping: goals.indices) { goals[$0].feature }.values
      .map { $0[0]..<$0[0] + $0.count }.sorted { $0.lowerBound < $1.lowerBound }
  }
}

/// Goals as vertices; an edge connects two that no state shows together. Goals are omitted if every
/// state that shows a certain other goal shows them too.
struct IncompatibilityGraph {
  /// Ascending indices of goals, without those that another goal's states always show.
  private(set) var goals: [Int] = []

  private(set) var conflicts: [IndexBits] = []

  /// - Parameters:
  /// - functions: By goal, true in the states that show it.
  /// - areExclusive: Whether two goals are already known to exclude each other. Comparing such
  ///   goals takes the most steps, because a comparison ends early only at a common state.
  init(
    of functions: [Diagram], where areExclusive: (_ goal: Int, _ other: Int) -> Bool,
    _ intersections: inout IntersectionTests, in store: inout DiagramStore,
    _ observe: (CoverStep) -> Void
  ) {
    var isSpared = [Bool](repeating: false, count: functions.count)
    for goal in functions.indices {
      observe(.comparing(goal + 1, of: functions.count))
      let without = store.not(functions[goal])
      isSpared[goal] = functions.indices.contains { other in
        other != goal && !isSpared[other]
          && !intersections.intersects(functions[other], without, in: &store)
      }
    }
    goals = functions.indices.filter { !isSpared[$0] }
    conflicts = goals.map { _ in IndexBits(limit: goals.count) }
    for (index, goal) in goals.enumerated() {
      for (otherIndex, other) in goals[..<index].enumerated() {
        if !areExclusive(goal, other),
          intersections.intersects(functions[goal], functions[other], in: &store)
        {
          continue
        }
        conflicts[index].insert(otherIndex)
        conflicts[otherIndex].insert(index)
      }
    }
  }
}

/// Tests on diagrams whether two functions are true in a common state (Bryant 1986). It does not
/// create the conjunction, with which `cover` takes up to 2.6 times as long.
struct IntersectionTests {
  private var known: [UInt64: Bool] = [:]

  /// - Precondition: Neither function is ever unknown.
  mutating func intersects(_ one: Diagram, _ other: Diagram, in store: inout DiagramStore) -> Bool {
    if one == .no || other == .no { return false }
    if one == .yes || other == .yes || one == other { return true }
    let (a, b) = one.number < other.number ? (one, other) : (other, one)
    let key = UInt64(a.number) << 32 | UInt64(b.number)
    if let known = known[key] { return known }
    var runs = PairedRuns(a, b, in: store)
    var isFound = false
    while !isFound, let run = runs.next(in: store) {
      guard store.spend(1) else { return false }
      isFound = intersects(run.first, run.second, in: &store)
    }
    if known.count >= AnalysisLimits.knownIntersections { known = [:] }
    if !store.isSpent { known[key] = isFound }
    return isFound
  }
}

/// Finds a largest set of vertices that are all connected. E. Tomita, T. Seki, “An efficient
/// branch-and-bound algorithm for finding a maximum clique” (2003). Colouring the vertices bounds
/// each clique by the number of colours.
struct LargestClique {
  private let conflicts: [IndexBits]
  private var best: [Int] = []
  private var steps = 0

  private var words = 0

  /// Ascending vertices of the largest clique found within ``AnalysisLimits/cliqueAttempts`` and
  /// ``AnalysisLimits/cliqueWords``.
  /// - Parameter conflicts: By vertex, the vertices that an edge connects to it.
  static func find(in conflicts: [IndexBits]) -> [Int] {
    var search = LargestClique(conflicts: conflicts)
    search.extend([], among: IndexBits(allBelow: conflicts.count))
    return search.best.sorted()
  }

  private init(conflicts: [IndexBits]) { self.conflicts = conflicts }

  private mutating func extend(_ clique: [Int], among candidates: IndexBits) {
    if clique.count > best.count { best = clique }
    steps += 1
    let width = (conflicts.count + 63) / 64
    words += 3 * width * candidates.count
    if steps > AnalysisLimits.cliqueAttempts || words > AnalysisLimits.cliqueWords { return }
    if Cancellation.isRequested { return }
    var candidates = candidates
    for (vertex, colours) in coloured(candidates).reversed() {
      // No clique among this vertex and those before it is larger than their number of colours.
      if clique.count + colours <= best.count { return }
      extend(clique + [vertex], among: candidates.intersection(conflicts[vertex]))
      candidates.remove(vertex)
    }
  }

  private func coloured(_ vertices: IndexBits) -> [(vertex: Int, colours: Int)] {
    var order: [(Int, Int)] = []
    var left = vertices
    var colour = 0
    while !left.isEmpty {
      colour += 1
      var free = left
      while let vertex = free.first {
        order.append((vertex, colour))
        left.remove(vertex)
        free.remove(vertex)
        free.subtract(conflicts[vertex])
      }
    }
    return order
  }
}
