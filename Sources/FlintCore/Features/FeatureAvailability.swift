/// Deprecated: the only constraint of a feature. Implement
/// ``ConditionalFeatureDefinition/constraints(requirements:)``, which can declare constraints of
/// every kind.
public struct FeatureAvailability: Sendable {
  enum Form: Sendable {
    /// Not implemented: ``ConditionalFeatureDefinition/constraints(requirements:)`` declares them.
    case constraints
    case runtimeEvaluated
    case purchase(PurchaseRequirement)
    case userToggled(defaultValue: Bool)
  }

  let form: Form

  /// The feature's own `isAvailable` is its runtime flag. A type without it ends the program.
  @available(*, deprecated, message: "use constraints(requirements:) with runtimeEnabled()")
  public static var runtimeEvaluated: Self { Self(form: .runtimeEvaluated) }

  @available(*, deprecated, message: "use constraints(requirements:) with purchase(_:)")
  public static func purchase(_ requirement: PurchaseRequirement) -> Self {
    Self(form: .purchase(requirement))
  }

  /// As ``purchase(_:)``.
  @available(*, deprecated, message: "use constraints(requirements:) with purchase(_:)")
  public static func purchaseRequired(requirement: PurchaseRequirement) -> Self {
    Self(form: .purchase(requirement))
  }

  /// Off until the user chooses.
  @available(
    *, deprecated, message: "use constraints(requirements:) with userToggled(defaultValue:)"
  )
  public static var userToggled: Self { Self(form: .userToggled(defaultValue: false)) }

  /// `defaultValue` until the user chooses.
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
  /// With its own constraints and those of the groups around it; nil if not known yet.
  public static var isAvailable: Bool? {
    Flint.constraintsEvaluator.status(of: self).isAvailable
  }
}

extension FeatureStatus {
  /// Nil if undetermined.
  public var isAvailable: Bool? {
    switch self {
    case .available: true
    case .unavailable: false
    case .undetermined: nil
    }
  }
}
