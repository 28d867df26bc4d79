/// How a constraint stands, as far as what is said of it depends on that.
package enum Standing: Hashable, Sendable {
  /// Another platform is the current one.
  case concernsAnother

  /// The block that declares it does not apply.
  case notRequired

  /// There is but one thing to say.
  case whatever
  case version(VersionRange.Position)
  case flag(Ternary)
  case permission(SystemPermissionStatus)

  /// A permission is unsupported on a platform that never has it.
  case neverOffered

  /// A purchase that the app has unlocked.
  case unlocked
  case purchase(Ternary)

  /// Whether an attribute's value will do.
  case value(isRight: Bool)
}

extension Evaluator {
  func standing(of evaluation: ConstraintEvaluation, in feature: Int) -> Standing {
    if evaluation.status == .notActive {
      if case .platform(let platform, _) = evaluation.constraint, platform != state.platform {
        return .concernsAnother
      }
      return .notRequired
    }
    switch evaluation.constraint {
    case .platform(_, .any), .platform(_, .unsupported): return .whatever
    case .platform(_, .versions(let range)):
      return .version(range.position(of: state.osVersion))
    case .appVersion(let range): return .version(range.position(of: state.appVersion))
    case .runtimeEnabled: return .flag(state.runtimeFlag(of: feature))
    case .userToggled(let isOn):
      return .flag(Ternary(state.toggle(of: feature, defaultValue: isOn)))
    case .permission(let permission):
      let status = state.status(of: permission)
      let isEverOffered = permission.support.firstVersion(on: state.platform) != nil
      return status == .unsupported && !isEverOffered ? .neverOffered : .permission(status)
    case .purchase(let expression):
      return state.isUnlocked(feature) ? .unlocked : .purchase(truth(of: expression))
    case .attribute(let requirement):
      let value = state.value(of: requirement.attribute)
      return .value(isRight: requirement.truth(of: value) == .yes)
    }
  }
}
