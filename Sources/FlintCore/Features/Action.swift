/// An operation that a feature offers, such as `setSpeed`: a type without instances. It gets data
/// (the input) and an object that shows its results (the presenter).
public protocol Action: SendableMetatype {
  associatedtype InputType = NoInput

  /// Any type; a protocol of the app is recommended.
  associatedtype PresenterType = NoPresenter

  /// By default the type's name: `setSpeed` for `SetSpeedAction`.
  static var name: String { get }

  /// Empty by default.
  static var description: String { get }

  /// - Parameter completion: Must be called when done, on any thread.
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

/// What an action gets when it is performed.
public struct ActionContext<InputType> {
  public let input: InputType

  public let featureID: String
}

public enum ActionOutcome: Sendable {
  case success
  case failure(any Error)
}
