/// A deprecated way to declare the only constraint of a feature: a purchase, the user's toggle, or the feature's own
/// property `isAvailable`. The property ``ConditionalFeatureDefinition/availability`` of the feature returns it.
///
/// Implement ``ConditionalFeatureDefinition/constraints(requirements:)`` instead, which can declare several constraints
/// of every kind.
public struct FeatureAvailability: Sendable {
  enum Form: Sendable {
    /// The form of the property `availability` (the deprecated way to declare the only constraint of a feature) for a
    /// feature that does not implement it. The constraints of such a feature are those that it declares in
    /// ``ConditionalFeatureDefinition/constraints(requirements:)``.
    case constraints
    case runtimeEvaluated
    case purchase(PurchaseRequirement)
    case userToggled(defaultValue: Bool)
  }

  let form: Form

  /// A constraint that is satisfied if the feature's own property `isAvailable` is true. The property is then the
  /// feature's runtime flag, the switch with which the app's developers turn the feature on or off. If the feature's
  /// type does not implement the property, the program ends with a message.
  @available(*, deprecated, message: "use constraints(requirements:) with runtimeEnabled()")
  public static var runtimeEvaluated: Self { Self(form: .runtimeEvaluated) }

  /// Returns a constraint that is satisfied if the user's purchases satisfy `requirement`.
  @available(*, deprecated, message: "use constraints(requirements:) with purchase(_:)")
  public static func purchase(_ requirement: PurchaseRequirement) -> Self {
    Self(form: .purchase(requirement))
  }

  /// Returns a constraint that is satisfied if the user's purchases satisfy `requirement`. It does the same as
  /// ``purchase(_:)``.
  @available(*, deprecated, message: "use constraints(requirements:) with purchase(_:)")
  public static func purchaseRequired(requirement: PurchaseRequirement) -> Self {
    Self(form: .purchase(requirement))
  }

  /// A constraint that is satisfied if the user has switched the feature on. Until the user chooses, the feature is
  /// off.
  @available(
    *, deprecated, message: "use constraints(requirements:) with userToggled(defaultValue:)"
  )
  public static var userToggled: Self { Self(form: .userToggled(defaultValue: false)) }

  /// Returns a constraint that is satisfied if the user has switched the feature on. Until the user chooses,
  /// `defaultValue` applies.
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
    return Flint.constraintsEvaluator.status(of: self).isAvailable
  }
}

extension FeatureDefinition {
  /// Whether the feature is available now, considering its own constraints and those of the groups that contain it. It
  /// is nil if that is not known yet, for example because the user has not been asked for a permission.
  public static var isAvailable: Bool? {
    Flint.constraintsEvaluator.status(of: self).isAvailable
  }
}

extension FeatureStatus {
  /// Whether a feature with this status is available; nil if the status is undetermined.
  public var isAvailable: Bool? {
    switch self {
    case .available: true
    case .unavailable: false
    case .undetermined: nil
    }
  }
}
