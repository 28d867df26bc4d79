/// An action of a feature.
///
/// An action is a type without instances. It receives its data as input and shows its results through a presenter.
public protocol Action: SendableMetatype {
  /// The type of the input.
  associatedtype InputType = NoInput

  /// The type of the presenter, through which the action shows its results. Any type is possible; a protocol of the app
  /// is recommended.
  associatedtype PresenterType = NoPresenter

  /// The action's name in manifests and logs. The default is the type's name without the suffix `Action`: `setSpeed`.
  static var name: String { get }

  /// A sentence on what the action does; empty by default.
  static var description: String { get }

  /// Performs the action.
  ///
  /// - Parameter completion: must be called once the action is done; any thread is allowed.
  static func perform(
    context: ActionContext<InputType>, presenter: PresenterType,
    completion: @escaping @Sendable (ActionOutcome) -> Void)
}

extension Action {
  public static var name: String { TypeName(of: Self.self, without: "Action").camelCased }
  public static var description: String { "" }
}

/// The input of an action that needs no input.
public struct NoInput: Hashable, Sendable {
  public init() {}
}

/// The presenter of an action that shows nothing.
public struct NoPresenter: Hashable, Sendable {
  public init() {}
}

/// The context in which an action is performed.
public struct ActionContext<InputType> {
  public let input: InputType

  /// The id of the feature to which the performed action belongs.
  public let featureID: String
}

/// The result of an action.
public enum ActionOutcome: Sendable {
  case success
  case failure(any Error)
}
