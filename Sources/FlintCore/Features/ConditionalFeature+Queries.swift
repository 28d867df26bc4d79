/// Queries for the permissions, purchases and switches that a feature needs in the current state of the device and the
/// user. The results also include those that the groups containing the feature need.
///
/// A feature can have conditional blocks: constraints that apply only if a condition, the guard, is true. If the guard
/// is false, the results leave them out. If it is unknown, the results include only constraints of the block that are
/// already satisfied, so that the app does not request permissions or purchases that the feature may not need.
/// ``FeatureConstraintsEvaluation/suggestion`` then describes how to determine the guard.
///
/// Each query reads the current state again. To get several consistent answers, call
/// ``ConstraintsEvaluator/evaluate(for:)`` once and use its result.
extension ConditionalFeature {
  private static var evaluation: FeatureConstraintsEvaluation {
    Flint.constraintsEvaluator.evaluate(for: self)
  }

  /// The permissions that the feature needs in the current state, grouped by their status.
  public static var permissions: FeaturePermissionRequirements {
    FeaturePermissionRequirements(evaluation)
  }

  /// The purchases that the feature needs in the current state.
  public static var purchases: FeaturePurchaseRequirements {
    FeaturePurchaseRequirements(evaluation)
  }

  /// Whether the user has to turn on a toggle (a switch in the app's settings): that of the feature or of a group that
  /// contains the feature. A toggle counts if a constraint `userToggled` requires it and it is off.
  public static var requiresUserToggle: Bool { evaluation.neededUnsatisfied.userToggled }

  /// Whether the developers have to turn on a runtime flag: that of the feature or of a group that contains the
  /// feature. A flag counts if a constraint `runtimeEnabled` requires it and it is false or unknown.
  public static var requiresRuntimeEnabled: Bool { evaluation.neededUnsatisfied.runtimeEnabled }

  /// The reasons why the feature is not available: one sentence for each constraint, joined by `; `. Nil if the feature
  /// is available.
  public static var unsatisfiedDescription: String? {
    let reasons = evaluation.reasons
    return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
  }

  /// Returns a controller that asks the user, one at a time, for the permissions that the feature needs and that have
  /// not been requested yet. Returns nil if there are none.
  ///
  /// - Parameter coordinator: an object with which the app customizes the requests, for example with explanations
  ///   before a prompt; nil if only the system's prompts are to be shown.
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

/// The permissions that a feature needs, grouped by their status. Each list is without duplicates and in declared
/// order.
public struct FeaturePermissionRequirements: Hashable, Sendable {
  public let all: [SystemPermission]
  private let statuses: SystemPermissionStatuses

  init(_ evaluation: FeatureConstraintsEvaluation) {
    all = evaluation.needed.permissions
    statuses = evaluation.permissionStatuses
  }

  /// The permissions that the feature needs and that have this status.
  public subscript(status: SystemPermissionStatus) -> [SystemPermission] {
    all.filter { statuses[$0] == status }
  }

  public var authorized: [SystemPermission] { self[.authorized] }

  /// The permissions that have not been requested from the user yet.
  public var notDetermined: [SystemPermission] { self[.notDetermined] }

  /// The permissions that the user has denied, and can grant only in the Settings app.
  public var denied: [SystemPermission] { self[.denied] }

  /// The permissions that parental controls or device management withhold. Explain this before you offer a purchase,
  /// because a purchase alone would not make the feature available.
  public var restricted: [SystemPermission] { self[.restricted] }

  /// The permissions that do not exist on the device, its platform, or the installed version of the platform.
  public var unsupported: [SystemPermission] { self[.unsupported] }
}

/// The purchase requirements of a feature, without duplicates and in declared order.
public struct FeaturePurchaseRequirements: Hashable, Sendable {
  public let all: [PurchaseRequirement]

  /// Of the feature's purchase requirements: those that are not satisfied, including those for which the store has not
  /// reported a status yet.
  public let requiredToUnlock: [PurchaseRequirement]

  public let purchased: [PurchaseRequirement]

  init(_ evaluation: FeatureConstraintsEvaluation) {
    all = evaluation.needed.purchases
    requiredToUnlock = evaluation.neededUnsatisfied.purchases
    purchased = evaluation.satisfied.purchases
  }
}
