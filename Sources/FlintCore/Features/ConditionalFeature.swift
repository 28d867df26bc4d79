/// The members that the type of a conditional feature declares. A conditional feature is available only if its
/// constraints are satisfied.
///
/// Declare conformance to ``ConditionalFeature`` instead, whose extensions can query the feature and perform its
/// actions.
public protocol ConditionalFeatureDefinition: FeatureDefinition {
  /// Adds the constraints of the feature to `requirements`. Flint calls this function once, at setup.
  static func constraints(requirements: FeatureConstraintsBuilder)

  /// The runtime flag, with which the developers turn the feature on or off; nil if it is not known yet, for example
  /// before the remote configuration has arrived. The default is true. Flint reads the flag at each query of a feature
  /// that requires `runtimeEnabled()`; for other features, the flag has no effect.
  static var isEnabled: Bool? { get }

  /// Whether the feature is available now, considering its own constraints and those of the groups that contain it. It
  /// is nil if that is not known yet, for example because the user has not been asked for a permission.
  static var isAvailable: Bool? { get }

  /// A deprecated way to declare the only constraint of a feature: a purchase, the user's toggle, or the feature's own
  /// property `isAvailable`. Implement ``constraints(requirements:)`` instead, which can declare several constraints of
  /// every kind.
  static var availability: FeatureAvailability { get }
}

/// A feature that is available only if its constraints are satisfied. Its actions can only be performed through a
/// request, which Flint creates only if the feature is available.
///
/// ```swift
/// final class DynamicSpeedFeature: ConditionalFeature {
///   static func constraints(requirements: FeatureConstraintsBuilder) {
///     requirements.userToggled(defaultValue: true)
///     requirements.purchase(premium)
///   }
///
///   static let setSpeed = action(SetSpeedAction.self)
///
///   static func prepare(actions: FeatureActionsBuilder) {
///     actions.declare(setSpeed)
///   }
/// }
/// ```
public protocol ConditionalFeature: ConditionalFeatureDefinition {}

extension ConditionalFeature {
  /// Returns an action bound to this feature. Store it in a static property: `static let setSpeed =
  /// action(SetSpeedAction.self)`.
  public static func action<A: Action>(_ action: A.Type) -> ConditionalActionBinding<Self, A> {
    ConditionalActionBinding()
  }

  /// Returns a request, through which an action of the feature can be performed. If the feature is not available,
  /// returns nil and logs the reason.
  public static func request<T: Action>(
    _ actionBinding: ConditionalActionBinding<Self, T>
  ) -> ConditionalActionRequest<Self, T>? {
    let evaluation = Flint.constraintsEvaluator.evaluate(for: self)
    guard evaluation.status == .available else {
      Flint.log(
        .requestRefused(
          featureID: featureID, action: actionBinding.action.name,
          reasons: evaluation.reasons))
      return nil
    }
    return ConditionalActionRequest(actionBinding)
  }
}
