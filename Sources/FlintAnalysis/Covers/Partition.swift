/// A partition of the goals of a cover (see ``CoverGoal``) into groups, such that one state can show all goals of a
/// group. A partition into n groups thus leads to n states that show all goals.
struct Partition {
  struct Group {
    var members: [Int]

    /// A function that is true in the states that show all goals (situations to test) in ``members``.
    var function: Diagram

    /// The indices of the goals (situations to test) that belong to no group yet and can join this group. A goal can
    /// join if it and all goals of the group can occur in one state.
    var joinable: IndexBits
  }

  private(set) var groups: [Group] = []

  /// The indices of the goals (situations to test) that have not been assigned to any of ``groups`` yet.
  private(set) var open: IndexBits

  init(goals: Int) { open = IndexBits(allBelow: goals) }

  mutating func found(_ goal: Int, _ problem: PartitionProblem) {
    take(goal)
    var joinable = open
    joinable.subtract(problem.conflicts[goal])
    groups.append(
      Group(members: [goal], function: problem.functions[goal], joinable: joinable))
  }

  /// Adds a goal (a situation to test) to one of ``groups``, whose goals one state can show together. Both are given by
  /// their indices. The group's ``Group/joinable`` must contain the goal.
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

  /// Selects the goal (a situation to test) to assign to a group next: the goal without a group for which the number of
  /// groups that it can join, divided by the goal's weight, is smallest. Returns nil if every goal belongs to a group.
  ///
  /// - Returns: The goal and the groups that it can join. The group that the fewest other goals can then no longer join
  ///   is the first.
  /// - Parameter weights: The weight of each goal, which grows each time that the goal causes a dead end in the search
  ///   of ``SmallestPartition``.
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

/// The input of the search for a ``Partition`` of goals (situations to test) into groups, such that one state can show
/// all goals of a group.
struct PartitionProblem {
  /// For each goal (a situation to test), a function that is true in the states in which the goal occurs.
  let functions: [Diagram]
  /// For each goal (a situation to test), the indices of the goals that occur in no state together with it.
  let conflicts: [IndexBits]
  var intersections: IntersectionTests
}
