/// A storage of the user's toggles: for each feature, whether the user has switched it on or off.
public protocol UserFeatureToggles: Sendable {
  /// Returns whether the user has switched a feature on. Nil means that the user has not chosen, so that the feature's
  /// default applies.
  func isOn(featureID: String) -> Bool?

  /// Stores whether the user has switched a feature on. Nil removes the choice, so that the feature's default applies.
  func set(_ isOn: Bool?, featureID: String)

  var toggleChanges: ObserverList<ToggleChange> { get }
}

extension UserFeatureToggles {
  /// Returns whether the user has switched a feature on, or nil if the user has not chosen.
  public func isOn(_ feature: any FeatureDefinition.Type) -> Bool? {
    isOn(featureID: feature.featureID)
  }

  /// Stores whether the user has switched a feature on. Nil removes the choice, so that the feature's default applies.
  public func set(_ isOn: Bool?, for feature: any FeatureDefinition.Type) {
    set(isOn, featureID: feature.featureID)
  }
}

/// A change of the user's toggles.
public enum ToggleChange: Hashable, Sendable {
  case feature(featureID: String)

  /// Any toggle may have changed, for example because another process has changed the file with the toggles.
  case everything
}

/// A storage of toggles in memory, which is lost when the program ends.
public final class InMemoryToggles: UserFeatureToggles {
  private let values = Locked<[String: Bool]>([:])

  public let toggleChanges = ObserverList<ToggleChange>()

  public init() {}

  public func isOn(featureID: String) -> Bool? {
    values.withLock { $0[featureID] }
  }

  public func set(_ isOn: Bool?, featureID: String) {
    values.withLock { $0[featureID] = isOn }
    toggleChanges.notify(.feature(featureID: featureID))
  }
}
