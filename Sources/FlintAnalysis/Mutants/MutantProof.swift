package import FlintCore

/// A proof, over every state, whether a manifest with one edit is equivalent to the original manifest.
///
/// All mutants share one state space, which has the breakpoints of all of them from the beginning. The original
/// features and conditions are therefore computed once, and for each mutant only the declarations that its edit
/// affects.
package struct MutantProof: ~Copyable {
  private let manifest: Manifest
  private var meanings: MutantMeanings

  /// The engines for claims, by the breakpoints of each claim's condition.
  private var claims: KeptSpaces<MutantMeanings>

  /// - Parameter breakpoints: The breakpoints that mutants have in addition to the manifest's.
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

    /// A feature has a different status in some state.
    case differs(feature: Int)

    /// The comparison exceeds ``AnalysisLimits/steps``.
    case tooLarge
  }

  /// The state nearest to a fresh install in which a mutant differs from the manifest.
  package struct Difference: Hashable, Sendable {
    package let state: DeviceState
    package let feature: Int

    /// The feature's status in the original manifest.
    package let status: FeatureStatus

    /// The feature's status in the mutant.
    package let mutated: FeatureStatus
  }

  /// Compares the features that an edit affects directly. If none of these differs, no other feature does.
  ///
  /// - Parameter touched: The declarations that the edit affects.
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

  /// Returns a state in which the feature of ``Verdict/differs(feature:)`` differs; nil if the search exceeds the
  /// budget.
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

  /// Whether a claim that the manifest satisfies fails in a mutant, or matches no state there; false if the proof
  /// exceeds the budget.
  ///
  /// - Parameters:
  ///   - subject: The edited feature or named condition; nil for an attribute's default.
  ///   - touched: The declarations that the edit affects.
  package mutating func isBroken(
    _ claim: Claim, in mutant: Manifest, editing subject: References.Target?,
    _ touched: Dependents.Touched
  ) -> Bool {
    let manifest = manifest
    do throws(TooLarge) {
      let isSameUniverse = subject.map { namesTheSame($0, in: mutant) } ?? true
      guard isSameUniverse, touched.assumptions.isEmpty else {
        // The mutant has different possible states.
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

  /// Whether a target names the same statuses in the mutant and in the manifest, and can be unlocked by credits in both
  /// or in neither.
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
