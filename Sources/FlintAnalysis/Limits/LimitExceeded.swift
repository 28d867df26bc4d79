package import FlintModel

package struct LimitExceeded: Error, Hashable, Sendable {
  package let budget: Int
  package let unit: Unit

  package enum Unit: Sendable {
    /// The analysis takes too many steps; see ``AnalysisLimits/steps``.
    case steps

    /// An attribute has too many texts to try; see ``AnalysisLimits/plannedTexts``.
    case texts
  }

  /// The feature or condition that is too complex: the states in which it is true cannot be computed within the limit.
  /// Nil if all features and conditions could be computed, but a later query exceeded the limit.
  package private(set) var origin: Origin?

  package struct Origin: Hashable, Sendable {
    package let target: References.Target

    /// The index of the manifest that declares the feature or condition: 1 for the new manifest of a comparison,
    /// otherwise 0.
    package let side: Int
  }

  init(budget: Int, unit: Unit = .steps, origin: Origin? = nil) {
    self.budget = budget
    self.unit = unit
    self.origin = origin
  }

  /// Returns this error with a feature or condition as its ``origin``, the one that is too complex to compute. An error
  /// that already has an origin is returned unchanged. `side` is the index of the manifest that declares the feature or
  /// condition: 0, or 1 for the second of two compared manifests.
  func about(_ target: References.Target, on side: Int) -> LimitExceeded {
    if origin != nil { return self }
    return LimitExceeded(budget: budget, unit: unit, origin: Origin(target: target, side: side))
  }
}
