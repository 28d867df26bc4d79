/// Goals in groups, each of which one state can show.
struct Partition {
  struct Group {
    var members: [Int]

    /// True in the states that show all ``members``.
    var function: Diagram

    /// The unassigned goals that can join.
    var joinable: IndexBits
  }

  private(set) var groups: [Group] = []

  private(set) var open: IndexBits

  init(goals: Int) { open = IndexBits(allBelow: goals) }

  mutating func found(_ goal: Int, _ problem: PartitionProblem) {
    take(goal)
    var joinable = open
    joinable.subtract(problem.conflicts[goal])
    groups.append(
      Group(members: [goal], function: problem.functions[goal], joinable: joinable))
  }

  /// Both are indices. ``Group/joinable`` must contain the goal.
  mutating func join(
    _ goal: Int, _ group: Int, _ problem: inout PartitionProblem, in store: inout DiagramStore
  ) throws(LimitExceeded) {
    take(goal)
    groups[group].members.append(goal)
    let function = try store.and(groups[group].function, problem.functions[goal])
    var joinable = groups[group].joinable
    joinable.subtract(problem.conflicts[goal])
    if function != groups[group].function {
      groups[group].function = function
      for other in joinable.members {
        let meets = try problem.intersections.intersects(
          function, problem.functions[other], in: &store)
        if !meets { joinable.remove(other) }
      }
    }
    groups[group].joinable = joinable
  }

  private mutating func take(_ goal: Int) {
    open.remove(goal)
    for group in groups.indices { groups[group].joinable.remove(goal) }
  }

  /// The unassigned goal with the fewest groups to join in relation to its weight. Of its groups,
  /// the one that the fewest other goals can then no longer join is first.
  /// - Parameter weights: Grow with each dead end at the goal in ``SmallestPartition``.
  func mostConstrained(
    _ problem: PartitionProblem, weights: [Int]
  ) -> (goal: Int, groups: [Int])? {
    var best: (goal: Int, choices: Int, conflicts: Int)?
    for goal in open.members {
      let choices = groups.count { $0.joinable.contains(goal) }
      let conflicts = problem.conflicts[goal].countOfIntersection(open)
      if let best {
        let (left, right) = (choices * weights[best.goal], best.choices * weights[goal])
        if left > right || left == right && conflicts <= best.conflicts { continue }
      }
      best = (goal, choices, conflicts)
    }
    guard let best else { return nil }
    let candidates = groups.indices.filter { groups[$0].joinable.contains(best.goal) }
    // The groups that this goal closes for the fewest other goals come first.
    let conflicts = problem.conflicts[best.goal]
    let shutOut = candidates.map { groups[$0].joinable.countOfIntersection(conflicts) }
    let order = candidates.indices.sorted { (shutOut[$0], $0) < (shutOut[$1], $1) }
    return (best.goal, order.map { candidates[$0] })
  }
}

/// The input of the search for a ``Partition``.
struct PartitionProblem {
  let functions: [Diagram]
  /// By goal, the goals that no state shows together with it.
  let conflicts: [IndexBits]
  var intersections: IntersectionTests
}
