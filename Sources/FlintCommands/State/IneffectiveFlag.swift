/// A state option without an effect, for a warning.
enum IneffectiveFlag: Equatable {
  /// The option sets a fact of a feature, such as its toggle, that the feature does not require.
  case unused(option: String, feature: String, reason: Reason)
  /// A later option sets the same fact, or replaces the subscription by another one of its group.
  case overridden(String, by: String)
  /// The option gives the end of a subscription, but the state has no date with which to compare it.
  case undated(String)

  enum Reason { case purchase, toggle, runtimeFlag }

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
