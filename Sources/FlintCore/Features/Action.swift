/// Something that can be done with a feature.
///
/// An action is a type without instances; what it works on is its input, and whom it shows things through is its
/// presenter.
public protocol Action: SendableMetatype {
  /// What the action works on.
  associatedtype InputType = NoInput

  /// Whom the action shows things through; any type, best a protocol of the app's own.
  associatedtype PresenterType = NoPresenter

  /// The action's name in manifests and logs; by default the type's name without an `Action` at its end: `setSpeed`.
  static var name: String { get }

  /// What the action does, in a sentence; empty by default.
  static var description: String { get }

  /// Does it. `completion` is to be called once it is done, on any thread.
  static func perform(
    context: ActionContext<InputType>, presenter: PresenterType,
    completion: @escaping @Sendable (ActionOutcome) -> Void)
}

extension Action {
  public static var name: String { TypeName(of: Self.self, without: "Action").camelCased }
  public static var description: String { "" }
}

/// The input of an action that needs none.
public struct NoInput: Hashable, Sendable {
  public init() {}
}

/// The presenter of an action that shows nothing.
public struct NoPresenter: Hashable, Sendable {
  public init() {}
}

/// What an action is performed with.
public struct ActionContext<InputType> {
  public let input: InputType

  /// The id of the feature as part of which the action is performed.
  public let featureID: String
}

/// How an action ended.
public enum ActionOutcome: Sendable {
  case success
  case failure(any Error)
}
