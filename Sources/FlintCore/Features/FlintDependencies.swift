/// Through what Flint reads the state of the device and the user.
public struct FlintDependencies: Sendable {
  public var device: any DeviceInformation = Device()
  public var permissionChecker: any SystemPermissionChecker = InMemoryPermissions()
  public var purchaseTracker: any PurchaseTracker = InMemoryPurchases(defaultStatus: .unknown)
  public var userToggles: any UserFeatureToggles = InMemoryToggles()
  public var attributes: any FeatureAttributeSource = InMemoryAttributes()

  /// Nil for the feature's `isEnabled`.
  public var runtimeFlag: @Sendable (_ featureID: String) -> Ternary? = { _ in nil }

  /// Nil if unknown. Flint reads no clock; call ``Flint/noteChange()`` when a date has passed.
  public var date: @Sendable () -> DateTime? = { nil }

  /// The user's position, from 0 to below 100, chosen once at random and stored by the app; nil if
  /// there is none.
  public var bucket: @Sendable (_ name: String) -> Percent? = { _ in nil }

  /// Discards messages by default.
  public var log: @Sendable (FlintEvent) -> Void = { _ in }

  public init() {}

  /// Nil if unknown.
  func value(of fact: DeviceFact) -> AttributeValue? {
    switch fact {
    case .appVersion: device.appVersion.map { .version($0) }
    case .date: date().map { .date($0) }
    }
  }

  /// All dependencies but the log.
  public mutating func simulate(_ simulated: SimulatedDevice) {
    device = simulated
    permissionChecker = simulated
    purchaseTracker = simulated
    userToggles = simulated
    attributes = simulated
    runtimeFlag = { simulated.runtimeFlag(featureID: $0) }
    date = { simulated.date }
    bucket = { simulated.bucket($0) }
  }
}

public enum FlintEvent: Hashable, Sendable {
  /// The feature was not available. Each reason is one sentence.
  case requestRefused(featureID: String, action: String, reasons: [String])
}

extension FlintEvent: CustomStringConvertible {
  public var description: String {
    switch self {
    case .requestRefused(let featureID, let action, let reasons):
      let allReasons = reasons.joined(separator: "; ")
      return "refused '\(action)' of '\(featureID)': \(allReasons)"
    }
  }
}

public protocol DeviceInformation: Sendable {
  var platform: Platform { get }
  var osVersion: InstalledVersion { get }

  /// Nil for the version given to setup, else ``InstalledVersion/latest``.
  var appVersion: InstalledVersion? { get }
}

/// A device whose platform and versions do not change.
public struct Device: DeviceInformation, Hashable {
  public let platform: Platform
  public let osVersion: InstalledVersion
  public let appVersion: InstalledVersion?

  public init(
    platform: Platform = .built, osVersion: InstalledVersion = .latest,
    appVersion: InstalledVersion? = nil
  ) {
    self.platform = platform
    self.osVersion = osVersion
    self.appVersion = appVersion
  }
}
