/// An action of an unconditional feature. It can be performed at any time.
public struct StaticActionBinding<FeatureType: Feature, ActionType: Action>: Sendable {
  init() {}

  public var feature: FeatureType.Type { FeatureType.self }
  public var action: ActionType.Type { ActionType.self }

  /// Performs the action on the calling thread. `completion` is called once the action reports that it is done.
  public func perform(
    using presenter: ActionType.PresenterType, with input: ActionType.InputType,
    completion: (@Sendable (ActionOutcome) -> Void)? = nil
  ) {
    Flint.dispatcher.perform(
      action, of: feature, using: presenter, with: input, completion: completion)
  }
}

extension StaticActionBinding where ActionType.InputType == NoInput {
  public func perform(
    using presenter: ActionType.PresenterType,
    completion: (@Sendable (ActionOutcome) -> Void)? = nil
  ) {
    perform(using: presenter, with: NoInput(), completion: completion)
  }
}

extension StaticActionBinding where ActionType.PresenterType == NoPresenter {
  public func perform(
    with input: ActionType.InputType, completion: (@Sendable (ActionOutcome) -> Void)? = nil
  ) {
    perform(using: NoPresenter(), with: input, completion: completion)
  }
}

extension StaticActionBinding
where ActionType.InputType == NoInput, ActionType.PresenterType == NoPresenter {
  public func perform(completion: (@Sendable (ActionOutcome) -> Void)? = nil) {
    perform(using: NoPresenter(), with: NoInput(), completion: completion)
  }
}

/// An action of a conditional feature. It can only be performed through a request, which exists only while the feature
/// is available.
public struct ConditionalActionBinding<FeatureType: ConditionalFeature, ActionType: Action>:
  Sendable
{
  init() {}

  public var feature: FeatureType.Type { FeatureType.self }
  public var action: ActionType.Type { ActionType.self }

  /// Returns the permit to perform the action. If the feature is not available, the result is nil and the reason is
  /// logged.
  public func request() -> ConditionalActionRequest<FeatureType, ActionType>? {
    FeatureType.request(self)
  }
}

/// The permit to perform an action of a conditional feature. It is issued only while the feature is available.
// INVARIANT: only this module can create a request, and only a request has `perform` for such an action.
public struct ConditionalActionRequest<FeatureType: ConditionalFeature, ActionType: Action>:
  Sendable
{
  public let actionBinding: ConditionalActionBinding<FeatureType, ActionType>

  init(_ actionBinding: ConditionalActionBinding<FeatureType, ActionType>) {
    self.actionBinding = actionBinding
  }

  /// Performs the action on the calling thread. `completion` is called once the action reports that it is done.
  public func perform(
    using presenter: ActionType.PresenterType, with input: ActionType.InputType,
    completion: (@Sendable (ActionOutcome) -> Void)? = nil
  ) {
    Flint.dispatcher.perform(
      actionBinding.action, of: actionBinding.feature, using: presenter, with: input,
      completion: completion)
  }
}

extension ConditionalActionRequest where ActionType.InputType == NoInput {
  public func perform(
    using presenter: ActionType.PresenterType,
    completion: (@Sendable (ActionOutcome) -> Void)? = nil
  ) {
    perform(using: presenter, with: NoInput(), completion: completion)
  }
}

extension ConditionalActionRequest where ActionType.PresenterType == NoPresenter {
  public func perform(
    with input: ActionType.InputType, completion: (@Sendable (ActionOutcome) -> Void)? = nil
  ) {
    perform(using: NoPresenter(), with: input, completion: completion)
  }
}

extension ConditionalActionRequest
where ActionType.InputType == NoInput, ActionType.PresenterType == NoPresenter {
  public func perform(completion: (@Sendable (ActionOutcome) -> Void)? = nil) {
    perform(using: NoPresenter(), with: NoInput(), completion: completion)
  }
}
