/// A state in which everything that its manifest asks for has a value; the one place where defaults are applied.
public struct ResolvedState: Sendable {
  public let manifest: Manifest

  /// What was given.
  public let given: DeviceState

  public let appVersion: InstalledVersion

  /// One status a permission, in the order of ``SystemPermission``'s cases.
  private let permissions: [SystemPermissionStatus]

  /// One holding a product and one value an attribute, in the manifest's order.
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

  /// What was given, or the default; see ``status(of:)-(Int)``.
  public func holding(of product: Int) -> ProductHolding { holdings[product] }

  /// What the store says of a product at the state's date; nil for a consumable.
  public func status(of product: Int) -> PurchaseStatus? { holdings[product].status(at: date) }

  /// The date on which a subscription expired; nil where it has not, or the state does not give the date.
  package func lapse(of product: Int) -> DateTime? {
    guard case .until(let end) = holdings[product], status(of: product) == .expired else {
      return nil
    }
    return end
  }

  public func credits(of product: Int) -> Int64 {
    if case .credits(let held) = holdings[product] { held } else { 0 }
  }

  /// Where the user was drawn in one of the manifest's buckets, if they were.
  public func bucket(_ bucket: Int) -> Percent? { given.buckets[bucket] }

  /// ``AttributeValue/unknown`` where neither the state nor the declaration says.
  public func value(of attribute: Int) -> AttributeValue { attributes[attribute] }

  public func isUnlocked(_ feature: Int) -> Bool { unlocked.contains(feature) }

  /// The user's toggle of a feature; `defaultValue` is what its constraint declares.
  public func toggle(of feature: Int, defaultValue: Bool) -> Bool {
    given.toggles.isEmpty ? defaultValue : given.toggles[feature] ?? defaultValue
  }

  /// The runtime flag of a feature: the state's, else what the feature declares, else on.
  public func runtimeFlag(of feature: Int) -> Ternary {
    if !given.runtime.isEmpty, let flag = given.runtime[feature] { return flag }
    return manifest.features[feature].declaredFlag
  }
}
