package import FlintCore

/// Tells over every state whether a manifest with one edit says anything else than the manifest itself.
///
/// The two share a universe: the values of all mutants are in it from the beginning, so that what features and
/// conditions mean is worked out once, and for a mutant only what the edit touches.
package struct MutantProof: ~Copyable {
  private var meanings: MutantMeanings

  /// - Parameter boundaries: what mutants tell apart beside the manifest.
  package init(of manifest: Manifest, _ boundaries: Boundaries) {
    meanings = MutantMeanings(of: manifest, StateSpace(manifest, condition: boundaries))
  }

  package enum Verdict: Hashable, Sendable {
    case equivalent

    /// A feature has another status in some state.
    case differs(feature: Int)

    /// It takes more work than ``AnalysisLimits/work``.
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
      let isSame = attempt(feature) { (meanings) throws(TooLarge) in
        try meanings.change(of: feature, in: mutant, touched) == nil
      }
      switch isSame {
      case true?: continue
      case false?: return .differs(feature: feature)
      case nil: verdict = .tooLarge
      }
    }
    return verdict
  }

  /// Where a feature that ``Verdict/differs(feature:)`` names does differ; nil where that takes too much work.
  package mutating func difference(
    of feature: Int, in mutant: Manifest, _ touched: Dependents.Touched
  ) -> Difference? {
    let found = attempt(feature) { (meanings) throws(TooLarge) -> Difference? in
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

  /// Tries it in the order of variables at hand, then in one made for the feature; nil where neither serves.
  private mutating func attempt<Answer>(
    _ feature: Int, _ body: (inout MutantMeanings) throws(TooLarge) -> Answer
  ) -> Answer? {
    meanings.space.beginFeature()
    do throws(TooLarge) {
      return try body(&meanings)
    } catch {
      guard meanings.space.countWaste() else { return nil }
      var others = meanings.space.arranged(for: [[feature]])
      swap(&meanings.space, &others)
      defer { swap(&meanings.space, &others) }
      do throws(TooLarge) {
        return try body(&meanings)
      } catch {
        return nil
      }
    }
  }
}
