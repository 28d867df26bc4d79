/// The state of a simulated device, its user and the configuration of its app. Facts that the state does not set have
/// default values.
///
/// Products, attributes and features are identified by their index in the ``Manifest`` that the state belongs to.
public struct DeviceState: Hashable, Sendable {
  public var platform: Platform
  public var osVersion: InstalledVersion

  /// The app's version. Nil means the version that the manifest declares for the app on this platform or, if it
  /// declares none, the latest.
  public var appVersion: InstalledVersion?

  /// The current date of the state; nil if it is unknown. The clock of the machine on which the program runs has no
  /// effect.
  public var date: DateTime?

  public var permissions: SystemPermissionStatuses
  public var purchases: [Int: ProductHolding]

  /// The indices of the features that the app has unlocked by spending credits, without duplicates. The purchases that
  /// an unlocked feature requires count as satisfied.
  public var unlocked: [Int]

  public var toggles: [Int: Bool]

  /// The runtime flags with which the developers turn features on or off, by the feature's index. A flag is
  /// ``Ternary/unknown`` if the app has not received its configuration yet.
  public var runtime: [Int: Ternary]
  public var attributes: [Int: AttributeValue]

  /// The user's position in each rollout bucket, in percent from 0 to below 100. The keys are indices in
  /// ``Manifest/buckets``.
  public var buckets: [Int: Percent]
  public var defaults: Defaults

  /// Creates a state. Without arguments, it is a fresh install on the latest iOS.
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

  /// Changes the state as if the user bought a product. A user has at most one subscription of a group, so the other
  /// products of the product's group become not purchased.
  ///
  /// - Parameter holding: the status or the end date of the product after the purchase.
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

  /// The default statuses: one for all permissions that the state does not list, and one for all products that the
  /// state does not list.
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
