/// Goals put together in groups of which a state shows all.
struct Partition {
  struct Group {
    var members: [Int]

    /// Where all of them are shown.
    var function: Diagram

    /// Goals without a group that a state shows together with all members.
    var joinable: IndexBits
  }

  private(set) var groups: [Group] = []

  /// Goals without a group.
  private(set) var open: IndexBits

  init(goals: Int) { open = IndexBits(allBelow: goals) }

  /// Makes a group of one goal.
  mutating func found(_ goal: Int, _ problem: PartitionProblem) {
    take(goal)
    var joinable = open
    joinable.subtract(problem.conflicts[goal])
    groups.append(
      Group(members: [goal], function: problem.functions[goal], joinable: joinable))
  }

  /// Puts a goal into a group that it can join.
  mutating func join(
    _ goal: Int, _ group: Int, _ problem: inout PartitionProblem, in store: inout DiagramStore
  ) throws(TooLarge) {
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

  /// The goal without a group that has the least choice for its weight, and the groups that it can join; nil where all have one.
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
    // First where the fewest others are shut out.
    let conflicts = problem.conflicts[best.goal]
    let shutOut = candidates.map { groups[$0].joinable.countOfIntersection(conflicts) }
    let order = candidates.indices.sorted { (shutOut[$0], $0) < (shutOut[$1], $1) }
    return (best.goal, order.map { candidates[$0] })
  }
}

/// What there is to put together.
struct PartitionProblem {
  let functions: [Diagram]
  let conflicts: [IndexBits]
  var intersections: IntersectionTests
}
