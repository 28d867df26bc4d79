import FlintModel
import FlintLogic

/// The goals of a cover (a set of states to test) for some features: situations that at least one state must show, such
/// as “feature a is unavailable”. Each goal has a function that is true in the states that show the goal.
struct GoalFunctions: ~Copyable {
  var space: StateSpace
  private(set) var goals: [CoverGoal] = []

  /// The function of each goal (a situation to test): true in the possible states that show the goal, and false in all
  /// other possible states. In impossible states, in which an assumption is false, it may be true or false.
  private(set) var functions: [Diagram] = []

  static func found(
    of features: [Int], in manifest: Manifest, _ extent: CoverExtent,
    budgets: StepBudgets = StepBudgets(), _ observe: (CoverStep) -> Void
  ) throws(Cover.TooComplex) -> GoalFunctions {
    var initial = GoalFunctions(StateSpace(manifest, budgets: budgets))
    let failures = initial.find(features, extent, observe)
    guard let first = failures.first else { return initial }
    if Cancellation.isRequested { throw first }
    // If the variables are in the order of their first occurrence, the functions of all features together take too many
    // steps.
    let subjects = [features.map { References.Target.feature($0) }]
    var compact = GoalFunctions(initial.space.separate(for: subjects, .compact))
    if compact.find(features, extent, observe).isEmpty { return compact }
    // The facts of the features that failed come first, in an order in which the goals of each of these features can be
    // computed.
    var hardFirst = GoalFunctions(initial.space.separate(for: subjects, .firstOccurrence))
    for failure in failures {
      for fact in try initial.suitableOrder(for: failure, extent) {
        _ = hardFirst.space.number(of: fact)
      }
    }
    if let failure = hardFirst.find(features, extent, observe).first { throw failure }
    return hardFirst
  }

  private init(_ space: consuming StateSpace) {
    self.space = space
    self.space.budget = self.space.budgets.separate
  }

  mutating func keep(_ wanted: Set<CoverGoal>) {
    let kept = goals.indices.filter { wanted.contains(goals[$0]) }
    (goals, functions) = (kept.map { goals[$0] }, kept.map { functions[$0] })
  }

  /// Returns the facts (such as the platform) that a feature's status depends on, in an order in which the feature's
  /// goals (see ``CoverGoal``) can be computed within the limit of steps. The order matters because it determines the
  /// size of decision diagrams. Throws if the goals exceed the limit in every order of ``VariableOrdering``.
  ///
  /// - Parameter failure: The error that was thrown when the feature's goals were computed together with those of other
  ///   features and exceeded the limit.
  private func suitableOrder(
    for failure: Cover.TooComplex, _ extent: CoverExtent
  ) throws(Cover.TooComplex) -> [Fact] {
    var last = failure
    for ordering in VariableOrdering.allCases {
      var own = GoalFunctions(space.separate(for: [[.feature(failure.feature)]], ordering))
      guard let failure = own.find([failure.feature], extent, { _ in }).first else {
        return own.space.variables
      }
      last = failure
    }
    throw last
  }

  private mutating func find(
    _ features: [Int], _ extent: CoverExtent, _ observe: (CoverStep) -> Void
  ) -> [Cover.TooComplex] {
    var failures: [Cover.TooComplex] = []
    space.preparePossibleStates()
    for (index, feature) in features.enumerated() {
      observe(.feature(index + 1, of: features.count))
      do throws(LimitExceeded) {
        try add(feature, extent)
      } catch {
        failures.append(Cover.TooComplex(feature: feature, reason: error))
        if Cancellation.isRequested { break }
      }
    }
    return failures
  }

  private mutating func add(_ feature: Int, _ extent: CoverExtent) throws(LimitExceeded) {
    space.resetBudget()
    let status = try space.status(of: feature, side: 0)
    for wanted in FeatureStatus.allCases {
      let function = try space.store.apply(
        status, no: Ternary(wanted == .unavailable), unknown: Ternary(wanted == .undetermined),
        yes: Ternary(wanted == .available))
      try add(CoverGoal(feature, .status(wanted)), function)
    }
    switch extent {
    case .statuses: break
    case .statusesAndBlockers: try addBlockers(of: feature)
    }
  }

  private mutating func addBlockers(of feature: Int) throws(LimitExceeded) {
    let positions = space.sides[0].manifest.constraintPositions(of: feature)
    if positions.isEmpty { return }
    var met: [Diagram] = []
    for contribution in try space.contributions(of: feature, side: 0) {
      met.append(try space.store.isYes(contribution))
    }
    let inherited = try space.store.isYes(space.inheritedStatus(of: feature, side: 0))
    for (position, alone) in zip(positions, try aloneNotTrue(of: met[...], where: .yes)) {
      space.resetBudget()
      try add(CoverGoal(feature, .onlyBlocker(position)), space.store.and(inherited, alone))
    }
  }

  /// Returns, for each function of the list `met`, a function that is true in the states in which `condition` is true
  /// and only this function of the list is not true. For the functions of a feature's constraints, these are the states
  /// with only one blocker. For example, for the list a, b and c, the results are “b and c, not a”, “a and c, not b”
  /// and “a and b, not c”.
  ///
  /// The algorithm divides the list into halves. For n functions of different variables, it creates about n²/2 nodes of
  /// decision diagrams, which is also the size of the result.
  private mutating func aloneNotTrue(
    of met: ArraySlice<Diagram>, where condition: Diagram
  ) throws(LimitExceeded) -> [Diagram] {
    guard space.store.canBe(.yes, condition) else { return met.map { _ in .no } }
    space.resetBudget()
    if met.count == 1 {
      return [try space.store.and(space.store.not(met[met.startIndex]), condition)]
    }
    let middle = met.startIndex + met.count / 2
    let first = try space.store.join(.and, met[..<middle])
    let second = try space.store.join(.and, met[middle...])
    var found = try aloneNotTrue(
      of: met[..<middle], where: space.store.and(second, condition))
    for function in try aloneNotTrue(of: met[middle...], where: condition) {
      space.resetBudget()
      found.append(try space.store.and(first, function))
    }
    return found
  }

  /// Adds a goal (a situation to test) to ``goals``, and its function, which is true in the states that show the goal,
  /// to ``functions``. Adds nothing if no possible state shows the goal.
  private mutating func add(_ goal: CoverGoal, _ function: Diagram) throws(LimitExceeded) {
    guard space.store.canBe(.yes, function) else { return }
    let careSet = try space.withinCareSet(function)
    guard space.store.canBe(.yes, careSet) else { return }
    goals.append(goal)
    functions.append(function)
  }
}
