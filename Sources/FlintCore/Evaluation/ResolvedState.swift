/// A state in which every permission, product and attribute of its manifest has a value. This type applies all
/// defaults.
public struct ResolvedState: Sendable {
  public let manifest: Manifest

  /// The original state, before defaults were applied.
  public let given: DeviceState

  public let appVersion: InstalledVersion

  /// The status of each permission, in the order of ``SystemPermission``'s cases.
  private let permissions: [SystemPermissionStatus]

  /// The user's holding of each product: its status, its end date or its credits. The list is in the manifest's order.
  private let holdings: [ProductHolding]
  private let attributes: [AttributeValue]
  private let unlocked: Set<Int>

  public init(_ given: DeviceState, in manifest: Manifest) {
    self.manifest = manifest
    self.given = given
    appVersion = given.appVersion ?? manifest.app.installedVersion(on: given.platform)
    permissions = SystemPermission.allCases.map { Self.status(of: $0, in: given) }
    holdings = manifest.products.enumerated().map { index, product in
      given.purchases[index]
        ?? (product.type == .consumable ? .credits(0) : .status(given.defaults.purchase))
    }
    attributes = manifest.attributes.enumerated().map { index, attribute in
      given.attributes[index] ?? attribute.declaredValue
    }
    unlocked = Set(given.unlocked)
  }

  public var platform: Platform { given.platform }
  public var osVersion: InstalledVersion { given.osVersion }
  public var date: DateTime? { given.date }

  private static func status(
    of permission: SystemPermission, in state: DeviceState
  ) -> SystemPermissionStatus {
    if let status = state.permissions.status(of: permission) { return status }
    guard permission.isOffered(on: state.platform, state.osVersion) else { return .unsupported }
    return state.defaults.permission
  }

  public func status(of permission: SystemPermission) -> SystemPermissionStatus {
    permissions[Int(permission.rawValue)]
  }

  /// Returns the user's holding of a product: its status, its end date or its credits, from the state or by default.
  public func holding(of product: Int) -> ProductHolding { holdings[product] }

  /// Returns the store's status of a product at the state's current date; nil for a consumable.
  public func status(of product: Int) -> PurchaseStatus? { holdings[product].status(at: date) }

  /// Returns the date on which a subscription expired. The result is nil if it has not expired, or if the state has
  /// only its status and no date.
  package func lapse(of product: Int) -> DateTime? {
    guard case .until(let end) = holdings[product], status(of: product) == .expired else {
      return nil
    }
    return end
  }

  public func credits(of product: Int) -> Int64 {
    if case .credits(let held) = holdings[product] { held } else { 0 }
  }

  /// Returns the user's position in one of the manifest's buckets, or nil if it is unknown.
  public func bucket(_ bucket: Int) -> Percent? { given.buckets[bucket] }

  /// Returns the value of an attribute from the state, else its declared default, else ``AttributeValue/unknown``.
  public func value(of attribute: Int) -> AttributeValue { attributes[attribute] }

  public func isUnlocked(_ feature: Int) -> Bool { unlocked.contains(feature) }

  /// Returns the user's toggle of a feature, or `defaultValue` if the user has not changed it.
  public func toggle(of feature: Int, defaultValue: Bool) -> Bool {
    given.toggles.isEmpty ? defaultValue : given.toggles[feature] ?? defaultValue
  }

  /// Returns the runtime flag of a feature: the one in the state, else the declared one, else on.
  public func runtimeFlag(of feature: Int) -> Ternary {
    if !given.runtime.isEmpty, let flag = given.runtime[feature] { return flag }
    return manifest.features[feature].declaredFlag
  }
}
