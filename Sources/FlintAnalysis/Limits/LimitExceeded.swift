package import FlintModel

package struct LimitExceeded: Error, Hashable, Sendable {
  package let budget: Int
  package let unit: Unit

  package enum Unit: Sendable {
    case steps

    case texts
  }

  package private(set) var origin: Origin?

  package struct Origin: Hashable, Sendable {
    package let target: References.Target

    /// 1 for NEW in a comparison, else 0.
    package let side: Int
  }

  init(budget: Int, unit: Unit = .steps, origin: Origin? = nil) {
    self.budget = budget
    self.unit = unit
    self.origin = origin
  }

  /// Adds the ``origin``, unless there is one.
  func about(_ target: References.Target, on side: Int) -> LimitExceeded {
    if origin != nil { return self }
    return LimitExceeded(budget: budget, unit: unit, origin: Origin(target: target, side: side))
  }
}
