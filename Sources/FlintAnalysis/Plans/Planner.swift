package import FlintModel
import FlintLogic

package enum Planner {
  /// - Parameters:
  /// - owner: Who must make all changes; nil for anyone.
  /// - limit: The maximum number of plans.
  /// - Throws: ``LimitExceeded`` beyond ``AnalysisLimits/steps``.
  package static func plan(
    _ feature: Int, from state: DeviceState, in manifest: Manifest,
    allowing allowances: PlanAllowances = [], by owner: Owner? = nil, limit: Int = 20
  ) throws(LimitExceeded) -> PlanResult {
    do throws(LimitExceeded) {
      return try search(feature, state, manifest, allowances, owner, limit)
    } catch {
      throw error.about(.feature(feature), on: 0)
    }
  }

  private static func search(
    _ feature: Int, _ state: DeviceState, _ manifest: Manifest, _ allowances: PlanAllowances,
    _ owner: Owner?, _ limit: Int
  ) throws(LimitExceeded) -> PlanResult {
    var space = ChangeSpace(manifest, state, allowances, by: owner)
    try space.addChanges(for: feature)
    // Dependencies are computed first, so that the call depth does not grow with the length of a chain of features.
    let order = manifest.references.order
    let assumptions = manifest.assumptions.indices.map { References.Target.assumption($0) }
    let needed = order.isEmpty ? [] : Set(manifest.closure(of: [.feature(feature)] + assumptions))
    for target in order where needed.contains(target) {
      _ = try space.value(of: FormulaReference(target), on: ())
    }
    var positions: [(feature: Int?, index: Int)] = []
    var contributions: [Diagram] = []
    for declaring in [feature] + Array(manifest.ancestors(of: feature)) {
      let own = try space.yesFunctions(of: space.contributions(of: declaring, in: manifest, on: ()))
      positions += own.indices.map { (declaring, $0) }
      contributions += own
    }
    let app = try space.yesFunctions(of: space.appContributions(in: manifest, on: ()))
    positions += app.indices.map { (nil, $0) }
    contributions += app
    let evaluator = Evaluator(manifest, in: state)
    let broken = evaluator.brokenAssumptions
    var requirements = [try space.withoutOtherProducts()]
    for assumption in manifest.assumptions.indices where !broken.contains(assumption) {
      let truth = try space.value(of: .assumption(assumption), on: ())
      requirements.append(try space.store.apply(truth, no: .no, unknown: .yes, yes: .yes))
    }
    let possible = try space.store.join(.and, requirements[...])
    let available = try space.store.join(.and, ([possible] + contributions)[...])
    var sets = MinimalChangeSets()
    let solutions = try sets.minimalSolutions(available, in: &space)
    // One more plan than the limit shows whether there are more.
    let plans = sets.list(solutions, limit: limit == .max ? limit : limit + 1, in: space)
    var impossible: [(feature: Int?, index: Int)] = []
    if available == .no {
      for (position, contribution) in zip(positions, contributions) {
        if try space.store.and(possible, contribution) == .no { impossible.append(position) }
      }
    }
    return PlanResult(
      feature: feature, status: evaluator.status(of: feature),
      plans: plans.prefix(limit).map { ordered($0, from: evaluator.state) },
      hasMore: plans.count > limit,
      impossible: blockers(impossible, evaluator), broken: broken,
      isDateMissing: space.isDateMissing)
  }

  private static func ordered(_ changes: [Change], from state: ResolvedState) -> [Change] {
    let steps = changes.enumerated().map { (step: $1.step(in: state), index: $0, change: $1) }
    return steps.sorted { ($0.step, $0.index) < ($1.step, $1.index) }.map(\.change)
  }

  private static func blockers(
    _ positions: [(feature: Int?, index: Int)], _ evaluator: Evaluator
  ) -> [Blocker] {
    var known: (feature: Int?, constraints: [ConstraintEvaluation])?
    // The constraints of a feature are adjacent, so that each feature is evaluated only once.
    return positions.map { feature, index in
      if known == nil || known?.feature != feature {
        let constraints = feature.map { evaluator.evaluate($0).constraints }
        known = (feature, constraints ?? evaluator.appConstraints)
      }
      return Blocker(feature: feature, constraint: (known?.constraints ?? [])[index])
    }
  }
}
