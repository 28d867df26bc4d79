/// The declarations of a feature that is not always available.
public protocol ConditionalFeatureDefinition: FeatureDefinition {
  /// Declares the constraints of the feature. Called once, when Flint is set up.
  static func constraints(requirements: FeatureConstraintsBuilder)

  /// The runtime flag of the feature, true by default; nil if it is not known yet. It is read at each query of a
  /// feature that requires `runtimeEnabled()`.
  static var isEnabled: Bool? { get }

  /// Whether the feature, together with its groups, is available now; nil if it is not known yet.
  static var isAvailable: Bool? { get }

  /// The oldest form of declaring a constraint, superseded by ``constraints(requirements:)``.
  static var availability: FeatureAvailability { get }
}

/// A feature that is not always available. Its actions can only be performed through a request, which exists only while
/// the feature is available.
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

  /// Returns the permit to perform an action of the feature. If the feature is not available, the result is nil and the
  /// reason is logged.
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
