/// What a feature, with the groups around it, needs in the current state. Blocks whose guard is
/// false are left out. Of a block whose guard is unknown only what is satisfied counts, so that the
/// app does not ask for what may not be needed; ``FeatureConstraintsEvaluation/suggestion`` then
/// describes how to determine it.
///
/// Each query reads the state again. For consistent answers use one result of
/// ``ConstraintsEvaluator/evaluate(for:)``.
extension ConditionalFeature {
  private static var evaluation: FeatureConstraintsEvaluation {
    Flint.constraintsEvaluator.evaluate(for: self)
  }

  /// By status.
  public static var permissions: FeaturePermissionRequirements {
    FeaturePermissionRequirements(evaluation)
  }

  public static var purchases: FeaturePurchaseRequirements {
    FeaturePurchaseRequirements(evaluation)
  }

  /// Whether a required toggle, its own or a group's, is off.
  public static var requiresUserToggle: Bool { evaluation.neededUnsatisfied.userToggled }

  /// Whether a required runtime flag, its own or a group's, is off or unknown.
  public static var requiresRuntimeEnabled: Bool { evaluation.neededUnsatisfied.runtimeEnabled }

  /// One sentence for each constraint, joined by `; `; nil if available.
  public static var unsatisfiedDescription: String? {
    let reasons = evaluation.reasons
    return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
  }

  /// Asks for what has not been requested yet; nil if there is nothing.
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

/// By status, without duplicates, in declared order.
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

/// Without duplicates, in declared order.
public struct FeaturePurchaseRequirements: Hashable, Sendable {
  public let all: [PurchaseRequirement]

  /// Those not satisfied, or not reported by the store yet.
  public let requiredToUnlock: [PurchaseRequirement]

  public let purchased: [PurchaseRequirement]

  init(_ evaluation: FeatureConstraintsEvaluation) {
    all = evaluation.needed.purchases
    requiredToUnlock = evaluation.neededUnsatisfied.purchases
    purchased = evaluation.satisfied.purchases
  }
}
