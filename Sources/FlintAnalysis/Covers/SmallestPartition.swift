/// Finds the fewest groups, each shown by one state, that hold all goals.
///
/// No two goals of a clique of conflicts are in one group, so its size is a lower bound. Between that and what a greedy search
/// finds, depth-first search tells for each number of groups whether there is such a partition: first the goals of the clique,
/// each in a group of its own, then always the goal with the least choice.
struct SmallestPartition {
  private var problem: PartitionProblem
  let clique: [Int]
  private(set) var best: Partition

  /// No partition has fewer groups.
  private(set) var atLeast: Int
  private var steps = 0
  private var stepLimit = 0

  /// How often it was a goal that had no group left, and one: what fails is tried first.
  private var weights: [Int]

  /// So many goals are put into groups for each number of groups that is tried.
  private static let limit = 20_000

  init(
    _ problem: PartitionProblem, in store: inout DiagramStore, _ observe: (CoverStep) -> Void
  ) {
    self.problem = problem
    clique = LargestClique.find(in: problem.conflicts)
    atLeast = clique.count
    best = Partition(goals: problem.functions.count)
    weights = [Int](repeating: 1, count: problem.functions.count)
    store.grant(AnalysisLimits.partitionSteps)
    best = greedy(in: &store)
    store.grant(AnalysisLimits.partitionSteps)
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
        do throws(TooLarge) {
          try next.join(goal, group, &problem, in: &store)
          partition = next
          isPlaced = true
        } catch {}
      }
      if !isPlaced { partition.found(goal, problem) }
    }
    return partition
  }

  // MARK: Search

  private enum Verdict { case found, impossible, undecided }

  private mutating func search(
    in store: inout DiagramStore, _ observe: (CoverStep) -> Void
  ) {
    while atLeast < best.groups.count {
      let fewer = best.groups.count - 1
      observe(.states(fewer))
      if improve(to: fewer, in: &store) { continue }
      switch tryGroups(fewer, in: &store) {
      case .found: continue
      case .impossible: atLeast = best.groups.count
      case .undecided:
        while atLeast < fewer, tryGroups(atLeast, in: &store) == .impossible { atLeast += 1 }
        return
      }
    }
  }

  private mutating func improve(to count: Int, in store: inout DiagramStore) -> Bool {
    var improvement = PartitionImprovement(
      of: best, to: count, goals: problem.functions.count)
    do throws(TooLarge) {
      guard let groups = try improvement.run(&problem, in: &store) else { return false }
      var partition = Partition(goals: problem.functions.count)
      for group in groups {
        partition.found(group[0], problem)
        for goal in group.dropFirst() {
          try partition.join(goal, partition.groups.count - 1, &problem, in: &store)
        }
      }
      best = partition
      return true
    } catch {
      return false
    }
  }

  /// Begins anew after some steps, with what was learnt of the goals that fail.
  private mutating func tryGroups(_ count: Int, in store: inout DiagramStore) -> Verdict {
    stepLimit = 250
    do throws(TooLarge) {
      while stepLimit <= Self.limit {
        steps = 0
        if try extend(beginning, to: count, in: &store) { return .found }
        if steps <= stepLimit { return .impossible }
        stepLimit *= 2
      }
      return .undecided
    } catch {
      return .undecided
    }
  }

  /// Puts all goals without a group into some, at most `count` of them in the end.
  private mutating func extend(
    _ partition: Partition, to count: Int, in store: inout DiagramStore
  ) throws(TooLarge) -> Bool {
    guard let (goal, groups) = partition.mostConstrained(problem, weights: weights) else {
      best = partition
      return true
    }
    steps += 1
    if steps > stepLimit { return false }
    for group in groups {
      var next = partition
      try next.join(goal, group, &problem, in: &store)
      if try extend(next, to: count, in: &store) { return true }
      if steps > stepLimit { return false }
    }
    if partition.groups.count < count {
      var next = partition
      next.found(goal, problem)
      if try extend(next, to: count, in: &store) { return true }
    }
    weights[goal] += 1
    return false
  }
}
