/// The oldest form of declaring when a feature is available: one condition, in a property of the feature.
///
/// It remains for existing code. ``ConditionalFeatureDefinition/constraints(requirements:)`` can declare the same and
/// more.
public struct FeatureAvailability: Sendable {
  enum Form: Sendable {
    /// The constraints that ``ConditionalFeatureDefinition/constraints(requirements:)`` declares.
    case constraints
    case runtimeEvaluated
    case purchase(PurchaseRequirement)
    case userToggled(defaultValue: Bool)
  }

  let form: Form

  /// The feature's own `isAvailable` decides.
  @available(*, deprecated, message: "use constraints(requirements:) with runtimeEnabled()")
  public static var runtimeEvaluated: Self { Self(form: .runtimeEvaluated) }

  /// The feature requires a purchase.
  @available(*, deprecated, message: "use constraints(requirements:) with purchase(_:)")
  public static func purchase(_ requirement: PurchaseRequirement) -> Self {
    Self(form: .purchase(requirement))
  }

  /// The feature requires a purchase.
  @available(*, deprecated, message: "use constraints(requirements:) with purchase(_:)")
  public static func purchaseRequired(requirement: PurchaseRequirement) -> Self {
    Self(form: .purchase(requirement))
  }

  /// The feature requires that the user switches it on. It is off by default.
  @available(
    *, deprecated, message: "use constraints(requirements:) with userToggled(defaultValue:)"
  )
  public static var userToggled: Self { Self(form: .userToggled(defaultValue: false)) }

  /// The feature requires that the user has it switched on. `defaultValue` applies until the user chooses.
  @available(
    *, deprecated, message: "use constraints(requirements:) with userToggled(defaultValue:)"
  )
  public static func userToggled(defaultValue: Bool) -> Self {
    Self(form: .userToggled(defaultValue: defaultValue))
  }
}

// The requirements that follow from `availability`, or the defaults for a feature without it.
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
    // Only a feature that does not declare `isAvailable`, its runtime flag, gets here.
    if case .runtimeEvaluated = availability.form {
      usageFailure(.availabilityNotDeclared(feature: String(describing: self)))
    }
    return Flint.constraintsEvaluator.evaluate(for: self).status.isAvailable
  }
}

extension FeatureDefinition {
  /// Whether the feature, together with its groups, is available now; nil if it is not known yet.
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
