/// A command-line option that has no effect on the device state, and the reason. The command warns about it.
enum IneffectiveFlag: Equatable {
  /// The option sets a fact about a feature, such as its toggle (a switch for the user), but no constraint of the
  /// feature depends on this fact.
  case unused(option: String, feature: String, reason: Reason)
  /// A later option, given as `by`, sets the same fact, or buys another subscription of the same group, so that the
  /// earlier subscription ends.
  case overridden(String, by: String)

  /// The kind of constraint that a feature lacks, so that an option about this feature has no effect. For example,
  /// `--toggle speed=on` changes nothing if the feature `speed` does not require the user's toggle (a switch in the
  /// app). The raw value is the key of the part of the state that the option changes, such as `toggles`.
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
