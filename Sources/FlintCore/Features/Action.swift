/// An operation that a feature offers, as a type without instances. The input is its data, and the
/// presenter shows its results.
public protocol Action: SendableMetatype {
  associatedtype InputType = NoInput

  /// Any type; a protocol of the app is recommended.
  associatedtype PresenterType = NoPresenter

  /// By default the type's name: `setSpeed` for `SetSpeedAction`.
  static var name: String { get }

  /// Empty by default.
  static var description: String { get }

  /// Must call `completion` when done, on any thread.
  static func perform(
    context: ActionContext<InputType>, presenter: PresenterType,
    completion: @escaping @Sendable (ActionOutcome) -> Void)
}

extension Action {
  public static var name: String { TypeName(of: Self.self, without: "Action").camelCased }
  public static var description: String { "" }
}

public struct NoInput: Hashable, Sendable {
  public init() {}
}

public struct NoPresenter: Hashable, Sendable {
  public init() {}
}

/// An action's input and the id of its feature.
public struct ActionContext<InputType> {
  public let input: InputType

  public let featureID: String
}

public enum ActionOutcome: Sendable {
  case success
  case failure(any Error)
}

/// Performs an action with its input and presenter, or without those that it does not need.
public protocol ActionPerformer {
  associatedtype ActionType: Action

  func perform(
    using presenter: ActionType.PresenterType, with input: ActionType.InputType,
    completion: (@Sendable (ActionOutcome) -> Void)?)
}

extension ActionPerformer where ActionType.InputType == NoInput {
  public func perform(
    using presenter: ActionType.PresenterType,
    completion: (@Sendable (ActionOutcome) -> Void)? = nil
  ) {
    perform(using: presenter, with: NoInput(), completion: completion)
  }
}

extension ActionPerformer where ActionType.PresenterType == NoPresenter {
  public func perform(
    with input: ActionType.InputType, completion: (@Sendable (ActionOutcome) -> Void)? = nil
  ) {
    perform(using: NoPresenter(), with: input, completion: completion)
  }
}

extension ActionPerformer
where ActionType.InputType == NoInput, ActionType.PresenterType == NoPresenter {
  public func perform(completion: (@Sendable (ActionOutcome) -> Void)? = nil) {
    perform(using: NoPresenter(), with: NoInput(), completion: completion)
  }
}

/// An action of a feature without constraints. It can always be performed, even while a group
/// around it is unavailable.
public struct StaticActionBinding<FeatureType: Feature, ActionType: Action>: ActionPerformer,
  Sendable
{
  init() {}

  public var feature: FeatureType.Type { FeatureType.self }
  public var action: ActionType.Type { ActionType.self }

  /// Performs the action on the calling thread. Calls `completion` when the action is done.
  public func perform(
    using presenter: ActionType.PresenterType, with input: ActionType.InputType,
    completion: (@Sendable (ActionOutcome) -> Void)? = nil
  ) {
    Flint.dispatcher.perform(
      action, of: feature, using: presenter, with: input, completion: completion)
  }
}

/// An action of a conditional feature, performed through a ``request()`` only.
public struct ConditionalActionBinding<FeatureType: ConditionalFeature, ActionType: Action>:
  Sendable
{
  init() {}

  public var feature: FeatureType.Type { FeatureType.self }
  public var action: ActionType.Type { ActionType.self }

  /// A request to perform the action. Nil, with a log message, unless the feature is available.
  public func request() -> ConditionalActionRequest<FeatureType, ActionType>? {
    FeatureType.request(self)
  }
}

/// The right to perform an action. Availability is not checked again.
// INVARIANT: only this module can create a request, and only a request has functions that perform an action of a
// conditional feature.
public struct ConditionalActionRequest<FeatureType: ConditionalFeature, ActionType: Action>:
  ActionPerformer, Sendable
{
  public let actionBinding: ConditionalActionBinding<FeatureType, ActionType>

  init(_ actionBinding: ConditionalActionBinding<FeatureType, ActionType>) {
    self.actionBinding = actionBinding
  }

  /// Performs the action on the calling thread. Calls `completion` when the action is done.
  public func perform(
    using presenter: ActionType.PresenterType, with input: ActionType.InputType,
    completion: (@Sendable (ActionOutcome) -> Void)? = nil
  ) {
    Flint.dispatcher.perform(
      actionBinding.action, of: actionBinding.feature, using: presenter, with: input,
      completion: completion)
  }
}

/// Performs actions, and notifies observers before and after.
public final class ActionDispatcher: Sendable {
  private let observers = Locked<[any ActionDispatchObserver]>([])

  init() {}

  /// The dispatcher retains the observer until it is removed.
  public func add(observer: any ActionDispatchObserver) {
    observers.withLock { $0.append(observer) }
  }

  public func remove(observer: any ActionDispatchObserver) {
    observers.withLock { $0.removeAll { $0 === observer } }
  }

  func perform<A: Action>(
    _ action: A.Type, of feature: any FeatureDefinition.Type, using presenter: A.PresenterType,
    with input: A.InputType, completion: (@Sendable (ActionOutcome) -> Void)?
  ) {
    let observers = observers.withLock { $0 }
    let dispatch = ActionDispatch(featureID: feature.featureID, action: action.name)
    for observer in observers { observer.actionWillBegin(dispatch) }
    action.perform(
      context: ActionContext(input: input, featureID: dispatch.featureID), presenter: presenter
    ) { outcome in
      for observer in observers { observer.actionDidComplete(dispatch, outcome: outcome) }
      completion?(outcome)
    }
  }
}

/// One call of an action.
public struct ActionDispatch: Hashable, Sendable {
  public let featureID: String

  public let action: String
}

/// Called on the thread on which the action begins or completes.
public protocol ActionDispatchObserver: AnyObject, Sendable {
  func actionWillBegin(_ dispatch: ActionDispatch)
  func actionDidComplete(_ dispatch: ActionDispatch, outcome: ActionOutcome)
}

extension ActionDispatchObserver {
  public func actionWillBegin(_ dispatch: ActionDispatch) {}
  public func actionDidComplete(_ dispatch: ActionDispatch, outcome: ActionOutcome) {}
}

/// Collects a feature's actions; see ``FeatureDefinition/prepare(actions:)``.
public final class FeatureActionsBuilder {
  public private(set) var names: [String] = []

  init() {}

  public func declare<FeatureType, ActionType>(
    _ binding: StaticActionBinding<FeatureType, ActionType>
  ) {
    declare(binding.action)
  }

  public func declare<FeatureType, ActionType>(
    _ binding: ConditionalActionBinding<FeatureType, ActionType>
  ) {
    declare(binding.action)
  }

  private func declare(_ action: any Action.Type) {
    if action.name.isEmpty {
      usageFailure("the action '\(action)' has an empty name: declare a non-empty name")
    }
    if names.index(ofSame: action.name) == nil { names.append(action.name) }
  }
}
