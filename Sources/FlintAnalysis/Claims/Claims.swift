package import FlintModel
import FlintLogic

/// Proves or refutes claims about one manifest, which share its diagrams.
package struct ClaimProof: ~Copyable {
  private let manifest: Manifest
  private var spaces: StateSpaceCache<StateSpace>

  package init(of manifest: Manifest) { self.init(of: manifest, budgets: StepBudgets()) }

  init(of manifest: Manifest, budgets: StepBudgets) {
    self.manifest = manifest
    spaces = StateSpaceCache { StateSpace(manifest, condition: $0, budgets: budgets) }
  }

  package enum Verdict: Hashable, Sendable {
    case proven

    /// The claim is false in this state, the nearest one to a fresh install.
    case counterexample(DeviceState)

    /// The claim applies to no possible state.
    case vacuous
  }

  package mutating func verdict(on claim: Claim) throws(LimitExceeded) -> Verdict {
    let manifest = manifest
    return try spaces.use(for: claim.condition, in: manifest) {
      (space: inout StateSpace) throws(LimitExceeded) in
      try space.decide(about: [claim.formula.features]) { (space) throws(LimitExceeded) in
        let found = try space.states(of: claim, in: manifest)
        guard space.store.canBe(.yes, found.matching) else { return .vacuous }
        guard space.store.canBe(.yes, found.breaking) else { return .proven }
        // If several counterexamples differ equally little from a fresh install, the variable order decides which one
        // is found. A separate space makes that choice independent of other claims.
        var own = StateSpace(
          space.sides, space.breakpoints, extra: space.extraBreakpoints, budgets: space.budgets)
        own.budget = own.budgets.separate
        own.numberFactsOfChains()
        own.preparePossibleStates()
        if let example = try? own.counterexample(to: claim, in: manifest) {
          return .counterexample(example)
        }
        return .counterexample(try space.counterexample(to: claim, in: manifest))
      }
    }
  }
}

extension StateSpace {
  fileprivate mutating func counterexample(
    to claim: Claim, in manifest: Manifest
  ) throws(LimitExceeded) -> DeviceState {
    let breaking = try states(of: claim, in: manifest).breaking
    var paths = NearestPaths()
    try paths.measure(breaking, .no, in: self)
    var state = state(paths.values((.yes, .no), breaking, .no) ?? [:])
    claim.condition.applyExactValues(to: &state, in: manifest)
    return state
  }
}

extension DiagramInterpreter where Self: ~Copyable, Self: StateSpaceEngine, ManifestID == Int {
  /// `matching` is true in the possible states to which a claim applies, `breaking` in those where
  /// it fails. Neither is ever unknown.
  mutating func states(
    of claim: Claim, in manifest: Manifest
  ) throws(LimitExceeded) -> (matching: Diagram, breaking: Diagram) {
    space.resetBudget()
    var parts = try space.parts(of: claim.condition)
    for formula in claim.condition.meaning(in: manifest) {
      parts.append(try value(of: formula, on: 0))
    }
    let condition = try space.store.join(.and, parts[...])
    let matching = try space.withinCareSet(condition)
    guard space.store.canBe(.yes, matching) else { return (.no, .no) }
    let said = try function(of: claim.formula)
    let broken = claim.quantifier == .never ? said : try space.store.not(said)
    return (matching, try space.withinPossible(space.store.and(condition, broken)))
  }

  private mutating func function(of formula: ClaimFormula) throws(LimitExceeded) -> Diagram {
    switch formula {
    case .feature(let feature, let wanted):
      let status = try value(of: .feature(feature), on: 0)
      return try space.store.apply(
        status, no: Ternary(wanted == .unavailable), unknown: Ternary(wanted == .undetermined),
        yes: Ternary(wanted == .available))
    case .allOf(let formulas): return try space.store.join(.and, functions(of: formulas)[...])
    case .anyOf(let formulas): return try space.store.join(.or, functions(of: formulas)[...])
    case .not(let formula): return try space.store.not(function(of: formula))
    }
  }

  private mutating func functions(of formulas: [ClaimFormula]) throws(LimitExceeded) -> [Diagram] {
    var functions: [Diagram] = []
    for formula in formulas { functions.append(try function(of: formula)) }
    return functions
  }
}

extension ClaimFormula {
  package var features: [Int] {
    var found = DistinctList<Int>()
    func collect(_ formula: ClaimFormula) {
      switch formula {
      case .feature(let feature, _): found.append(feature)
      case .allOf(let operands), .anyOf(let operands): operands.forEach(collect)
      case .not(let operand): collect(operand)
      }
    }
    collect(self)
    return found.elements
  }
}
