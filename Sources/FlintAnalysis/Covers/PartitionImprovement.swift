/// A tabu search (of the family of TabuCol, Hertz and de Werra 1987) that reduces a partition of goals (see
/// ``CoverGoal``) to a given number of groups by moving goals between groups. One state can show all goals of a group,
/// so that fewer groups mean fewer states to test.
///
/// The algorithm searches partial partitions, as in I. Blöchliger, N. Zufferey, “A graph coloring heuristic using
/// partial solutions and a reactive tabu scheme” (2008). In each move, a goal without a group enters the group from
/// which it displaces the fewest goals. Displaced goals have no group then, and may not return to that group for some
/// moves.
///
/// For example, let the goals a and b be incompatible. To reduce the groups {a, c}, {d} and {b} to two, the search
/// first removes the group {b}, so that b has no group. It then moves b into {d}, where it displaces no goal.
struct PartitionImprovement {
  private var groups: [[Int]]
  private var members: [IndexBits]
  private var unassigned: [Int]

  /// For each goal (a situation to test) and each group (goals that one state shows together), the number of the first
  /// move of the search in which the goal may enter the group again after another goal has displaced it. The index is
  /// the goal's number times the number of groups, plus the group's number.
  private var tabu: [Int]
  private var numbers = FixedSeedGenerator()

  /// Creates a search that begins with the `count` largest groups of a partition. The goals (situations to test) of the
  /// smaller groups are unassigned at first.
  ///
  /// - Parameters:
  ///   - partition: A partition of all goals into groups, such that one state can show all goals of a group.
  ///   - count: The number of groups that the result must have.
  ///   - goals: The number of all goals.
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

  /// Divides all goals (situations to test) into the given number of groups, so that one state can show all goals of a
  /// group. Returns the members of each group, or nil if the search finds no division within
  /// ``AnalysisLimits/partitionMoves`` moves, which does not prove that none exists.
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

  /// Moves a goal of a cover (see ``CoverGoal``) into a group and removes the members that no state shows together with
  /// it. The members are tested in order: a member stays if some state shows it together with the goal and with all
  /// members that were kept before. The others become unassigned and may not return to the group for some moves.
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

/// A pseudorandom number generator with a fixed seed, so that every search has the same result. It is a linear
/// congruential generator with the constants of Knuth's MMIX.
private struct FixedSeedGenerator {
  private var state: UInt64 = 1

  mutating func next(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }
}
