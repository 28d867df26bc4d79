/// Decides whether a mutant is equivalent. All mutants share one state space with the breakpoints
/// of all.
package struct MutantProof: ~Copyable {
  private let manifest: Manifest
  private var variant: ManifestVariant

  private var claims: StateSpaceCache<ManifestVariant>

  /// - Parameter breakpoints: Those of the mutants.
  package init(of manifest: Manifest, _ breakpoints: Breakpoints) {
    self.manifest = manifest
    variant = ManifestVariant(of: manifest, StateSpace(manifest, condition: breakpoints))
    claims = StateSpaceCache { condition in
      var all = breakpoints
      all.add(condition) { $1 }
      return ManifestVariant(of: manifest, StateSpace(manifest, condition: all))
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

  /// Frees the copy of the last mutant.
  package mutating func releaseMutant() { variant.begin(manifest, touching: []) }

  /// Compares only features that the edit affects directly. If their statuses are equal, so are
  /// those of all other features.
  package mutating func verdict(
    on mutant: Manifest, _ touched: Dependents.AffectedTargets
  ) -> Verdict {
    var verdict = Verdict.equivalent
    for feature in touched.features {
      let isSame = try? variant.decide(about: [[feature]]) { variant in
        variant.change(of: feature, in: mutant, touched) == nil
      }
      if isSame == false { return .differs(feature: feature) }
      if isSame == nil { verdict = .tooLarge }
    }
    return verdict
  }

  /// Nil beyond the limit of steps. The feature must come from ``Verdict/differs(feature:)``.
  package mutating func difference(
    of feature: Int, in mutant: Manifest, _ touched: Dependents.AffectedTargets
  ) -> Difference? {
    let found = try? variant.decide(about: [[feature]]) { variant -> Difference? in
      guard let (before, now) = variant.change(of: feature, in: mutant, touched) else {
        return nil
      }
      let differs = variant.store.differ(before, now)
      guard let found = variant.space.nearest(where: differs),
        let status = variant.store.value(of: before, at: found.values).truth,
        let mutated = variant.store.value(of: now, at: found.values).truth
      else { return nil }
      return Difference(
        state: variant.space.state(found.values), feature: feature, status: FeatureStatus(status),
        mutated: FeatureStatus(mutated))
    }
    return found ?? nil
  }

  /// Whether a claim is false for a mutant, or vacuous there. All claims must be true for the
  /// manifest; those beyond the limit of steps are skipped. `subject` is nil if the edit changes an
  /// attribute's default or the app.
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

  /// Whether a true claim becomes false or vacuous. The mutant must have the same possible states.
  private mutating func isBroken(
    _ claim: Claim, in mutant: Manifest, _ touched: Dependents.AffectedTargets
  ) throws(LimitExceeded) -> Bool {
    let manifest = manifest
    return try claims.use(for: claim.condition, in: manifest) { variant throws(LimitExceeded) in
      let features = claim.formula.features
      let required = Set(manifest.closure(of: features))
      return try variant.decide(about: [features]) { variant in
        let affected = touched.all.filter(required.contains)
        variant.begin(mutant, touching: affected)
        for target in affected { _ = variant.function(of: target) }
        let found = variant.states(of: claim, in: mutant)
        return !variant.store.canBe(.yes, found.matching)
          || variant.store.canBe(.yes, found.breaking)
      }
    }
  }

  /// Whether the edit leaves the tested statuses and unlockable features the same.
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

extension ManifestVariant {
  /// A feature's status in the manifest and the mutant; nil if equal. False in states that
  /// assumptions of either manifest exclude.
  mutating func change(
    of feature: Int, in mutant: Manifest, _ touched: Dependents.AffectedTargets
  ) -> (before: Diagram, now: Diagram)? {
    let before = space.status(of: feature, side: 0)
    begin(mutant, touching: touched.conditions.map { .condition($0) } + [.feature(feature)])
    let now = function(of: .feature(feature))
    if before == now { return nil }
    // The functions of conditions so far are for the original features. An assumption can depend on such a condition and
    // on a changed feature.
    begin(mutant, touching: touched.all + touched.assumptions.map { .assumption($0) })
    let assumptions = assumptions(touched.assumptions)
    let careSet = space.store.and(
      space.careSet(for: [before, now] + assumptions), space.store.join(.and, assumptions[...]))
    let both = (space.store.and(before, careSet), space.store.and(now, careSet))
    if both.0 == both.1 { return nil }
    if !space.isRestricted { return both }
    let possible = space.possible(for: [both.0, both.1])
    return (space.store.and(both.0, possible), space.store.and(both.1, possible))
  }
}

/// Which declarations' truth values an edit of one declaration can change.
package struct Dependents: Sendable {
  /// Dependencies first.
  package let order: [References.Target]

  private var ranks: [References.Target: Int] = [:]

  private var users: [References.Target: [References.Target]] = [:]
  private var attributeUsers: [Int: [References.Target]] = [:]

  package init(in manifest: Manifest) {
    let asked = manifest.references.order
    let known = Set(asked)
    order = asked + manifest.features.indices.map { .feature($0) }.filter { !known.contains($0) }
    let assumptions = manifest.allAssumptions
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
