/// An option without effect on the state, and why.
enum IneffectiveFlag: Equatable {
  /// No constraint of the feature depends on it.
  case unused(option: String, feature: String, reason: Reason)
  /// The same fact, or another subscription of the group.
  case overridden(String, by: String)

  /// The constraint that the feature lacks, by the state's key.
  enum Reason: String {
    case purchase = "unlocked"
    case toggle = "toggles"
    case runtimeFlag = "runtime"
  }

  var message: String {
    switch self {
    case .unused(let option, let feature, .purchase):
      "feature '\(feature)' requires no purchase, so '--\(option)' has no effect"
    case .unused(let option, let feature, .toggle):
      "feature '\(feature)' does not require 'userToggled', so '--\(option)' has no effect"
    case .unused(let option, let feature, .runtimeFlag):
      "feature '\(feature)' does not require 'runtimeEnabled', so '--\(option)' has no effect"
    case .overridden(let earlier, let later): "'\(later)' overrides '\(earlier)'"
    }
  }
}
