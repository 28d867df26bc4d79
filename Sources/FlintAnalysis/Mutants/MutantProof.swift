package import FlintCore

/// Tells over every state whether a manifest with one edit says anything else than the manifest itself.
///
/// The two share a universe: the values of all mutants are in it from the beginning, so that what features and
/// conditions mean is worked out once, and for a mutant only what the edit touches.
package struct MutantProof: ~Copyable {
  private let manifest: Manifest
  private var meanings: MutantMeanings

  /// For claims, each with what its condition tells apart.
  private var claims: KeptSpaces<MutantMeanings>

  /// - Parameter boundaries: what mutants tell apart beside the manifest.
  package init(of manifest: Manifest, _ breakpoints: Breakpoints) {
    self.manifest = manifest
    meanings = MutantMeanings(of: manifest, StateSpace(manifest, condition: breakpoints))
    claims = KeptSpaces { condition in
      var all = breakpoints
      all.add(
        condition, products: { $0 }, attributes: { $0 }, buckets: { $0 }, features: { $0 })
      return MutantMeanings(of: manifest, StateSpace(manifest, condition: all))
    }
  }

  package enum Verdict: Hashable, Sendable {
    case equivalent

    /// A feature has another status in some state.
    case differs(feature: Int)

    /// It takes more work than ``AnalysisLimits/steps``.
    case tooLarge
  }

  /// A state in which a mutant differs from the manifest, the nearest to a fresh install.
  package struct Difference: Hashable, Sendable {
    package let state: DeviceState
    package let feature: Int

    /// The feature's status in the manifest.
    package let status: FeatureStatus

    /// The same in the mutant.
    package let mutated: FeatureStatus
  }

  /// What a mutant does to features that an edit touches itself; where none of them is another one, no feature is.
  ///
  /// - Parameter touched: What the edit touches.
  package mutating func verdict(
    on mutant: Manifest, _ touched: Dependents.Touched
  ) -> Verdict {
    var verdict = Verdict.equivalent
    for feature in touched.features {
      do throws(TooLarge) {
        let isSame = try meanings.decide(about: [[feature]]) { (meanings) throws(TooLarge) in
          try meanings.change(of: feature, in: mutant, touched) == nil
        }
        if !isSame { return .differs(feature: feature) }
      } catch {
        verdict = .tooLarge
      }
    }
    return verdict
  }

  /// Where a feature that ``Verdict/differs(feature:)`` names does differ; nil where that takes too much work.
  package mutating func difference(
    of feature: Int, in mutant: Manifest, _ touched: Dependents.Touched
  ) -> Difference? {
    let found = try? meanings.decide(about: [[feature]]) {
      (meanings) throws(TooLarge) -> Difference? in
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

  /// Whether a claim that the manifest keeps fails in a mutant, or would be an error there; where that takes too much work,
  /// nothing is said against the mutant.
  ///
  /// - Parameters:
  ///   - subject: the feature or named condition that is edited; nil for an attribute's default.
  ///   - touched: what the edit touches.
  package mutating func isBroken(
    _ claim: Claim, in mutant: Manifest, editing subject: References.Target?,
    _ touched: Dependents.Touched
  ) -> Bool {
    let manifest = manifest
    do throws(TooLarge) {
      let isSameUniverse = subject.map { namesTheSame($0, in: mutant) } ?? true
      guard isSameUniverse, touched.assumptions.isEmpty else {
        // Other states are possible in the mutant.
        var proof = ClaimProof(of: mutant)
        return try proof.verdict(on: claim) != .proven
      }
      return try claims.use(for: claim.condition, in: manifest) {
        (meanings: inout MutantMeanings) throws(TooLarge) in
        let features = claim.formula.features
        let required = Set(manifest.closure(of: features))
        return try meanings.decide(about: [features]) { (meanings) throws(TooLarge) in
          try meanings.isBroken(claim, in: mutant, touched.all.filter(required.contains))
        }
      }
    } catch {
      return false
    }
  }

  /// Whether something names the same statuses and can be unlocked in the mutant as in the manifest.
  private func namesTheSame(_ target: References.Target, in mutant: Manifest) -> Bool {
    var (before, now) = (Breakpoints(), Breakpoints())
    before.add(target, of: manifest)
    now.add(target, of: mutant)
    if case .feature(let feature) = target,
      manifest.features[feature].requiresConsumable != mutant.features[feature].requiresConsumable
    {
      return false
    }
    return before.permissionStatuses == now.permissionStatuses
      && before.productStatuses == now.productStatuses
  }
}
