package import FlintLogic
package import FlintModel

/// Decides whether a mutant is equivalent. All mutants share one state space with the breakpoints
/// of all.
package struct MutantProof: ~Copyable {
  private let manifest: Manifest
  private var meanings: MutantFunctions

  private var claims: StateSpaceCache<MutantFunctions>

  /// - Parameter breakpoints: Those of the mutants.
  package init(of manifest: Manifest, _ breakpoints: Breakpoints) {
    self.manifest = manifest
    meanings = MutantFunctions(of: manifest, StateSpace(manifest, condition: breakpoints))
    claims = StateSpaceCache { condition in
      var all = breakpoints
      all.add(
        condition, products: { $0 }, attributes: { $0 }, buckets: { $0 }, features: { $0 })
      return MutantFunctions(of: manifest, StateSpace(manifest, condition: all))
    }
  }

  package enum Verdict: Hashable, Sendable {
    case equivalent

    case differs(feature: Int)

    case tooLarge
  }

  /// The nearest state to a fresh install in which a status differs.
  package struct Difference: Hashable, Sendable {
    package let state: DeviceState
    package let feature: Int

    package let status: FeatureStatus

    package let mutated: FeatureStatus
  }

  /// Compares only the features that the edit affects directly: if they are equal, so are all
  /// others.
  package mutating func verdict(
    on mutant: Manifest, _ touched: Dependents.AffectedTargets
  ) -> Verdict {
    var verdict = Verdict.equivalent
    for feature in touched.features {
      do throws(LimitExceeded) {
        let isSame = try meanings.decide(about: [[feature]]) { (meanings) throws(LimitExceeded) in
          try meanings.change(of: feature, in: mutant, touched) == nil
        }
        if !isSame { return .differs(feature: feature) }
      } catch {
        verdict = .tooLarge
      }
    }
    return verdict
  }

  /// Nil beyond the limit of steps. The feature must come from ``Verdict/differs(feature:)``.
  package mutating func difference(
    of feature: Int, in mutant: Manifest, _ touched: Dependents.AffectedTargets
  ) -> Difference? {
    let found = try? meanings.decide(about: [[feature]]) {
      (meanings) throws(LimitExceeded) -> Difference? in
      guard let (before, now) = try meanings.change(of: feature, in: mutant, touched) else {
        return nil
      }
      var paths = NearestPaths()
      try paths.measure(before, now, in: meanings.space)
      return paths.difference(before, now).map {
        Difference(
          state: meanings.space.state($0.values), feature: feature, status: FeatureStatus($0.first),
          mutated: FeatureStatus($0.second))
      }
    }
    return found ?? nil
  }

  /// Whether at least one of the given claims is false for a mutant (an edited copy of the manifest), or applies to no
  /// state there. All of the claims must be true for the manifest. A claim whose proof exceeds the limit of steps is
  /// skipped.
  ///
  /// - Parameters:
  ///   - subject: The edited feature or named condition; nil if the edit changes the default of an attribute, or
  ///     the app.
  ///   - touched: The declarations that the edit affects.
  package mutating func isAnyBroken(
    of claims: [Claim], in mutant: Manifest, editing subject: References.Target?,
    _ touched: Dependents.AffectedTargets
  ) -> Bool {
    if claims.isEmpty { return false }
    let isSameSpace =
      subject.map { hasSameStateSpace($0, in: mutant) }
      ?? (manifest.app.platforms == mutant.app.platforms)
    guard isSameSpace, touched.assumptions.isEmpty else {
      // The mutant may have other possible states than the manifest. Therefore, it can break claims about features that
      // the edit does not affect.
      var proof = ClaimProof(of: mutant)
      for claim in claims {
        if let verdict = try? proof.verdict(on: claim), verdict != .proven { return true }
      }
      return false
    }
    let affected = Set(touched.all)
    for claim in claims
    where claim.formula.features.contains(where: { affected.contains(.feature($0)) }) {
      if (try? isBroken(claim, in: mutant, touched)) == true { return true }
    }
    return false
  }

  /// The mutant must have the same possible states.
  private mutating func isBroken(
    _ claim: Claim, in mutant: Manifest, _ touched: Dependents.AffectedTargets
  ) throws(LimitExceeded) -> Bool {
    let manifest = manifest
    return try claims.use(for: claim.condition, in: manifest) {
      (meanings: inout MutantFunctions) throws(LimitExceeded) in
      let features = claim.formula.features
      let required = Set(manifest.closure(of: features))
      return try meanings.decide(about: [features]) { (meanings) throws(LimitExceeded) in
        try meanings.isBroken(claim, in: mutant, touched.all.filter(required.contains))
      }
    }
  }

  /// Not if the edit changes which statuses are tested, or whether a feature has a consumable,
  /// which the app can then unlock.
  private func hasSameStateSpace(_ target: References.Target, in mutant: Manifest) -> Bool {
    var (before, now) = (Breakpoints(), Breakpoints())
    before.add(target, of: manifest)
    now.add(target, of: mutant)
    if case .feature(let feature) = target,
      manifest.features[feature].requiresConsumable != mutant.features[feature].requiresConsumable
    {
      return false
    }
    return before.permissionsByStatus == now.permissionsByStatus
      && before.productsByStatus == now.productsByStatus
  }
}

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

/// By declaration, what may change its truth value when it is edited.
package struct Dependents: Sendable {
  /// In topological order.
  package let order: [References.Target]

  private var ranks: [References.Target: Int] = [:]

  private var users: [References.Target: [References.Target]] = [:]
  private var attributeUsers: [Int: [References.Target]] = [:]

  package init(in manifest: Manifest) {
    let asked = manifest.references.order
    let known = Set(asked)
    order = asked + manifest.features.indices.map { .feature($0) }.filter { !known.contains($0) }
    let assumptions = manifest.assumptions.indices.map { References.Target.assumption($0) }
    for (rank, target) in (order + assumptions).enumerated() {
      ranks[target] = rank
      for need in Set(manifest.directNeeds(of: target)) { users[need, default: []].append(target) }
      var attributes: Set<Int> = []
      manifest.forEachTest(of: target) { test, _ in
        if let (kind, index) = test.fact.subject, kind == .attribute { attributes.insert(index) }
      }
      for attribute in attributes { attributeUsers[attribute, default: []].append(target) }
    }
  }

  package struct AffectedTargets: Sendable {
    package fileprivate(set) var conditions: [Int] = []

    package fileprivate(set) var features: [Int] = []

    package fileprivate(set) var all: [References.Target] = []

    package fileprivate(set) var assumptions: [Int] = []
  }

  package func touched(by changed: [References.Target]) -> AffectedTargets {
    var touched = AffectedTargets()
    let direct = closure(of: changed) { target in
      if case .condition = target { users[target] ?? [] } else { [] }
    }
    for target in direct {
      switch target {
      case .condition(let condition): touched.conditions.append(condition)
      case .feature(let feature): touched.features.append(feature)
      case .assumption: break
      }
    }
    for target in closure(of: direct, { users[$0] ?? [] }) {
      if case .assumption(let assumption) = target {
        touched.assumptions.append(assumption)
      } else {
        touched.all.append(target)
      }
    }
    return touched
  }

  package func touched(byAttribute attribute: Int) -> AffectedTargets {
    touched(by: attributeUsers[attribute] ?? [])
  }

  private func closure(
    of start: [References.Target], _ next: (References.Target) -> [References.Target]
  ) -> [References.Target] {
    var found = Set(start)
    var open = start
    while let target = open.popLast() {
      for user in next(target) where found.insert(user).inserted { open.append(user) }
    }
    return found.sorted { ranks[$0] ?? 0 < ranks[$1] ?? 0 }
  }
}
