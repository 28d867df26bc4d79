package import FlintCore

/// Proves what is claimed of every state.
package enum Claims {
  package enum Verdict: Hashable, Sendable {
    case proven

    /// A state that the claim is about and that breaks it, the nearest to a fresh install.
    case counterexample(DeviceState)

    /// No state matches the condition.
    case vacuous

    /// The claim takes more work than ``AnalysisLimits/work``.
    case tooLarge
  }

  package static func prove(_ claim: Claim, in manifest: Manifest) -> Verdict {
    var space = StateSpace(manifest, condition: claim.condition.boundaries(in: manifest))
    space.grantWork()
    do throws(TooLarge) {
      return try verdict(on: claim, in: &space)
    } catch {
      var arranged = space.arranged(for: [claim.formula.features])
      do throws(TooLarge) {
        return try verdict(on: claim, in: &arranged)
      } catch {
        return .tooLarge
      }
    }
  }

  private static func verdict(
    on claim: Claim, in space: inout StateSpace
  ) throws(TooLarge) -> Verdict {
    let manifest = space.sides[0].manifest
    let condition = try space.function(of: claim.condition)
    let matching = try space.withinExisting(condition)
    guard space.store.canBe(.yes, matching) else { return .vacuous }
    let said = try space.function(of: claim.formula)
    let broken = claim.quantifier == .never ? said : try space.store.not(said)
    let failure = try space.withinPossible(space.store.and(condition, broken))
    guard space.store.canBe(.yes, failure) else { return .proven }
    var paths = NearestPaths()
    try paths.measure(failure, .no, in: space)
    guard let values = paths.values((.yes, .no), failure, .no) else { return .proven }
    var state = space.state(values)
    claim.condition.pin(&state, declared: { manifest.app.installedVersion(on: $0) })
    return .counterexample(state)
  }
}

extension StateSpace {
  /// Where a formula holds; never unknown.
  mutating func function(of formula: ClaimFormula) throws(TooLarge) -> Diagram {
    switch formula {
    case .feature(let feature, let wanted):
      let status = try status(of: feature, side: 0)
      return try store.map(
        status, no: Ternary(wanted == .unavailable), unknown: Ternary(wanted == .undetermined),
        yes: Ternary(wanted == .available))
    case .allOf(let formulas):
      var truth = Diagram.yes
      for formula in formulas { truth = try store.and(truth, function(of: formula)) }
      return truth
    case .anyOf(let formulas):
      var truth = Diagram.no
      for formula in formulas { truth = try store.or(truth, function(of: formula)) }
      return truth
    case .not(let formula): return try store.not(function(of: formula))
    }
  }
}

extension ClaimFormula {
  /// The features that it speaks of.
  fileprivate var features: [Int] {
    switch self {
    case .feature(let feature, _): [feature]
    case .allOf(let formulas), .anyOf(let formulas): formulas.flatMap(\.features)
    case .not(let formula): formula.features
    }
  }
}
