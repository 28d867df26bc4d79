/// The dependencies of Flint, through which it reads the state of the device and the user. Each can be replaced, at
/// setup or later.
public struct FlintDependencies: Sendable {
  public var device: any DeviceInformation = Device()
  public var permissionChecker: any SystemPermissionChecker = InMemoryPermissions()
  public var purchaseTracker: any PurchaseTracker = InMemoryPurchases(defaultStatus: .unknown)
  public var userToggles: any UserFeatureToggles = InMemoryToggles()
  public var attributes: any FeatureAttributeSource = InMemoryAttributes()

  /// Returns the runtime flag of a feature from another source than its `isEnabled`, such as a remote configuration.
  /// Nil means that `isEnabled` applies.
  public var runtimeFlag: @Sendable (_ featureID: String) -> Ternary? = { _ in nil }

  /// Returns the current date, or nil if it is unknown. Flint never reads the clock itself: the app provides the date
  /// here, and calls ``Flint/noteChange()`` when a relevant date has passed.
  public var date: @Sendable () -> DateTime? = { nil }

  /// Returns the user's position in the bucket of that name, or nil if none was assigned. The app assigns a position
  /// once and stores it.
  public var bucket: @Sendable (_ name: String) -> Percent? = { _ in nil }

  /// Receives Flint's log messages. The default discards them.
  public var log: @Sendable (FlintEvent) -> Void = { _ in }

  public init() {}

  /// Replaces all dependencies by a simulated device.
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

/// A message of Flint's log.
public enum FlintEvent: Hashable, Sendable {
  /// A request of an action was refused because its feature was not available. Each reason is one sentence.
  case requestRefused(featureID: String, action: String, reasons: [String])
}

extension FlintEvent: CustomStringConvertible {
  public var description: String {
    switch self {
    case .requestRefused(let featureID, let action, let reasons):
      "refused '\(action)' of '\(featureID)': \(reasons.joined(separator: "; "))"
    }
  }
}

/// The device on which an app runs.
public protocol DeviceInformation: Sendable {
  var platform: Platform { get }
  var osVersion: InstalledVersion { get }

  /// The app's version. Nil means the version given to setup or, without one, the latest.
  var appVersion: InstalledVersion? { get }
}

/// A device with constant properties.
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
