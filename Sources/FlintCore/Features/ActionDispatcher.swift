/// Performs actions, and notifies observers before and after.
public final class ActionDispatcher: Sendable {
  private let observers = Locked<[any ActionDispatchObserver]>([])

  init() {}

  /// Retained until removed.
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
