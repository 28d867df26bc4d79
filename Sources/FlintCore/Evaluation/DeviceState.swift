/// What a simulated device, its user and its app's configuration are given to be; what is not given takes its default.
///
/// Products, attributes and features are named by their index in the ``Manifest`` that the state is for.
public struct DeviceState: Hashable, Sendable {
  public var platform: Platform
  public var osVersion: InstalledVersion

  /// Nil: the manifest's ``Manifest/App/version``, else the latest.
  public var appVersion: InstalledVersion?

  /// Nil: no date is known. The machine's clock is never read.
  public var date: DateTime?

  public var permissions: SystemPermissionStatuses
  public var purchases: [Int: ProductHolding]

  /// Features whose purchases the app has unlocked, as given and each once.
  public var unlocked: [Int]

  public var toggles: [Int: Bool]

  /// Runtime flags of features; ``Ternary/unknown`` where the configuration has not arrived.
  public var runtime: [Int: Ternary]
  public var attributes: [Int: AttributeValue]

  /// Where in each of ``Manifest/buckets`` the user was drawn.
  public var buckets: [Int: Percent]
  public var defaults: Defaults

  /// A fresh install on the latest iOS, but for what is given.
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

  /// Has the user buy a product: to buy one subscription of a group is to leave the others.
  ///
  /// - Parameter holding: What the user has of it then.
  package mutating func buy(
    _ product: Int, _ holding: ProductHolding = .status(.purchased), in manifest: Manifest
  ) {
    purchases[product] = holding
    for other in manifest.otherProductsInGroup(of: product) {
      purchases[other] = .status(.notPurchased)
    }
  }

  /// Settles a permission: who may always know where the device is may while the app is in use.
  package mutating func settle(_ permission: SystemPermission, _ status: SystemPermissionStatus) {
    permissions[permission] = status
    if permission == .locationAlways, status == .authorized {
      permissions[.locationWhenInUse] = .authorized
    }
  }

  /// What holds of the permissions and products that a state does not name.
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
