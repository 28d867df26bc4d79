/// Minimum hitting sets in a hitting-set tree (Reiter 1987), with iterative deepening (Korf 1985).
struct MinimumHittingSet {
  private var attempts = 0

  /// Ascending; nil beyond ``AnalysisLimits/hittingSetAttempts``, counted over all calls.
  mutating func find(of sets: [[Int]]) -> [Int]? {
    // One member of each set is enough.
    for size in 0...sets.count {
      if let found = extend([], to: size, of: sets) { return found.sorted() }
      if attempts > AnalysisLimits.hittingSetAttempts { return nil }
    }
    return nil
  }

  private mutating func extend(_ members: [Int], to size: Int, of sets: [[Int]]) -> [Int]? {
    attempts += 1
    if attempts > AnalysisLimits.hittingSetAttempts { return nil }
    guard let missed = sets.first(where: { set in !set.contains { members.contains($0) } }) else {
      return members
    }
    if members.count == size { return nil }
    for member in missed {
      if let found = extend(members + [member], to: size, of: sets) { return found }
    }
    return nil
  }
}
