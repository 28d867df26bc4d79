/// A command-line option that has no effect on the device state, and the reason. The command warns about it.
enum IneffectiveFlag: Equatable {
  /// The option sets a fact of a feature, such as its toggle, but no constraint of the feature depends on that fact.
  case unused(option: String, feature: String, reason: Reason)
  /// A later option sets the same fact, or replaces the subscription by another one of the same group.
  case overridden(String, by: String)
  /// The option sets the end of a subscription, but the state has no date, so it is unknown whether the subscription
  /// has ended.
  case undated(String)

  /// The kind of constraint that the feature lacks. The raw values are the sections of a state with facts of features.
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
    case .undated(let flag):
      "the state has no date, so it is unknown whether the subscription of '\(flag)' has ended; add --date"
    }
  }
}
