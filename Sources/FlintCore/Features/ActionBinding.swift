/// An action of a feature without constraints. It can always be performed, even while a group
/// around it is unavailable.
public struct StaticActionBinding<FeatureType: Feature, ActionType: Action>: Sendable {
  init() {}

  public var feature: FeatureType.Type { FeatureType.self }
  public var action: ActionType.Type { ActionType.self }

  /// On the calling thread. `completion` runs when the action reports that it is done.
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

/// An action of a conditional feature, performed through a ``request()`` only.
public struct ConditionalActionBinding<FeatureType: ConditionalFeature, ActionType: Action>:
  Sendable
{
  init() {}

  public var feature: FeatureType.Type { FeatureType.self }
  public var action: ActionType.Type { ActionType.self }

  /// Nil, with a log message, unless the feature is available.
  public func request() -> ConditionalActionRequest<FeatureType, ActionType>? {
    FeatureType.request(self)
  }
}

/// The right to perform an action, given while its feature was available and not checked again.
// INVARIANT: only this module can create a request, and only a request has functions that perform an action of a
// conditional feature.
public struct ConditionalActionRequest<FeatureType: ConditionalFeature, ActionType: Action>:
  Sendable
{
  public let actionBinding: ConditionalActionBinding<FeatureType, ActionType>

  init(_ actionBinding: ConditionalActionBinding<FeatureType, ActionType>) {
    self.actionBinding = actionBinding
  }

  /// On the calling thread. `completion` runs when the action reports that it is done.
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
