/// An operation that a feature offers to the app, such as `setSpeed`.
///
/// An action is a type without instances: all of its members are static. The app passes two arguments to the action:
/// the data (the input), and an object through which the action shows its results (the presenter).
public protocol Action: SendableMetatype {
  /// The type of the data that the action receives.
  associatedtype InputType = NoInput

  /// The type of the presenter, the object through which the action shows its results. Any type is possible; a protocol
  /// that the app declares is recommended.
  associatedtype PresenterType = NoPresenter

  /// The action's name in manifests and logs. The default is the type's name in camel case, without the suffix
  /// `Action`: `setSpeed` for the type `SetSpeedAction`.
  static var name: String { get }

  /// A sentence that describes what the action does; empty by default.
  static var description: String { get }

  /// Performs the action.
  ///
  /// - Parameters:
  ///   - context: The action's input, and the id of the feature to which the action belongs.
  ///   - presenter: The object through which the action shows its results.
  ///   - completion: A closure that the action must call when it is done, on any thread.
  static func perform(
    context: ActionContext<InputType>, presenter: PresenterType,
    completion: @escaping @Sendable (ActionOutcome) -> Void)
}

extension Action {
  public static var name: String { TypeName(of: Self.self, without: "Action").camelCased }
  public static var description: String { "" }
}

/// The input type of an action that needs no data.
public struct NoInput: Hashable, Sendable {
  public init() {}
}

/// The presenter type of an action that shows nothing.
public struct NoPresenter: Hashable, Sendable {
  public init() {}
}

/// The data that an action receives when it is performed: its input, and the id of its feature.
public struct ActionContext<InputType> {
  public let input: InputType

  /// The id of the feature to which the performed action belongs.
  public let featureID: String
}

/// The outcome that an action reports when it is done.
public enum ActionOutcome: Sendable {
  case success
  case failure(any Error)
}
