package import FlintCore

/// An answer takes more work than its budget.
package struct TooLarge: Error, Hashable, Sendable {
  package let budget: Int
  package let unit: Unit

  package enum Unit: Sendable {
    /// See ``AnalysisLimits/steps``.
    case steps

    /// Texts that an attribute may have.
    case texts
  }

  /// The feature or named condition whose function could not be made; nil where the functions were made and what was asked
  /// about them was too much.
  package private(set) var origin: Origin?

  package struct Origin: Hashable, Sendable {
    package let target: References.Target

    /// Which of two manifests it is in.
    package let side: Int
  }

  init(budget: Int, unit: Unit = .steps, origin: Origin? = nil) {
    self.budget = budget
    self.unit = unit
    self.origin = origin
  }

  /// The same with what it was about, unless that is known already.
  func about(_ target: References.Target, on side: Int) -> TooLarge {
    if origin != nil { return self }
    return TooLarge(budget: budget, unit: unit, origin: Origin(target: target, side: side))
  }
}
