/// A storage of the user's choices to switch features on and off.
public protocol UserFeatureToggles: Sendable {
  /// Returns the user's choice for a feature, or nil if the user has not chosen and the declared default applies.
  func isOn(featureID: String) -> Bool?

  /// Stores the user's choice; nil removes it.
  func set(_ isOn: Bool?, featureID: String)

  var toggleChanges: ObserverList<ToggleChange> { get }
}

extension UserFeatureToggles {
  /// Returns the user's choice for a feature, or nil if the user has not chosen.
  public func isOn(_ feature: any FeatureDefinition.Type) -> Bool? {
    isOn(featureID: feature.featureID)
  }

  /// Stores the user's choice; nil removes it.
  public func set(_ isOn: Bool?, for feature: any FeatureDefinition.Type) {
    set(isOn, featureID: feature.featureID)
  }
}

/// A change of the user's choices.
public enum ToggleChange: Hashable, Sendable {
  case feature(featureID: String)

  /// Any choice may have changed.
  case everything
}

/// A storage of choices in memory.
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
