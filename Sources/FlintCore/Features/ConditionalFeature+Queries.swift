/// What a feature needs and has, for the app to act upon: its own constraints and its groups'.
///
/// Constraints of a conditional block count where its conditions hold for sure; where that is not known yet,
/// ``FeatureConstraintsEvaluation/suggestion`` says what to settle first.
///
/// Each of these asks the world anew; ask once for ``ConstraintsEvaluator/evaluate(for:)`` to see one moment.
extension ConditionalFeature {
  private static var evaluation: FeatureConstraintsEvaluation {
    Flint.constraintsEvaluator.evaluate(for: self)
  }

  /// The permissions that the feature needs here, by their status.
  public static var permissions: FeaturePermissionRequirements {
    FeaturePermissionRequirements(evaluation)
  }

  /// The purchases that the feature needs here.
  public static var purchases: FeaturePurchaseRequirements {
    FeaturePurchaseRequirements(evaluation)
  }

  /// Whether the user has it turned off.
  public static var requiresUserToggle: Bool { evaluation.neededUnsatisfied.userToggled }

  /// Whether the app has it disabled, or does not know yet.
  public static var requiresRuntimeEnabled: Bool { evaluation.neededUnsatisfied.runtimeEnabled }

  /// Why the feature is not available, in sentences; nil where it is.
  public static var unsatisfiedDescription: String? {
    let reasons = evaluation.reasons
    return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
  }

  /// What takes a user through the permissions that are not determined, one by one; nil where there are none.
  ///
  /// - Parameter coordinator: The app's part in it, such as cards that explain what comes; nil: the system's prompts alone.
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

/// The permissions that a feature needs, each once, in declared order.
public struct FeaturePermissionRequirements: Hashable, Sendable {
  public let all: [SystemPermission]
  public let authorized: [SystemPermission]

  /// Granted for some photos or contacts, and notifications that arrive quietly: enough, unless a constraint says otherwise.
  public let limited: [SystemPermission]
  public let provisional: [SystemPermission]

  /// The user has not been asked: ask.
  public let notDetermined: [SystemPermission]

  /// The user said no: only the Settings app can change that.
  public let denied: [SystemPermission]

  /// The user cannot grant them on this device: say so before they pay for anything.
  public let restricted: [SystemPermission]

  /// The platform does not offer them, or not yet at its version.
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

/// The purchases that a feature needs, each once, in declared order.
public struct FeaturePurchaseRequirements: Hashable, Sendable {
  public let all: [PurchaseRequirement]

  /// Those that are not met, and those of which the store has not reported yet.
  public let requiredToUnlock: [PurchaseRequirement]

  public let purchased: [PurchaseRequirement]

  init(_ evaluation: FeatureConstraintsEvaluation) {
    all = evaluation.needed.purchases
    requiredToUnlock = evaluation.neededUnsatisfied.purchases
    purchased = evaluation.satisfied.purchases
  }
}
