/// The context in which a constraint is evaluated: the feature to which the constraint belongs, if any. A constraint
/// `userToggled`, for example, requires that the user has switched this feature on.
package struct ConstraintContext: Hashable, Sendable {
  /// The index of the feature whose runtime flag, toggle and purchases the constraint refers to. It is nil for the
  /// constraints of named conditions, of assumptions and of the app.
  package let feature: Int?

  /// Whether a purchase requirement counts as satisfied if the app has unlocked the feature by spending the user's
  /// credits. It is false in guards (the conditions of conditional blocks), inside a `not`, and without a feature.
  package let canBeUnlocked: Bool

  /// Whether sentences say that the constraint's condition is required or, inside a `not`, that it is excluded.
  package let demand: Demand

  init(feature: Int, canBeUnlocked: Bool = true) {
    self.feature = feature
    self.canBeUnlocked = canBeUnlocked
    demand = .required
  }

  private init(feature: Int?, demand: Demand = .required) {
    (self.feature, canBeUnlocked, self.demand) = (feature, false, demand)
  }

  /// Creates the context (the feature to which a constraint belongs) for evaluating the constraints of the feature with
  /// the index `feature` or, if it is nil, of the app. The guards (conditions) of the feature's conditional blocks need
  /// another context; see ``inGuard``.
  package init(_ feature: Int?) {
    self = feature.map { ConstraintContext(feature: $0) } ?? .condition
  }

  static let condition = ConstraintContext(feature: nil)

  package var inGuard: ConstraintContext { ConstraintContext(feature: feature) }
  package var inNot: ConstraintContext {
    ConstraintContext(feature: feature, demand: demand.inverse)
  }

  /// Returns the context in which the constraints nested inside a constraint are evaluated. It is this context, except
  /// that the constraints of a named condition belong to no feature, and that unlocking the feature for credits does
  /// not satisfy purchase requirements inside a `not`.
  package func inside(_ constraint: Constraint) -> ConstraintContext {
    switch constraint {
    case .condition: .condition
    case .not: inNot
    case .requirement, .feature, .allOf, .anyOf:
      self
    }
  }
}
