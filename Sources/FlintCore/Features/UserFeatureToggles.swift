/// The user's choices for toggles, by feature.
public protocol UserFeatureToggles: Sendable {
  /// Nil if the user has not chosen.
  func isOn(featureID: String) -> Bool?

  /// Nil removes the choice.
  func set(_ isOn: Bool?, featureID: String)

  var toggleChanges: ObserverList<ToggleChange> { get }
}

extension UserFeatureToggles {
  /// Nil if the user has not chosen.
  public func isOn(_ feature: any FeatureDefinition.Type) -> Bool? {
    isOn(featureID: feature.featureID)
  }

  /// Nil removes the choice.
  public func set(_ isOn: Bool?, for feature: any FeatureDefinition.Type) {
    set(isOn, featureID: feature.featureID)
  }
}

public enum ToggleChange: Hashable, Sendable {
  case feature(featureID: String)

  /// Any toggle can have changed, such as when another process wrote the file.
  case everything
}

/// Toggles that are lost when the program ends.
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
