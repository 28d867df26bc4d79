/// A simulated device, its user and its app's configuration. Unset facts have defaults; entities
/// are indices in a ``Manifest``.
public struct DeviceState: Hashable, Sendable {
  public var platform: Platform
  public var osVersion: InstalledVersion

  /// Nil for the manifest's version on the platform, else the latest.
  public var appVersion: InstalledVersion?

  /// Nil if unknown. The machine's clock has no effect.
  public var date: DateTime?

  public var permissions: SystemPermissionStatuses
  public var purchases: [Int: ProductHolding]

  /// Features unlocked with credits, without duplicates.
  public var unlocked: [Int]

  public var toggles: [Int: Bool]

  /// ``Ternary/unknown`` until the app has its configuration.
  public var runtime: [Int: Ternary]
  public var attributes: [Int: AttributeValue]

  /// By index in ``Manifest/buckets``, below 100.
  public var buckets: [Int: Percent]
  public var defaults: Defaults

  /// Without arguments, a fresh install on the latest iOS.
  public init(
    platform: Platform = .iOS, osVersion: InstalledVersion = .latest,
    appVersion: InstalledVersion? = nil, date: DateTime? = nil,
    permissions: SystemPermissionStatuses = [:],
    purchases: [Int: ProductHolding] = [:], unlocked: [Int] = [], toggles: [Int: Bool] = [:],
    runtime: [Int: Ternary] = [:], attributes: [Int: AttributeValue] = [:],
    buckets: [Int: Percent] = [:], defaults: Defaults = Defaults()
  ) {
    self.platform = platform
    self.osVersion = osVersion
    self.appVersion = appVersion
    self.date = date
    self.permissions = permissions
    self.purchases = purchases
    self.unlocked = unlocked
    self.toggles = toggles
    self.runtime = runtime
    self.attributes = attributes
    self.buckets = buckets
    self.defaults = defaults
  }

  /// Ends the other subscriptions of its group.
  package mutating func buy(
    _ product: Int, _ holding: ProductHolding = .status(.purchased), in manifest: Manifest
  ) {
    purchases[product] = holding
    for other in manifest.otherProductsInGroup(of: product) {
      purchases[other] = .status(.notPurchased)
    }
  }

  /// Sets the status of a permission. Granting ``SystemPermission/locationAlways`` also grants
  /// ``SystemPermission/locationWhenInUse``.
  package mutating func setStatus(_ status: SystemPermissionStatus, of permission: SystemPermission)
  {
    permissions[permission] = status
    if permission == .locationAlways, status == .authorized {
      permissions[.locationWhenInUse] = .authorized
    }
  }

  /// For permissions and products that the state does not list.
  public struct Defaults: Hashable, Sendable {
    public var permission: SystemPermissionStatus
    public var purchase: PurchaseStatus

    public init(
      permission: SystemPermissionStatus = .notDetermined,
      purchase: PurchaseStatus = .notPurchased
    ) {
      self.permission = permission
      self.purchase = purchase
    }
  }
}
