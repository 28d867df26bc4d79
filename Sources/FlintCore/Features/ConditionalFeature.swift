/// What a conditional feature declares. Conform to ``ConditionalFeature``, which can also be
/// queried.
public protocol ConditionalFeatureDefinition: FeatureDefinition {
  /// Called once, at setup.
  static func constraints(requirements: FeatureConstraintsBuilder)

  /// The runtime flag, by default true; nil if not known yet. Read at each query of a feature with
  /// `runtimeEnabled()`.
  static var isEnabled: Bool? { get }

  /// With its own constraints and those of the groups around it; nil if not known yet.
  static var isAvailable: Bool? { get }

  /// Deprecated. Implement ``constraints(requirements:)``, which can declare constraints of every
  /// kind.
  static var availability: FeatureAvailability { get }
}

/// A feature that is available only if its constraints are satisfied, and whose actions need a
/// request.
///
/// ```swift
/// final class DynamicSpeedFeature: ConditionalFeature {
///   static func constraints(requirements: FeatureConstraintsBuilder) {
///     requirements.userToggled(defaultValue: true)
///     requirements.purchase(premium)
///   }
///   static let setSpeed = action(SetSpeedAction.self)
///   static func prepare(actions: FeatureActionsBuilder) { actions.declare(setSpeed) }
/// }
/// ```
public protocol ConditionalFeature: ConditionalFeatureDefinition {}

extension ConditionalFeature {
  /// `static let setSpeed = action(SetSpeedAction.self)`
  public static func action<A: Action>(_ action: A.Type) -> ConditionalActionBinding<Self, A> {
    ConditionalActionBinding()
  }

  /// Nil, with a log message, unless the feature is available.
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
