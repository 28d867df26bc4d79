/// The dependencies of Flint: the objects and closures through which it reads the state of the device and the user. The
/// app can replace each of them at setup, and those that are also properties of ``Flint`` at any time.
public struct FlintDependencies: Sendable {
  public var device: any DeviceInformation = Device()
  public var permissionChecker: any SystemPermissionChecker = InMemoryPermissions()
  public var purchaseTracker: any PurchaseTracker = InMemoryPurchases(defaultStatus: .unknown)
  public var userToggles: any UserFeatureToggles = InMemoryToggles()
  public var attributes: any FeatureAttributeSource = InMemoryAttributes()

  /// A closure that returns the runtime flag of a feature from a source other than the feature's `isEnabled`, such as a
  /// remote configuration. If it returns nil, `isEnabled` applies.
  public var runtimeFlag: @Sendable (_ featureID: String) -> Ternary? = { _ in nil }

  /// A closure that returns the current date, or nil if it is unknown. Flint never reads the clock, so the app provides
  /// the date here. The app also has to call ``Flint/noteChange()`` when a date in a constraint has passed.
  public var date: @Sendable () -> DateTime? = { nil }

  /// A closure that returns the user's position in the rollout bucket with the given name, or nil if the app has
  /// assigned none. The app has to choose the position once, at random from 0 to below 100, and store it. A rollout of
  /// 10 % includes the users with positions below 10.
  public var bucket: @Sendable (_ name: String) -> Percent? = { _ in nil }

  /// A closure that receives Flint's log messages. The default discards them.
  public var log: @Sendable (FlintEvent) -> Void = { _ in }

  public init() {}

  /// Returns the current value of a fact such as the date, or nil if it is unknown.
  func value(of fact: DeviceFact) -> AttributeValue? {
    switch fact {
    case .appVersion: device.appVersion.map { .version($0) }
    case .date: date().map { .date($0) }
    }
  }

  /// Replaces all dependencies except the log with those of a simulated device.
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

/// An event that Flint logs, such as a refused request to perform an action.
public enum FlintEvent: Hashable, Sendable {
  /// A request to perform an action was refused because the action's feature was not available. Each reason is one
  /// sentence.
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

/// A source of the platform and the versions of the device on which the app runs.
public protocol DeviceInformation: Sendable {
  var platform: Platform { get }
  var osVersion: InstalledVersion { get }

  /// The version of the app that is installed on the device. If it is nil, Flint uses the version that the app passed
  /// to setup for the device's platform or, without one, ``InstalledVersion/latest``.
  var appVersion: InstalledVersion? { get }
}

/// A description of a device whose platform and versions do not change.
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
