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
        do throws(LimitExceeded) {
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
    do throws(LimitExceeded) {
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

  private mutating func tryGroups(_ count: Int, in store: inout DiagramStore) -> Verdict {
    stepLimit = AnalysisLimits.firstPartitionAttempt
    do throws(LimitExceeded) {
      while stepLimit <= AnalysisLimits.partitionAttempt, pairs > 0 {
        steps = 0
        if try extend(beginning, to: count, in: &store) { return .found }
        if steps <= stepLimit, pairs > 0 { return .impossible }
        stepLimit *= 2
      }
      return .undecided
    } catch {
      return .undecided
    }
  }

  private mutating func extend(
    _ partition: Partition, to count: Int, in store: inout DiagramStore
  ) throws(LimitExceeded) -> Bool {
    guard let (goal, groups) = partition.mostConstrained(problem, weights: weights) else {
      best = partition
      return true
    }
    steps += 1
    pairs -= partition.open.count * (partition.groups.count + 1)
    if steps > stepLimit || pairs <= 0 { return false }
    for group in groups {
      var next = partition
      try next.join(goal, group, &problem, in: &store)
      if try extend(next, to: count, in: &store) { return true }
      if steps > stepLimit || pairs <= 0 { return false }
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
