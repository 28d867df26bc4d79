package import FlintCore

/// The error for an analysis that exceeds its budget.
package struct TooLarge: Error, Hashable, Sendable {
  package let budget: Int
  package let unit: Unit

  package enum Unit: Sendable {
    /// The budget is a number of steps; see ``AnalysisLimits/steps``.
    case steps

    /// The budget is a number of texts of one attribute; see ``AnalysisLimits/plannedTexts``.
    case texts
  }

  /// The feature or named condition whose function exceeds the budget; nil if the functions were computed and the query
  /// about them exceeds it.
  package private(set) var origin: Origin?

  package struct Origin: Hashable, Sendable {
    package let target: References.Target

    /// The index of the manifest that declares the target.
    package let side: Int
  }

  init(budget: Int, unit: Unit = .steps, origin: Origin? = nil) {
    self.budget = budget
    self.unit = unit
    self.origin = origin
  }

  /// Returns the error with the given origin, or unchanged if it already has one.
  func about(_ target: References.Target, on side: Int) -> TooLarge {
    if origin != nil { return self }
    return TooLarge(budget: budget, unit: unit, origin: Origin(target: target, side: side))
  }
}
