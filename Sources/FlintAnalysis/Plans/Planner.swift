package import FlintCore

/// Finds the smallest sets of changes that make a feature available.
package enum Planner {
  /// - Parameters:
  ///   - owner: whose changes are made; nil: everybody's.
  ///   - limit: how many plans are listed.
  /// - Returns: nil where the feature's constraints are entangled beyond ``AnalysisLimits/work``.
  package static func plan(
    _ feature: Int, from state: DeviceState, in manifest: Manifest,
    allowing allowances: PlanAllowances = [], by owner: Owner? = nil, limit: Int = 20
  ) -> PlanResult? {
    try? search(feature, state, manifest, allowances, owner, limit)
  }

  private static func search(
    _ feature: Int, _ state: DeviceState, _ manifest: Manifest, _ allowances: PlanAllowances,
    _ owner: Owner?, _ limit: Int
  ) throws(TooLarge) -> PlanResult {
    var space = ChangeSpace(manifest, state, allowances, by: owner)
    let family = [feature] + Array(manifest.ancestors(of: feature))
    space.addChanges(for: family)
    var places: [ConstraintPlace] = []
    var contributions: [Diagram] = []
    for declaring in family {
      places += manifest.places(of: declaring)
      contributions += try space.sureContributions(of: declaring)
    }
    var available = Diagram.yes
    for contribution in contributions {
      available = try space.store.and(available, contribution)
    }
    var sets = ChangeSets()
    let plans = sets.list(
      try sets.irreducible(available, in: &space), limit: limit == .max ? limit : limit + 1,
      in: space)
    let impossible =
      available == .no ? zip(places, contributions).filter { $0.1 == .no }.map(\.0) : []
    let evaluator = Evaluator(manifest, in: state)
    return PlanResult(
      feature: feature, status: evaluator.status(of: feature),
      plans: Array(plans.prefix(limit)), hasMore: plans.count > limit,
      impossible: blockers(impossible, evaluator))
  }

  /// The constraints at places as they stand before anything changes.
  private static func blockers(_ places: [ConstraintPlace], _ evaluator: Evaluator) -> [Blocker] {
    places.compactMap { place in
      let all = evaluator.manifest.places(of: place.feature)
      let constraints = evaluator.evaluate(place.feature).constraints
      return all.firstIndex(of: place).map {
        Blocker(feature: place.feature, constraint: constraints[$0])
      }
    }
  }
}
