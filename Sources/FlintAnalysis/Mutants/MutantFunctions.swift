import FlintModel
import FlintLogic

/// A mutant's functions, of which most are the original's and computed once.
struct MutantFunctions: ~Copyable {
  private let manifest: Manifest
  var space: StateSpace

  private var changed: [References.Target: Diagram] = [:]

  init(of manifest: Manifest, _ space: consuming StateSpace) {
    self.manifest = manifest
    self.space = space
  }

  /// Nil if the status is the same everywhere. Both functions are false in states that either
  /// excludes.
  mutating func change(
    of feature: Int, in mutant: Manifest, _ touched: Dependents.AffectedTargets
  ) throws(LimitExceeded) -> (before: Diagram, now: Diagram)? {
    let before = try space.status(of: feature, side: 0)
    changed = [:]
    for condition in touched.conditions { try workOut(.condition(condition), in: mutant) }
    let now = try status(of: feature, in: mutant)
    if before == now { return nil }
    let assumptions = try assumptions(of: mutant, touched)
    let careSet = try space.store.and(
      space.careSet(for: [before, now] + assumptions),
      space.store.join(.and, assumptions[...]))
    let both = (try space.store.and(before, careSet), try space.store.and(now, careSet))
    if both.0 == both.1 { return nil }
    if !space.isRestricted { return both }
    let possible = try space.possible(for: [both.0, both.1])
    return (try space.store.and(both.0, possible), try space.store.and(both.1, possible))
  }

  private mutating func assumptions(
    of mutant: Manifest, _ touched: Dependents.AffectedTargets
  ) throws(LimitExceeded) -> [Diagram] {
    if touched.assumptions.isEmpty { return [] }
    let targets = touched.assumptions.map { References.Target.assumption($0) }
    let needed = Set(manifest.closure(of: targets))
    // The functions of conditions that were stored so far are for the original features. An assumption can depend on
    // such a condition and on a changed feature, so the functions are discarded and computed again.
    changed = [:]
    for target in touched.all where needed.contains(target) { try workOut(target, in: mutant) }
    var functions: [Diagram] = []
    for target in targets {
      for need in manifest.directNeeds(of: target) { try prepare(need) }
      let truth = try value(of: mutant.meaning(of: FormulaReference(target)), on: 0)
      functions.append(try space.isNotFalse(truth))
    }
    return functions
  }

  private mutating func workOut(
    _ target: References.Target, in mutant: Manifest
  ) throws(LimitExceeded) {
    if case .feature(let feature) = target {
      changed[target] = try status(of: feature, in: mutant)
      return
    }
    for need in manifest.directNeeds(of: target) { try prepare(need) }
    space.resetBudget()
    changed[target] = try value(of: mutant.meaning(of: FormulaReference(target)), on: 0)
  }

  private mutating func status(of feature: Int, in mutant: Manifest) throws(LimitExceeded)
    -> Diagram
  {
    for target in manifest.directNeeds(of: .feature(feature)) { try prepare(target) }
    let parent = manifest.features[feature].parent
    let inherited: Diagram
    if let known = parent.flatMap({ changed[.feature($0)] }) {
      inherited = known
    } else if parent == nil, manifest.app.platforms != mutant.app.platforms {
      inherited = try value(of: mutant.meaning(of: .app), on: 0)
    } else {
      inherited = try space.inheritedStatus(of: feature, side: 0)
    }
    space.resetBudget()
    let all = [inherited] + (try contributions(of: feature, in: mutant, on: 0))
    return try space.store.join(.and, all[...])
  }

  /// Whether a true claim becomes false or vacuous.
  /// - Parameter touched: Affected features and conditions on which the claim depends, in
  ///   topological order.
  mutating func isBroken(
    _ claim: Claim, in mutant: Manifest, _ touched: [References.Target]
  ) throws(LimitExceeded) -> Bool {
    changed = [:]
    for target in touched { try workOut(target, in: mutant) }
    let found = try states(of: claim, in: mutant)
    return !space.store.canBe(.yes, found.matching) || space.store.canBe(.yes, found.breaking)
  }

  private mutating func prepare(_ target: References.Target) throws(LimitExceeded) {
    if changed[target] == nil { try space.prepare(target) }
  }
}

extension MutantFunctions: StateSpaceEngine {
  mutating func dropFunctions() { changed = [:] }
}

extension MutantFunctions: DiagramInterpreter {
  var store: DiagramStore {
    _read { yield space.store }
    _modify { yield &space.store }
  }

  mutating func value(of test: FactTest, isImplied: Bool, on side: Int) throws(LimitExceeded)
    -> Diagram
  {
    try space.value(of: test, isImplied: isImplied, on: side)
  }

  mutating func value(
    of reference: FormulaReference, on side: Int
  ) throws(LimitExceeded) -> Diagram {
    let target: References.Target? =
      switch reference {
      case .feature(let feature): .feature(feature)
      case .condition(let condition): .condition(condition)
      case .assumption(let assumption): .assumption(assumption)
      case .offered, .status, .holding, .app: nil
      }
    if let known = target.flatMap({ changed[$0] }) { return known }
    return try space.value(of: reference, on: side)
  }
}
