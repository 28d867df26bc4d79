package import FlintCore
package import FlintText

/// What a text says of a state, and no more: the fields that are not given are nil or lack their entry.
package struct PartialState: Sendable {
  package var platform: Platform?
  package var osVersion: InstalledVersion?
  package var appVersion: InstalledVersion?
  package var permissions = SystemPermissionStatuses()
  package var purchases: [Int: ProductHolding] = [:]
  package var unlocked: [Int]?
  package var toggles: [Int: Bool] = [:]
  package var runtime: [Int: Ternary] = [:]
  package var attributes: [Int: AttributeValue] = [:]
  package var permissionDefault: SystemPermissionStatus?
  package var purchaseDefault: PurchaseStatus?
  /// How much the state counts; 1 where it is not given.
  package var weight: Int64?
  /// Ids that the manifest does not declare, each once, where these are passed over.
  package var ignored = NameIndex()

  package init() {}

  /// The state with what is given here: sections merge by key, `unlocked` replaces, and a platform without a version
  /// means its latest.
  package func applied(to state: DeviceState) -> DeviceState {
    var state = state
    if let platform {
      state.platform = platform
      state.osVersion = .latest
    }
    if let osVersion { state.osVersion = osVersion }
    if let appVersion { state.appVersion = appVersion }
    for permission in SystemPermission.allCases {
      if let status = permissions[permission] { state.permissions[permission] = status }
    }
    state.purchases.merge(purchases) { $1 }
    if let unlocked { state.unlocked = unlocked }
    state.toggles.merge(toggles) { $1 }
    state.runtime.merge(runtime) { $1 }
    state.attributes.merge(attributes) { $1 }
    if let permissionDefault { state.defaults.permission = permissionDefault }
    if let purchaseDefault { state.defaults.purchase = purchaseDefault }
    return state
  }
}
