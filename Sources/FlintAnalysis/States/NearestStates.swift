package import FlintModel
import FlintLogic

/// The state with the fewest values that differ from a fresh install.
package struct NearestStates: ~Copyable {
  private let manifest: Manifest
  var space: StateSpace
  private var paths = NearestPaths()

  package init(of manifest: Manifest) { self.init(of: manifest, budgets: StepBudgets()) }

  init(of manifest: Manifest, budgets: StepBudgets) {
    self.manifest = manifest
    space = StateSpace(manifest, budgets: budgets)
  }

  package enum Answer: Hashable, Sendable {
    case state(DeviceState)

    /// No possible state has the wanted truth value.
    case impossible

    /// Beyond ``AnalysisLimits/steps``.
    case undecided
  }

  package mutating func state(where feature: Int, isAvailable: Bool) -> Answer {
    state(feature) { (nearest) throws(LimitExceeded) in
      let status = try nearest.space.status(of: feature, side: 0)
      return try nearest.space.store.apply(
        status, no: Ternary(!isAvailable), unknown: Ternary(!isAvailable), yes: Ternary(isAvailable)
      )
    }
  }

  /// The constraint applies, and is satisfied or not.
  package mutating func state(where position: ConstraintPosition, isSatisfied: Bool) -> Answer {
    let manifest = manifest
    let constraint = position.constraint(in: manifest)
    var active: [Formula] = []
    if let block = position.block {
      let condition = manifest.features[position.feature].conditional[block].condition
      active.append(manifest.meaning(of: condition, in: position.feature))
    }
    if case .requirement(.platform(let platform, _)) = constraint {
      active.append(.test(.system(platform, nil)))
    }
    return state(position.feature) { (nearest) throws(LimitExceeded) in
      for target in manifest.directNeeds(of: .feature(position.feature)) {
        try nearest.space.prepare(target)
      }
      nearest.space.resetBudget()
      let truth = try nearest.space.value(
        of: manifest.meaning(of: constraint, in: position.feature), on: 0)
      let wanted = try nearest.space.store.apply(
        truth, no: Ternary(!isSatisfied), unknown: Ternary(!isSatisfied), yes: Ternary(isSatisfied))
      let takesPart = try nearest.space.value(of: .all(active), on: 0)
      return try nearest.space.store.and(wanted, nearest.space.store.isYes(takesPart))
    }
  }

  /// - Parameter function: Never unknown.
  private mutating func state(
    _ feature: Int, _ function: (inout NearestStates) throws(LimitExceeded) -> Diagram
  ) -> Answer {
    do throws(LimitExceeded) {
      return try decide(about: [[feature]]) { (nearest) throws(LimitExceeded) in
        let wanted = try function(&nearest)
        let possible = try nearest.space.withinPossible(wanted)
        if possible == .yes { return .state(nearest.space.state([:])) }
        try nearest.paths.measure(possible, .no, in: nearest.space)
        let values = nearest.paths.values((.yes, .no), possible, .no)
        return values.map { .state(nearest.space.state($0)) } ?? .impossible
      }
    } catch {
      return .undecided
    }
  }
}

extension NearestStates: StateSpaceEngine {
  mutating func dropFunctions() { paths = NearestPaths() }
}
