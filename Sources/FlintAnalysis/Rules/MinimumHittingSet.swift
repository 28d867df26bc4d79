/// A search for minimum hitting sets: smallest sets that contain a member of each given set.
///
/// Iterative deepening: for each size, a depth-first search adds each member of the first set that is not hit yet.
struct MinimumHittingSet {
  /// The number of attempts of all searches together.
  private var attempts = 0

  /// Returns a minimum hitting set of some sets, in ascending order; nil if the searches exceed
  /// ``AnalysisLimits/hittingSetAttempts``.
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
