/// A dispatcher that performs actions and notifies its observers.
public final class ActionDispatcher: Sendable {
  private let observers = Locked<[any ActionDispatchObserver]>([])

  init() {}

  /// Adds an observer of all later actions. The dispatcher retains it until it is removed.
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

/// One performance of an action.
public struct ActionDispatch: Hashable, Sendable {
  public let featureID: String

  /// The action's name.
  public let action: String
}

/// An observer of all performed actions. It is called before and after each action, on the thread of that event.
public protocol ActionDispatchObserver: AnyObject, Sendable {
  func actionWillBegin(_ dispatch: ActionDispatch)
  func actionDidComplete(_ dispatch: ActionDispatch, outcome: ActionOutcome)
}

extension ActionDispatchObserver {
  public func actionWillBegin(_ dispatch: ActionDispatch) {}
  public func actionDidComplete(_ dispatch: ActionDispatch, outcome: ActionOutcome) {}
}
