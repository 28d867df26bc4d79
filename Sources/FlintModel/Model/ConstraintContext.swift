/// The feature that a constraint belongs to, and what that implies.
package struct ConstraintContext: Hashable, Sendable {
  /// Nil in named conditions, assumptions and for the app.
  package let feature: Int?

  /// Not in guards, inside a `not`, or without a feature.
  package let canBeUnlocked: Bool

  package let demand: Demand

  init(feature: Int, canBeUnlocked: Bool = true) {
    self.feature = feature
    self.canBeUnlocked = canBeUnlocked
    demand = .required
  }

  private init(feature: Int?, demand: Demand = .required) {
    (self.feature, canBeUnlocked, self.demand) = (feature, false, demand)
  }

  /// Nil for the app; see ``inGuard`` for guards.
  package init(_ feature: Int?) {
    self = feature.map { ConstraintContext(feature: $0) } ?? .condition
  }

  static let condition = ConstraintContext(feature: nil)

  package var inGuard: ConstraintContext { ConstraintContext(feature: feature) }
  package var inNot: ConstraintContext {
    ConstraintContext(feature: feature, demand: demand.inverse)
  }

  /// A named condition belongs to no feature, and nothing is unlocked inside a `not`.
  package func inside(_ constraint: Constraint) -> ConstraintContext {
    switch constraint {
    case .condition: .condition
    case .not: inNot
    case .requirement, .feature, .allOf, .anyOf:
      self
    }
  }
}
