import FlintCore

extension GoalFunctions {
  /// Returns a set of goals of which no state shows two, as ascending indices into ``goals``. A goal is a situation to
  /// test, such as “feature a is unavailable”. Each goal of the set needs a state of its own, so that the size of the
  /// set is a lower bound for the number of states in a cover (a set of states that shows all goals). The result is the
  /// largest set found within ``AnalysisLimits/boundSteps``.
  ///
  /// To save time, not all pairs of goals are compared. Goals whose functions share no variable count as compatible. A
  /// variable on which many features depend, such as the system or a permission, is called *common*. Some features
  /// depend only on common variables and on variables that no other feature depends on. If the goals of two such
  /// features allow the same values of the common variables, only the goals of the first feature are compared: wherever
  /// a goal of the second feature belongs to a set of incompatible goals, the corresponding goal of the first feature
  /// could take its place.
  mutating func incompatibleGoals(_ observe: (CoverStep) -> Void) -> [Int] {
    let variables = functions.map { space.store.variables(of: [$0]) }
    let chosen = distinctGoals(variables)
    var indices: [UInt32: IndexBits] = [:]
    for (index, goal) in chosen.enumerated() {
      for variable in variables[goal] {
        indices[variable, default: IndexBits(limit: chosen.count)].insert(index)
      }
    }
    var intersections = IntersectionTests()
    var conflicts = chosen.map { _ in IndexBits(limit: chosen.count) }
    space.store.grant(AnalysisLimits.boundSteps)
    var isSpent = false
    for (index, goal) in chosen.enumerated() {
      observe(.comparing(index + 1, of: chosen.count))
      if Cancellation.isRequested { break }
      var related = IndexBits(limit: chosen.count)
      for variable in variables[goal] {
        if let others = indices[variable] { related.formUnion(others) }
      }
      for other in related.members where other < index {
        var areIncompatible = goals[goal].excludes(goals[chosen[other]])
        if !areIncompatible, !isSpent {
          do throws(LimitExceeded) {
            areIncompatible = try !intersections.intersects(
              functions[goal], functions[chosen[other]], in: &space.store)
          } catch {
            isSpent = true
          }
        }
        guard areIncompatible else { continue }
        conflicts[index].insert(other)
        conflicts[other].insert(index)
      }
    }
    return LargestClique.find(in: conflicts).map { chosen[$0] }
  }

  /// Returns the goals (situations to test) to compare, as indices into ``goals``, at most
  /// ``AnalysisLimits/boundGoals``. Of features for which ``restrictions(of:on:)`` returns equal numbers, only the
  /// first contributes its goals.
  private mutating func distinctGoals(_ variables: [[UInt32]]) -> [Int] {
    var users: [UInt32: Set<Int>] = [:]
    for (goal, asked) in variables.enumerated() {
      for variable in asked { users[variable, default: []].insert(goals[goal].feature) }
    }
    let common = users.filter { $0.value.count > AnalysisLimits.commonUses }.keys.sorted()
    var chosen: [Int] = []
    var known: Set<[Int]> = []
    for family in families {
      if chosen.count + family.count > AnalysisLimits.boundGoals { break }
      let isApart = family.allSatisfy { goal in
        variables[goal].allSatisfy {
          users[$0]?.count == 1 || users[$0].map { $0.count > AnalysisLimits.commonUses } ?? false
        }
      }
      if isApart, let restrictions = restrictions(of: family, on: common) {
        guard known.insert(restrictions).inserted else { continue }
      }
      chosen += family
    }
    return chosen
  }

  /// Returns a number for each goal of a feature. Two goals get the same number if they are of the same kind, such as
  /// “unavailable”, and allow the same values of the variables in `common`. If two features have goals with the same
  /// numbers, the search for incompatible goals examines only one of them. Returns nil if the computation exceeds the
  /// limit of steps.
  ///
  /// To compute a goal's number, the goal's function, which is true in the states that show the goal, is projected onto
  /// the common variables. The goal's number combines the number of the resulting diagram with the number of the goal's
  /// kind.
  ///
  /// - Parameters:
  ///   - family: The range of the feature's goals, as indices into ``goals``.
  ///   - common: The variables on which the goals of more than ``AnalysisLimits/commonUses`` features depend.
  private mutating func restrictions(of family: Range<Int>, on common: [UInt32]) -> [Int]? {
    var restrictions: [Int] = []
    for goal in family {
      space.store.grant(AnalysisLimits.sharedSteps)
      do throws(LimitExceeded) {
        let shown = try space.store.projection(of: functions[goal], onto: common)
        restrictions.append(Int(shown.number) << 2 | goals[goal].kind)
      } catch {
        return nil
      }
    }
    return restrictions
  }

  /// The range of each feature's goals (situations to test), as indices into ``goals``.
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

extension CoverGoal {
  /// A number for the kind of the goal (a situation to test): one number for each status of a feature, and one for all
  /// goals “this constraint is the only blocker”.
  fileprivate var kind: Int {
    switch result {
    case .status(.available): 0
    case .status(.unavailable): 1
    case .status(.undetermined): 2
    case .onlyBlocker: 3
    }
  }
}
