/// An action together with its feature, which has no constraints of its own. The action can always be performed, even
/// while a group that contains the feature is unavailable.
public struct StaticActionBinding<FeatureType: Feature, ActionType: Action>: Sendable {
  init() {}

  public var feature: FeatureType.Type { FeatureType.self }
  public var action: ActionType.Type { ActionType.self }

  /// Performs the action on the calling thread. Calls `completion` when the action reports that it is done.
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

/// An action together with its conditional feature, which is available only if its constraints are satisfied. The
/// action can only be performed through a request. ``request()`` creates a request only if the feature is available.
public struct ConditionalActionBinding<FeatureType: ConditionalFeature, ActionType: Action>:
  Sendable
{
  init() {}

  public var feature: FeatureType.Type { FeatureType.self }
  public var action: ActionType.Type { ActionType.self }

  /// Returns a request, through which the action can be performed. If the feature is not available, returns nil and
  /// logs the reason.
  public func request() -> ConditionalActionRequest<FeatureType, ActionType>? {
    FeatureType.request(self)
  }
}

/// An object through which an action of a conditional feature can be performed. Flint creates a request only if the
/// feature is available; it does not check the availability again when the app performs the action.
// INVARIANT: only this module can create a request, and only a request has functions that perform an action of a
// conditional feature.
public struct ConditionalActionRequest<FeatureType: ConditionalFeature, ActionType: Action>:
  Sendable
{
  public let actionBinding: ConditionalActionBinding<FeatureType, ActionType>

  init(_ actionBinding: ConditionalActionBinding<FeatureType, ActionType>) {
    self.actionBinding = actionBinding
  }

  /// Performs the action on the calling thread. Calls `completion` when the action reports that it is done.
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
