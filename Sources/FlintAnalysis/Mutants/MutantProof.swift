package import FlintModel
package import FlintLogic

/// An analysis that decides whether a mutant (a copy of a manifest with one edited declaration) is equivalent to the
/// manifest: whether all features have the same status in every state.
///
/// All mutants share one state space, which distinguishes the breakpoints of all of them: the values at which the
/// outcome of a constraint can change. The functions of the original manifest are therefore computed once, and for each
/// mutant only those of the declarations that its edit affects.
package struct MutantProof: ~Copyable {
  private let manifest: Manifest
  private var meanings: MutantFunctions

  private var claims: StateSpaceCache<MutantFunctions>

  /// Creates an analysis for the mutants (edited copies) of a manifest.
  ///
  /// - Parameter breakpoints: The breakpoints (values at which the outcome of a constraint can change) that mutants
  ///   have in addition to the manifest's.
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

    /// The feature with this index has a different status in the mutant than in the original manifest, in at least one
    /// state.
    case differs(feature: Int)

    /// The comparison takes more steps than ``AnalysisLimits/steps`` permits.
    case tooLarge
  }

  /// A state in which a feature's status in a mutant (an edited copy of the manifest) is different from its status in
  /// the manifest. Of all such states, it is one that differs least from a fresh install.
  package struct Difference: Hashable, Sendable {
    package let state: DeviceState
    package let feature: Int

    package let status: FeatureStatus

    package let mutated: FeatureStatus
  }

  /// Compares a mutant (an edited copy) with the original manifest. Only the features that the edit affects directly
  /// are compared: if these features have the same statuses in both manifests, all other features do, too.
  ///
  /// - Parameter touched: The declarations that the edit affects.
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

  /// Returns a state in which a feature has a different status in the mutant and which differs least from a fresh
  /// install; nil if the search exceeds the limit of steps. The feature must be the one that
  /// ``Verdict/differs(feature:)`` contains.
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

  /// Whether a claim is false for a mutant (an edited copy of the manifest), or applies to no state there. The mutant
  /// must have the same possible states as the manifest.
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

  /// Whether the mutant can be analyzed in the state space of the manifest. It cannot if the edited feature or
  /// condition tests a status of a permission or product that the original does not test, or the other way round. Nor
  /// can it if the edit adds the first consumable to a feature or removes the last one, because then only one of the
  /// manifests lets the app unlock the feature for credits.
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
