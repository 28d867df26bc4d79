/// Goals in groups, each of which one state can show.
struct Partition {
  struct Group {
    var members: [Int]

    /// True in the states that show all ``members``.
    var function: Diagram

    /// The unassigned goals that can join the group.
    var joinable: IndexBits
  }

  private(set) var groups: [Group] = []

  private(set) var open: IndexBits

  init(goals: Int) { open = IndexBits(allBelow: goals) }

  mutating func found(_ goal: Int, _ problem: PartitionProblem) {
    take(goal)
    var joinable = open
    joinable.subtract(problem.conflicts[goal])
    groups.append(Group(members: [goal], function: problem.functions[goal], joinable: joinable))
  }

  /// Adds a goal to a group, both given by index. ``Group/joinable`` must contain the goal.
  mutating func join(
    _ goal: Int, _ group: Int, _ problem: inout PartitionProblem, in store: inout DiagramStore
  ) {
    take(goal)
    groups[group].members.append(goal)
    let function = store.and(groups[group].function, problem.functions[goal])
    var joinable = groups[group].joinable
    joinable.subtract(problem.conflicts[goal])
    if function != groups[group].function {
      groups[group].function = function
      for other in joinable.members {
        let meets = problem.intersections.intersects(function, problem.functions[other], in: &store)
        if !meets { joinable.remove(other) }
      }
    }
    groups[group].joinable = joinable
  }

  private mutating func take(_ goal: Int) {
    open.remove(goal)
    for group in groups.indices { groups[group].joinable.remove(goal) }
  }

  /// The unassigned goal that fewest groups can take, relative to its weight. These groups come
  /// sorted by how many other goals it would exclude from them.
  /// - Parameter weights: By goal, one more after each of its dead ends in ``SmallestPartition``.
  func mostConstrained(_ problem: PartitionProblem, weights: [Int]) -> (goal: Int, groups: [Int])? {
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
    let conflicts = problem.conflicts[best.goal]
    let shutOut = candidates.map { groups[$0].joinable.countOfIntersection(conflicts) }
    let order = candidates.indices.sorted { (shutOut[$0], $0) < (shutOut[$1], $1) }
    return (best.goal, order.map { candidates[$0] })
  }
}

struct PartitionProblem {
  let functions: [Diagram]
  /// By goal, the goals that no state shows together with it.
  let conflicts: [IndexBits]
  var intersections: IntersectionTests
}

/// A branch-and-bound colouring (DSATUR, Brélaz 1979) with groups as colours. Unlike there, the
/// goals of a group must be compatible all together, not only in pairs. A clique gives a lower
/// bound and a greedy search an upper one; a depth-first search decides each number between.
struct SmallestPartition {
  private var problem: PartitionProblem
  let clique: [Int]
  private(set) var best: Partition

  private(set) var atLeast: Int
  private var steps = 0
  private var stepLimit = 0
  private var pairs = AnalysisLimits.partitionPairs

  private var weights: [Int]

  init(_ problem: PartitionProblem, in store: inout DiagramStore, _ observe: (CoverStep) -> Void) {
    self.problem = problem
    clique = LargestClique.find(in: problem.conflicts)
    atLeast = clique.count
    best = Partition(goals: problem.functions.count)
    weights = [Int](repeating: 1, count: problem.functions.count)
    store.grant(AnalysisLimits.partitionSteps)
    best = greedy(in: &store)
    search(in: &store, observe)
  }

  private var beginning: Partition {
    var partition = Partition(goals: problem.functions.count)
    for goal in clique { partition.found(goal, problem) }
    return partition
  }

  private mutating func greedy(in store: inout DiagramStore) -> Partition {
    var partition = beginning
    while let (goal, groups) = partition.mostConstrained(problem, weights: weights) {
      var candidates = groups[...]
      var isPlaced = false
      while !isPlaced, let group = candidates.popFirst() {
        var next = partition
        next.join(goal, group, &problem, in: &store)
        if store.isSpent { break }
        (partition, isPlaced) = (next, true)
      }
      if !isPlaced { partition.found(goal, problem) }
    }
    return partition
  }

  // MARK: Search

  private enum Verdict { case found, impossible, undecided }

  private mutating func search(in store: inout DiagramStore, _ observe: (CoverStep) -> Void) {
    while atLeast < best.groups.count {
      let fewer = best.groups.count - 1
      observe(.states(fewer))
      switch tryGroups(fewer, in: &store) {
      case .found: continue
      case .impossible: atLeast = best.groups.count
      case .undecided:
        while atLeast < fewer, tryGroups(atLeast, in: &store) == .impossible { atLeast += 1 }
        return
      }
    }
  }

  private mutating func tryGroups(_ count: Int, in store: inout DiagramStore) -> Verdict {
    stepLimit = AnalysisLimits.firstPartitionAttempt
    while stepLimit <= AnalysisLimits.partitionAttempt, pairs > 0, !store.isSpent {
      steps = 0
      if extend(beginning, to: count, in: &store) { return .found }
      if steps <= stepLimit, pairs > 0, !store.isSpent { return .impossible }
      stepLimit *= 2
    }
    return .undecided
  }

  private mutating func extend(
    _ partition: Partition, to count: Int, in store: inout DiagramStore
  ) -> Bool {
    guard let (goal, groups) = partition.mostConstrained(problem, weights: weights) else {
      best = partition
      return true
    }
    steps += 1
    pairs -= partition.open.count * (partition.groups.count + 1)
    if steps > stepLimit || pairs <= 0 { return false }
    for group in groups {
      var next = partition
      next.join(goal, group, &problem, in: &store)
      if store.isSpent { return false }
      if extend(next, to: count, in: &store) { return true }
      if steps > stepLimit || pairs <= 0 { return false }
    }
    if partition.groups.count < count {
      var next = partition
      next.found(goal, problem)
      if extend(next, to: count, in: &store) { return true }
    }
    weights[goal] += 1
    return false
  }
}
