/// What Flint asks about the world; everything can be replaced, at setup or later.
public struct FlintDependencies: Sendable {
  public var device: any DeviceInformation = Device()
  public var permissionChecker: any SystemPermissionChecker = InMemoryPermissions()
  public var purchaseTracker: any PurchaseTracker = InMemoryPurchases(defaultStatus: .unknown)
  public var userToggles: any UserFeatureToggles = InMemoryToggles()
  public var attributes: any FeatureAttributeSource = InMemoryAttributes()

  /// The runtime flag of a feature that comes from elsewhere than its `isEnabled`, such as a remote configuration; nil
  /// where the feature's own holds.
  public var runtimeFlag: @Sendable (_ featureID: String) -> Ternary? = { _ in nil }

  /// What date it is; nil where that is not known. Flint never reads the clock by itself: an app says how, and calls
  /// ``Flint/noteChange()`` when a date that matters has come.
  public var date: @Sendable () -> DateTime? = { nil }

  /// Where in a bucket the user was drawn, by the bucket's name; nil where they were not. An app draws once and remembers.
  public var bucket: @Sendable (_ name: String) -> Percent? = { _ in nil }

  /// Where Flint says what it does; nowhere by default.
  public var log: @Sendable (FlintEvent) -> Void = { _ in }

  public init() {}

  /// Has a simulated device answer everything.
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

/// What Flint says in the log.
public enum FlintEvent: Hashable, Sendable {
  /// An action was asked for while its feature was not available; one sentence a reason.
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

/// Where an app runs.
public protocol DeviceInformation: Sendable {
  var platform: Platform { get }
  var osVersion: InstalledVersion { get }

  /// The version of the app itself; nil: the version that was given to setup, else the latest.
  var appVersion: InstalledVersion? { get }
}

/// A device that stays what it is.
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
