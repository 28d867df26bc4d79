/// A tabu search over partial partitions (I. Blöchliger, N. Zufferey, “A graph coloring heuristic
/// using partial solutions and a reactive tabu scheme”, 2008). In each move, an unassigned goal
/// enters the group from which it displaces the fewest; displaced goals may not return there for
/// some moves.
struct PartitionImprovement {
  private var groups: [[Int]]
  private var members: [IndexBits]
  private var unassigned: [Int]

  private var tabu: [Int]
  private var numbers = FixedSeedGenerator()

  /// Begins with the `count` largest groups; the goals of the others are unassigned.
  init(of partition: Partition, to count: Int, goals: Int) {
    let sorted = partition.groups.map(\.members).enumerated()
      .sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }.map(\.element)
    groups = Array(sorted[..<count])
    unassigned = sorted[count...].flatMap { $0 }
    members = groups.map { group in
      var members = IndexBits(limit: goals)
      for goal in group { members.insert(goal) }
      return members
    }
    tabu = [Int](repeating: 0, count: goals * count)
  }

  /// Nil if ``AnalysisLimits/partitionMoves`` moves find none, which proves nothing.
  mutating func run(
    _ problem: inout PartitionProblem, in store: inout DiagramStore
  ) throws(LimitExceeded) -> [[Int]]? {
    for move in 0..<AnalysisLimits.partitionMoves {
      guard let (position, group) = nextMove(at: move, problem) else {
        if unassigned.isEmpty { return groups }
        continue
      }
      let goal = unassigned.remove(at: position)
      try enter(goal, group, at: move, &problem, in: &store)
    }
    return unassigned.isEmpty ? groups : nil
  }

  private mutating func nextMove(
    at move: Int, _ problem: PartitionProblem
  ) -> (position: Int, group: Int)? {
    var best: (position: Int, group: Int)?
    var fewest = Int.max
    var ties = 0
    for (position, goal) in unassigned.enumerated() {
      for group in groups.indices where tabu[goal * groups.count + group] <= move {
        let driven = members[group].countOfIntersection(problem.conflicts[goal])
        if driven > fewest { continue }
        ties = driven < fewest ? 1 : ties + 1
        fewest = driven
        if ties == 1 || numbers.next(below: ties) == 0 { best = (position, group) }
      }
    }
    return best
  }

  private mutating func enter(
    _ goal: Int, _ group: Int, at move: Int, _ problem: inout PartitionProblem,
    in store: inout DiagramStore
  ) throws(LimitExceeded) {
    var staying = [goal]
    var function = problem.functions[goal]
    for member in groups[group] {
      var isMet = !problem.conflicts[goal].contains(member)
      if isMet {
        isMet = try problem.intersections.intersects(
          function, problem.functions[member], in: &store)
      }
      if isMet {
        function = try store.and(function, problem.functions[member])
        staying.append(member)
      } else {
        members[group].remove(member)
        unassigned.append(member)
        let tenure = unassigned.count * 6 / 10 + numbers.next(below: 10) + 1
        tabu[member * groups.count + group] = move + tenure
      }
    }
    members[group].insert(goal)
    groups[group] = staying
  }
}

/// A linear congruential generator with the constants of Knuth's MMIX. Its fixed seed makes results
/// reproducible.
private struct FixedSeedGenerator {
  private var state: UInt64 = 1

  mutating func next(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }
}
