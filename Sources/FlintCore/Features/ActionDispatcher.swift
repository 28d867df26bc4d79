/// An object that performs the actions of features, and notifies observers before and after each action.
public final class ActionDispatcher: Sendable {
  private let observers = Locked<[any ActionDispatchObserver]>([])

  init() {}

  /// Adds an observer, which is notified of all actions that are performed from then on. The dispatcher retains the
  /// observer until it is removed.
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

/// One call of an action: the id of the feature and the name of the action.
public struct ActionDispatch: Hashable, Sendable {
  public let featureID: String

  /// The name of the performed action, such as `setSpeed`.
  public let action: String
}

/// An observer of the actions that are performed. Its functions are called on the thread on which the action begins or
/// completes.
public protocol ActionDispatchObserver: AnyObject, Sendable {
  func actionWillBegin(_ dispatch: ActionDispatch)
  func actionDidComplete(_ dispatch: ActionDispatch, outcome: ActionOutcome)
}

extension ActionDispatchObserver {
  public func actionWillBegin(_ dispatch: ActionDispatch) {}
  public func actionDidComplete(_ dispatch: ActionDispatch, outcome: ActionOutcome) {}
}
