/// A formula that must hold in all possible states, or in none.
package struct Claim: Hashable, Sendable {
  package var quantifier: Quantifier
  package var formula: ClaimFormula

  /// The states to which the claim applies; all if empty.
  package var condition: StateCondition

  package enum Quantifier: Hashable, Sendable {
    case always
    case never
  }

  package init(
    _ quantifier: Quantifier, _ formula: ClaimFormula, where condition: StateCondition = .init()
  ) {
    self.quantifier = quantifier
    self.formula = formula
    self.condition = condition
  }
}

/// A formula about feature statuses. An `Int` is a feature's index.
package indirect enum ClaimFormula: Hashable, Sendable {
  case feature(Int, FeatureStatus)
  case allOf([ClaimFormula])
  case anyOf([ClaimFormula])
  case not(ClaimFormula)
}

/// The values that some facts of a state must have.
package struct StateCondition: Hashable, Sendable {
  /// Values that the state must have after defaults apply. More features may be unlocked.
  package var required = FlintManifest.PartialState()

  /// The range of matching system versions. Nil if all match, or only the one in ``required``.
  package var osVersions: VersionRange?

  package var ranges: [Fact: AttributeRange] = [:]

  /// Ranges of rollout positions, by bucket index.
  package var buckets: [Int: Bounds<Percent>] = [:]

  package init() {}
}

extension Bounds<Percent> {
  package static func only(_ position: Percent) -> Bounds {
    Bounds(atLeast: position, below: Percent(tenThousandths: Int(position.tenThousandths) + 1))
      ?? .atLeast(position)
  }
}

/// Proves or refutes claims about one manifest, with shared diagrams.
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
    return try spaces.use(for: claim.condition, in: manifest) { space throws(LimitExceeded) in
      try space.decide(about: [claim.formula.features]) { space in
        let found = space.states(of: claim, in: manifest)
        guard space.store.canBe(.yes, found.matching) else { return .vacuous }
        guard space.store.canBe(.yes, found.breaking) else { return .proven }
        // Of equally near counterexamples, the variable order decides which is found. A separate
        // space keeps it independent of other claims.
        var own = StateSpace(
          space.sides, space.breakpoints, extra: space.extraBreakpoints, budgets: space.budgets)
        own.budget = own.budgets.separate
        own.numberFactsOfChains()
        own.preparePossibleStates()
        let example = own.counterexample(to: claim, in: manifest)
        return .counterexample(
          own.store.failure == nil ? example : space.counterexample(to: claim, in: manifest))
      }
    }
  }
}

extension ClaimProof {
  /// Attributes that are unknown wherever the claim is false.
  package mutating func unknownAttributes(inBreaking claim: Claim) -> [Int] {
    let manifest = manifest
    let found = try? spaces.use(for: claim.condition, in: manifest) { space throws(LimitExceeded) in
      try space.decide(about: [claim.formula.features]) { space in
        let breaking = space.states(of: claim, in: manifest).breaking
        var unknown: [Int] = []
        for case .attribute(let attribute) in space.facts(of: breaking)
        where claim.condition.required.attributes[attribute] == nil {
          let known = space.isKnown(attribute)
          if !space.store.canBe(.yes, space.store.and(breaking, known)) {
            unknown.append(attribute)
          }
        }
        return unknown
      }
    }
    return found ?? []
  }
}

extension StateSpace {
  fileprivate func facts(of function: Diagram) -> [Fact] {
    store.variables(of: [function]).sorted().map { variables[Int($0)] }
  }

  fileprivate mutating func isKnown(_ attribute: Int) -> Diagram {
    let declared = sides[0].manifest.attributes[attribute].declaredValue
    return holds(.attribute(attribute)) { value in
      value == .notGiven ? declared != .unknown : value != .typed(.unknown)
    }
  }

  fileprivate mutating func counterexample(to claim: Claim, in manifest: Manifest) -> DeviceState {
    let breaking = states(of: claim, in: manifest).breaking
    var state = state(nearest(where: breaking)?.values ?? [:])
    claim.condition.applyExactValues(to: &state, in: manifest)
    return state
  }
}

extension DiagramInterpreter where Self: ~Copyable, Self: StateSpaceEngine, ManifestID == Int {
  /// True where a claim applies, and where it is also false. False in impossible states, and never
  /// unknown.
  mutating func states(
    of claim: Claim, in manifest: Manifest
  ) -> (matching: Diagram, breaking: Diagram) {
    space.resetBudget()
    let parts =
      space.parts(of: claim.condition)
      + claim.condition.meaning(in: manifest).map { value(of: $0, on: 0) }
    let condition = space.store.join(.and, parts[...])
    let matching = space.withinCareSet(condition)
    guard space.store.canBe(.yes, matching) else { return (.no, .no) }
    let said = function(of: claim.formula)
    let broken = claim.quantifier == .never ? said : space.store.not(said)
    return (matching, space.withinPossible(space.store.and(condition, broken)))
  }

  private mutating func function(of formula: ClaimFormula) -> Diagram {
    switch formula {
    case .feature(let feature, let wanted):
      return space.store.has(wanted, value(of: .feature(feature), on: 0))
    case .allOf(let formulas):
      let functions = formulas.map { function(of: $0) }
      return space.store.join(.and, functions[...])
    case .anyOf(let formulas):
      let functions = formulas.map { function(of: $0) }
      return space.store.join(.or, functions[...])
    case .not(let formula): return space.store.not(function(of: formula))
    }
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

/// State spaces, reused by claims that add the same breakpoints. Without this cache, 300 claims
/// about `kitchen-sink` take 2.4 times as long.
struct StateSpaceCache<Engine: ~Copyable>: ~Copyable {
  /// A box, because a dictionary cannot store noncopyable values.
  private final class Entry {
    var engine: Engine

    init(_ engine: consuming Engine) { self.engine = engine }
  }

  private let make: (Breakpoints) -> Engine
  private var entries: [StateCondition: Entry] = [:]

  init(_ make: @escaping (Breakpoints) -> Engine) { self.make = make }

  mutating func use<Answer>(
    for condition: StateCondition, in manifest: Manifest,
    _ body: (inout Engine) throws(LimitExceeded) -> Answer
  ) throws(LimitExceeded) -> Answer {
    let key = condition.cacheKey
    if let known = entries[key] { return try body(&known.engine) }
    if entries.count == AnalysisLimits.keptSpaces { entries = [:] }
    let new = Entry(make(condition.breakpoints(in: manifest)))
    entries[key] = new
    return try body(&new.engine)
  }
}

extension StateCondition {
  /// The parts of the condition that can add breakpoints.
  fileprivate var cacheKey: StateCondition {
    var rest = self
    rest.required.unlocked = nil
    rest.required.toggles = [:]
    rest.required.runtime = [:]
    rest.required.attributes = required.attributes.filter { _, value in
      value.type.map { $0.structure != .listed } ?? false
    }
    if required.osVersion == nil, osVersions == nil { rest.required.platform = nil }
    return rest
  }
}
