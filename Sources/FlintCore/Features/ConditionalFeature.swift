/// The declarations of a conditional feature. Conform to ``ConditionalFeature``, which can also be
/// queried.
public protocol ConditionalFeatureDefinition: FeatureDefinition {
  /// Declares the feature's constraints. Called once, at setup.
  static func constraints(requirements: FeatureConstraintsBuilder)

  /// The runtime flag, by default true; nil if not known yet. Read at each query of a feature with
  /// `runtimeEnabled()`.
  static var isEnabled: Bool? { get }

  /// Nil if undetermined. Depends on the groups around the feature, too.
  static var isAvailable: Bool? { get }

  /// Deprecated. Implement ``constraints(requirements:)``, which can declare constraints of every
  /// kind.
  static var availability: FeatureAvailability { get }
}

/// A feature with constraints, whose actions need a request.
///
/// ```swift
/// final class DynamicSpeedFeature: ConditionalFeature {
///   static func constraints(requirements: FeatureConstraintsBuilder) {
///     requirements.userToggled(defaultValue: true)
///     requirements.purchase(premium)
///   }
///   static let setSpeed = action(SetSpeedAction.self)
///   static func prepare(actions: FeatureActionsBuilder) { actions.declare(setSpeed) }
/// }
/// ```
public protocol ConditionalFeature: ConditionalFeatureDefinition {}

extension ConditionalFeature {
  /// `static let setSpeed = action(SetSpeedAction.self)`
  public static func action<A: Action>(_ action: A.Type) -> ConditionalActionBinding<Self, A> {
    ConditionalActionBinding()
  }

  /// A request to perform the action. Nil, with a log message, unless the feature is available.
  public static func request<T: Action>(
    _ actionBinding: ConditionalActionBinding<Self, T>
  ) -> ConditionalActionRequest<Self, T>? {
    let evaluation = Flint.constraintsEvaluator.evaluate(for: self)
    guard evaluation.status == .available else {
      Flint.log(
        .requestRefused(
          featureID: featureID, action: actionBinding.action.name,
          reasons: evaluation.reasons))
      return nil
    }
    return ConditionalActionRequest(actionBinding)
  }
}

/// The needs of a feature and its groups in the current state.
///
/// Blocks whose guard is false are left out. A block whose guard is unknown counts only its
/// satisfied constraints, because the others may not be needed;
/// ``FeatureConstraintsEvaluation/suggestion`` describes how to determine the guard.
///
/// Each query reads the state again. For consistent answers use one result of
/// ``ConstraintsEvaluator/evaluate(for:)``.
extension ConditionalFeature {
  private static var evaluation: FeatureConstraintsEvaluation {
    Flint.constraintsEvaluator.evaluate(for: self)
  }

  public static var permissions: FeaturePermissionRequirements {
    FeaturePermissionRequirements(evaluation)
  }

  public static var purchases: FeaturePurchaseRequirements {
    FeaturePurchaseRequirements(evaluation)
  }

  /// Whether a required toggle of the feature or its groups is off.
  public static var requiresUserToggle: Bool { evaluation.neededUnsatisfied.userToggled }

  /// Whether a runtime flag is required but off or unknown. Includes the flags of groups around the
  /// feature.
  public static var requiresRuntimeEnabled: Bool { evaluation.neededUnsatisfied.runtimeEnabled }

  /// One sentence for each unsatisfied constraint, joined by `; `. Nil if available.
  public static var unsatisfiedDescription: String? {
    let reasons = evaluation.reasons
    return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
  }

  /// A controller for permissions that are not determined; nil without any.
  /// - Parameter coordinator: Customizes the requests; nil for the system's prompts only.
  public static func permissionAuthorisationController(
    using coordinator: (any PermissionAuthorisationCoordinator)?
  ) -> AuthorisationController? {
    let evaluation = evaluation
    let needed = evaluation.needed
    guard needed.permissions.contains(where: evaluation.isNotDetermined) else { return nil }
    return AuthorisationController(
      permissions: needed.permissionRequirements, checker: Flint.permissionChecker,
      coordinator: coordinator)
  }
}

/// Permissions that a feature requires, by status. Without duplicates, in declared order.
public struct FeaturePermissionRequirements: Hashable, Sendable {
  public let all: [SystemPermission]
  private let statuses: SystemPermissionStatuses

  init(_ evaluation: FeatureConstraintsEvaluation) {
    all = evaluation.needed.permissions
    statuses = evaluation.permissionStatuses
  }

  public subscript(status: SystemPermissionStatus) -> [SystemPermission] {
    all.filter { statuses[$0] == status }
  }

  public var authorized: [SystemPermission] { self[.authorized] }

  public var notDetermined: [SystemPermission] { self[.notDetermined] }

  /// The user can grant these only in Settings.
  public var denied: [SystemPermission] { self[.denied] }

  /// Withheld by parental controls or device management. Explain this before you offer a purchase,
  /// which alone would not make the feature available.
  public var restricted: [SystemPermission] { self[.restricted] }

  /// Missing on the device, its platform, or the installed version.
  public var unsupported: [SystemPermission] { self[.unsupported] }
}

/// Purchases that a feature requires. Without duplicates, in declared order.
public struct FeaturePurchaseRequirements: Hashable, Sendable {
  public let all: [PurchaseRequirement]

  /// Requirements that are not satisfied, or that the store has not reported yet.
  public let requiredToUnlock: [PurchaseRequirement]

  public let purchased: [PurchaseRequirement]

  init(_ evaluation: FeatureConstraintsEvaluation) {
    all = evaluation.needed.purchases
    requiredToUnlock = evaluation.neededUnsatisfied.purchases
    purchased = evaluation.satisfied.purchases
  }
}

/// A named capability of an app.
public protocol FeatureDefinition: SendableMetatype {
  /// Letters, digits, `.`, `_` and `-`; used in manifests and stored settings. By default from the
  /// type's name: `dynamic-speed` for `DynamicSpeedFeature`. Declare it if it must outlive a
  /// renaming.
  static var featureID: String { get }

  /// By default the words of the type's name: `Dynamic Speed`.
  static var name: String { get }

  /// Empty by default.
  static var description: String { get }

  /// The responsible team, also for subfeatures that name none.
  static var team: String? { get }

  /// When the feature must be removed: `static let until: DateTime? = "2027-03-01"`.
  static var until: DateTime? { get }

  /// Declares the feature's actions. Called once, at setup.
  static func prepare(actions: FeatureActionsBuilder)
}

extension FeatureDefinition {
  public static var featureID: String { TypeName(of: Self.self, without: "Feature").hyphenated }
  public static var name: String { TypeName(of: Self.self, without: "Feature").spaced }
  public static var description: String { "" }
  public static var team: String? { nil }
  public static var until: DateTime? { nil }
  public static func prepare(actions: FeatureActionsBuilder) {}
}

/// A feature that contains others. If it is a ``ConditionalFeature``, its constraints also apply to
/// the features inside.
public protocol FeatureGroup: FeatureDefinition {
  static var subfeatures: [FeatureDefinition.Type] { get }
}

/// A feature without constraints, whose actions can always be performed.
public protocol Feature: FeatureDefinition {}

extension Feature {
  /// `static let play = action(PlayAction.self)`
  public static func action<A: Action>(_ action: A.Type) -> StaticActionBinding<Self, A> {
    StaticActionBinding()
  }
}

/// Deprecated: declares a feature's only constraint. Implement
/// ``ConditionalFeatureDefinition/constraints(requirements:)``, which can declare constraints of
/// every kind.
public struct FeatureAvailability: Sendable {
  enum Form: Sendable {
    /// ``ConditionalFeatureDefinition/constraints(requirements:)`` declares the constraints,
    /// because `availability` is not implemented.
    case constraints
    case runtimeEvaluated
    case purchase(PurchaseRequirement)
    case userToggled(defaultValue: Bool)
  }

  let form: Form

  /// The feature implements `isAvailable`, which is its runtime flag. Without an implementation,
  /// the program ends.
  @available(*, deprecated, message: "use constraints(requirements:) with runtimeEnabled()")
  public static var runtimeEvaluated: Self { Self(form: .runtimeEvaluated) }

  @available(*, deprecated, message: "use constraints(requirements:) with purchase(_:)")
  public static func purchase(_ requirement: PurchaseRequirement) -> Self {
    Self(form: .purchase(requirement))
  }

  /// As ``purchase(_:)``.
  @available(*, deprecated, message: "use constraints(requirements:) with purchase(_:)")
  public static func purchaseRequired(requirement: PurchaseRequirement) -> Self {
    Self(form: .purchase(requirement))
  }

  /// Requires a toggle, which is off until the user chooses.
  @available(
    *, deprecated, message: "use constraints(requirements:) with userToggled(defaultValue:)"
  )
  public static var userToggled: Self { Self(form: .userToggled(defaultValue: false)) }

  /// Requires a toggle. `defaultValue` applies until the user chooses.
  @available(
    *, deprecated, message: "use constraints(requirements:) with userToggled(defaultValue:)"
  )
  public static func userToggled(defaultValue: Bool) -> Self {
    Self(form: .userToggled(defaultValue: defaultValue))
  }
}

// The default implementations: constraints that follow from `availability`, and defaults for a feature that does not
// declare it.
extension ConditionalFeatureDefinition {
  public static var availability: FeatureAvailability { FeatureAvailability(form: .constraints) }

  public static func constraints(requirements: FeatureConstraintsBuilder) {
    switch availability.form {
    case .constraints: break
    case .runtimeEvaluated: requirements.runtimeEnabled()
    case .purchase(let requirement): requirements.purchase(requirement)
    case .userToggled(let value): requirements.userToggled(defaultValue: value)
    }
  }

  public static var isEnabled: Bool? {
    if case .runtimeEvaluated = availability.form { isAvailable } else { true }
  }

  public static var isAvailable: Bool? {
    // A feature with `runtimeEvaluated` must declare `isAvailable` itself. This default runs only if it does not.
    if case .runtimeEvaluated = availability.form {
      usageFailure(
        "'\(self)' is runtimeEvaluated but declares no isAvailable: declare isAvailable, or use constraints(requirements:)"
      )
    }
    return Flint.constraintsEvaluator.status(of: self).isAvailable
  }
}

extension FeatureDefinition {
  /// Nil if undetermined. Depends on the groups around the feature, too.
  public static var isAvailable: Bool? {
    Flint.constraintsEvaluator.status(of: self).isAvailable
  }
}

extension FeatureStatus {
  /// Nil if undetermined.
  public var isAvailable: Bool? {
    switch self {
    case .available: true
    case .unavailable: false
    case .undetermined: nil
    }
  }
}

struct TypeName {
  let words: [String]

  /// Splits the type's name into words. The suffix is omitted, unless it is the whole name. The
  /// words of generic arguments follow: `Theme`, `Dark`.
  init(of type: Any.Type, without suffix: String) {
    var parts = String(describing: type).split { !$0.isLetter && !$0.isNumber }
    if let first = parts.first, first.hasSuffix(suffix), first != suffix {
      parts[0] = first.dropLast(suffix.count)
    }
    words = parts.flatMap { Self.words(of: $0) }
  }

  var hyphenated: String { words.map { $0.lowercased() }.joined(separator: "-") }

  var spaced: String { words.joined(separator: " ") }

  var camelCased: String {
    guard let first = words.first else { return "" }
    return first.lowercased() + words.dropFirst().joined()
  }

  private static func words(of name: Substring) -> [String] {
    var words: [String] = []
    var rest = name
    while !rest.isEmpty {
      let length = platformLength(rest) ?? wordLength(rest)
      words.append(String(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    return words
  }

  private static func wordLength(_ name: Substring) -> Int {
    let characters = Array(name)
    var index = 1
    while index < characters.count {
      let (previous, next) = (characters[index - 1], characters[index])
      if next.isUppercase {
        if previous.isLowercase { break }
        if index + 1 < characters.count, characters[index + 1].isLowercase,
          platformLength(name.dropFirst(index - 1)) == nil
        {
          break
        }
      }
      if platformLength(name.dropFirst(index)) != nil { break }
      index += 1
    }
    return index
  }

  private static func platformLength(_ name: Substring) -> Int? {
    Platform.allCases.first { name.hasPrefix($0.name) }?.name.count
  }
}
