/// Queries about the requirements of a feature, which include those of its groups.
///
/// Constraints of a conditional block are included only if its guard is definitely true. If the guard is unknown,
/// ``FeatureConstraintsEvaluation/suggestion`` describes what to settle first.
///
/// Each query reads the current state again. For a consistent snapshot, call ``ConstraintsEvaluator/evaluate(for:)``
/// once.
extension ConditionalFeature {
  private static var evaluation: FeatureConstraintsEvaluation {
    Flint.constraintsEvaluator.evaluate(for: self)
  }

  /// The permissions that the feature needs in the current state, by status.
  public static var permissions: FeaturePermissionRequirements {
    FeaturePermissionRequirements(evaluation)
  }

  /// The purchases that the feature needs in the current state.
  public static var purchases: FeaturePurchaseRequirements {
    FeaturePurchaseRequirements(evaluation)
  }

  /// Whether the feature requires that the user switches it on.
  public static var requiresUserToggle: Bool { evaluation.neededUnsatisfied.userToggled }

  /// Whether the feature requires a runtime flag that is false or unknown.
  public static var requiresRuntimeEnabled: Bool { evaluation.neededUnsatisfied.runtimeEnabled }

  /// The reasons why the feature is not available, as sentences; nil if it is available.
  public static var unsatisfiedDescription: String? {
    let reasons = evaluation.reasons
    return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
  }

  /// Returns a controller that asks the user for the permissions that are not determined, one by one; nil if there are
  /// none.
  ///
  /// - Parameter coordinator: the app's customization of the requests, such as explanations before a prompt; nil for
  ///   the system's prompts only.
  public static func permissionAuthorisationController(
    using coordinator: (any PermissionAuthorisationCoordinator)?
  ) -> AuthorisationController? {
    let evaluation = evaluation
    guard !evaluation.permissions(.notDetermined).isEmpty else { return nil }
    return AuthorisationController(
      permissions: evaluation.needed.permissionRequirements, checker: Flint.permissionChecker,
      coordinator: coordinator)
  }
}

/// The permissions that a feature needs, without duplicates and in declared order.
public struct FeaturePermissionRequirements: Hashable, Sendable {
  public let all: [SystemPermission]
  public let authorized: [SystemPermission]

  /// The permissions that are granted for some photos or contacts only. They are sufficient, unless a constraint lists
  /// other statuses.
  public let limited: [SystemPermission]
  public let provisional: [SystemPermission]

  /// The permissions that the user has not been asked for.
  public let notDetermined: [SystemPermission]

  /// The permissions that the user has denied. Only the Settings app can change that.
  public let denied: [SystemPermission]

  /// The permissions that the user cannot grant on this device. Tell the user before any purchase.
  public let restricted: [SystemPermission]

  /// The permissions that the platform does not offer at its version.
  public let unsupported: [SystemPermission]

  init(_ evaluation: FeatureConstraintsEvaluation) {
    all = evaluation.needed.permissions
    authorized = evaluation.permissions(.authorized)
    limited = evaluation.permissions(.limited)
    provisional = evaluation.permissions(.provisional)
    notDetermined = evaluation.permissions(.notDetermined)
    denied = evaluation.permissions(.denied)
    restricted = evaluation.permissions(.restricted)
    unsupported = evaluation.permissions(.unsupported)
  }
}

/// The purchases that a feature needs, without duplicates and in declared order.
public struct FeaturePurchaseRequirements: Hashable, Sendable {
  public let all: [PurchaseRequirement]

  /// The requirements that are not satisfied, including those on which the store has not reported yet.
  public let requiredToUnlock: [PurchaseRequirement]

  public let purchased: [PurchaseRequirement]

  init(_ evaluation: FeatureConstraintsEvaluation) {
    all = evaluation.needed.purchases
    requiredToUnlock = evaluation.neededUnsatisfied.purchases
    purchased = evaluation.satisfied.purchases
  }
}
