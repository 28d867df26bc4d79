/// A single condition on which a feature is available, declared in ``ConditionalFeatureDefinition/availability``.
///
/// It is kept for existing code. ``ConditionalFeatureDefinition/constraints(requirements:)`` can declare the same and
/// more.
public struct FeatureAvailability: Sendable {
  enum Form: Sendable {
    /// No single condition is declared: the constraints of ``ConditionalFeatureDefinition/constraints(requirements:)``
    /// apply.
    case constraints
    case runtimeEvaluated
    case purchase(PurchaseRequirement)
    case userToggled(defaultValue: Bool)
  }

  let form: Form

  /// The condition that the feature's own property `isAvailable` is true.
  @available(*, deprecated, message: "use constraints(requirements:) with runtimeEnabled()")
  public static var runtimeEvaluated: Self { Self(form: .runtimeEvaluated) }

  /// Returns the condition that the user has made the required purchase.
  @available(*, deprecated, message: "use constraints(requirements:) with purchase(_:)")
  public static func purchase(_ requirement: PurchaseRequirement) -> Self {
    Self(form: .purchase(requirement))
  }

  /// Returns the condition that the user has made the required purchase.
  @available(*, deprecated, message: "use constraints(requirements:) with purchase(_:)")
  public static func purchaseRequired(requirement: PurchaseRequirement) -> Self {
    Self(form: .purchase(requirement))
  }

  /// The condition that the user has switched the feature on. It is off until the user chooses.
  @available(
    *, deprecated, message: "use constraints(requirements:) with userToggled(defaultValue:)"
  )
  public static var userToggled: Self { Self(form: .userToggled(defaultValue: false)) }

  /// Returns the condition that the feature is switched on. Until the user chooses, `defaultValue` applies.
  @available(
    *, deprecated, message: "use constraints(requirements:) with userToggled(defaultValue:)"
  )
  public static func userToggled(defaultValue: Bool) -> Self {
    Self(form: .userToggled(defaultValue: defaultValue))
  }
}

// The default implementations: constraints that follow from `availability`, and defaults for a feature that does not
// declare it.
extension ConditionalFeatureDefinition {
  public static var availability: FeatureAvailability { FeatureAvailability(form: .constraints) }

  public static func constraints(requirements: FeatureConstraintsBuilder) {
    switch availability.form {
    case .constraints: break
    case .runtimeEvaluated: requirements.runtimeEnabled()
    case .purchase(let requirement): requirements.purchase(requirement)
    case .userToggled(let value): requirements.userToggled(defaultValue: value)
    }
  }

  public static var isEnabled: Bool? {
    if case .runtimeEvaluated = availability.form { isAvailable } else { true }
  }

  public static var isAvailable: Bool? {
    // A feature with `runtimeEvaluated` must declare `isAvailable` itself. This default runs only if it does not.
    if case .runtimeEvaluated = availability.form {
      usageFailure(.availabilityNotDeclared(feature: String(describing: self)))
    }
    return Flint.constraintsEvaluator.evaluate(for: self).status.isAvailable
  }
}

extension FeatureDefinition {
  /// Whether the feature is available now, considering its own constraints and those of the groups that contain it; nil
  /// if that is not known yet.
  public static var isAvailable: Bool? {
    Flint.constraintsEvaluator.evaluate(for: self).status.isAvailable
  }
}

extension FeatureStatus {
  /// True for available, false for unavailable, and nil for undetermined.
  public var isAvailable: Bool? {
    switch self {
    case .available: true
    case .unavailable: false
    case .undetermined: nil
    }
  }
}
