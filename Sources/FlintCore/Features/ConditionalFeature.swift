/// What a feature declares that is not always available.
public protocol ConditionalFeatureDefinition: FeatureDefinition {
  /// Says what must hold for the feature to be available; called once, when Flint is set up.
  static func constraints(requirements: FeatureConstraintsBuilder)

  /// Whether the app has the feature on, asked for each time where the constraints say `runtimeEnabled()`. True by
  /// default; nil: it is not known yet.
  static var isEnabled: Bool? { get }

  /// Whether the feature is available now, taken together with the groups it is in; nil: it is not known yet.
  static var isAvailable: Bool? { get }

  /// The earliest way to declare a constraint; ``constraints(requirements:)`` replaces it.
  static var availability: FeatureAvailability { get }
}

/// A feature that is not always available. Its actions can only be performed through a request, and there is no request
/// while it is not available.
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
  /// Binds an action to the feature: `static let setSpeed = action(SetSpeedAction.self)`.
  public static func action<A: Action>(_ action: A.Type) -> ConditionalActionBinding<Self, A> {
    ConditionalActionBinding()
  }

  /// The permit to perform an action of the feature; nil where the feature is not available, and the log says why.
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
