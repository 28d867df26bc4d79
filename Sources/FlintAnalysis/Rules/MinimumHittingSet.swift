/// A search for minimum hitting sets in a hitting-set tree (Reiter 1987). A hitting set contains at least one member of
/// each given set; a minimum one has as few members as possible. For the sets {1, 2}, {2, 3} and {1, 3}, the result is
/// {1, 2}.
///
/// The search uses iterative deepening (Korf 1985): for each size, beginning with 0, a depth-first search adds one
/// member after another of the first set that has no member in the result yet.
struct MinimumHittingSet {
  /// The number of candidates that all calls of ``find(of:)`` have tried. A candidate is a set of members that is
  /// extended until it is a hitting set, that is, until each given set contains at least one of them.
  private var attempts = 0

  /// Returns a minimum hitting set: as few members as possible, in ascending order, of which each given set contains at
  /// least one. Returns nil if this call and the calls before it have tried more than
  /// ``AnalysisLimits/hittingSetAttempts`` sets.
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
