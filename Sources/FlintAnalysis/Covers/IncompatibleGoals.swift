import FlintModel

extension GoalFunctions {
  /// Ascending indices of goals of which no state shows two: the largest set found within
  /// ``AnalysisLimits/boundSteps`` among the first ``AnalysisLimits/boundGoals``. Goals whose
  /// functions share no variable are compatible without a comparison.
  mutating func incompatibleGoals(_ observe: (CoverStep) -> Void) -> [Int] {
    let count = min(goals.count, AnalysisLimits.boundGoals)
    let variables = functions.prefix(count).map { space.store.variables(of: [$0]) }
    var users: [UInt32: IndexBits] = [:]
    for goal in 0..<count {
      for variable in variables[goal] {
        users[variable, default: IndexBits(limit: count)].insert(goal)
      }
    }
    var intersections = IntersectionTests()
    var conflicts = [IndexBits](repeating: IndexBits(limit: count), count: count)
    space.store.grant(AnalysisLimits.boundSteps)
    var isSpent = false
    for goal in 0..<count {
      observe(.comparing(goal + 1, of: count))
      if Cancellation.isRequested { break }
      var related = IndexBits(limit: count)
      for variable in variables[goal] {
        if let others = users[variable] { related.formUnion(others) }
      }
      for other in related.members where other < goal {
        var areIncompatible = goals[goal].excludes(goals[other])
        if !areIncompatible, !isSpent {
          do throws(LimitExceeded) {
            areIncompatible = try !intersections.intersects(
              functions[goal], functions[other], in: &space.store)
          } catch {
            isSpent = true
          }
        }
        guard areIncompatible else { continue }
        conflicts[goal].insert(other)
        conflicts[other].insert(goal)
      }
    }
    return LargestClique.find(in: conflicts)
  }

  /// Each feature's range of ``goals``.
  var families: [Range<Int>] {
    var families: [Range<Int>] = []
    var start = 0
    for index in goals.indices
    where index + 1 == goals.count || goals[index].feature != goals[index + 1].feature {
      families.append(start..<index + 1)
      start = index + 1
    }
    return families
  }
}
