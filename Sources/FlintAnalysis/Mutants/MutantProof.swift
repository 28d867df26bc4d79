package import FlintModel
package import FlintLogic

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
