/// Where the user's choices to turn features on and off are kept.
public protocol UserFeatureToggles: Sendable {
  /// What the user chose for a feature; nil where they have not, and the declared default holds.
  func isOn(featureID: String) -> Bool?

  /// Notes the user's choice; nil takes it back.
  func set(_ isOn: Bool?, featureID: String)

  var toggleChanges: ObserverList<ToggleChange> { get }
}

extension UserFeatureToggles {
  /// What the user chose for a feature; nil where they have not.
  public func isOn(_ feature: any FeatureDefinition.Type) -> Bool? {
    isOn(featureID: feature.featureID)
  }

  /// Notes the user's choice; nil takes it back.
  public func set(_ isOn: Bool?, for feature: any FeatureDefinition.Type) {
    set(isOn, featureID: feature.featureID)
  }
}

/// Which of the user's choices have changed.
public enum ToggleChange: Hashable, Sendable {
  case feature(featureID: String)

  /// Any of them may have.
  case everything
}

/// Choices that last as long as the process.
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
