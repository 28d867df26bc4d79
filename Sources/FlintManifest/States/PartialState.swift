package import FlintCore
package import FlintText

/// What a text says of a state, and no more: the fields that are not given are nil or lack their entry.
package struct PartialState: Sendable {
  package var platform: Platform?
  package var osVersion: InstalledVersion?
  package var appVersion: InstalledVersion?
  package var date: DateTime?
  package var permissions = SystemPermissionStatuses()
  package var purchases: [Int: ProductHolding] = [:]
  package var unlocked: [Int]?
  package var toggles: [Int: Bool] = [:]
  package var runtime: [Int: Ternary] = [:]
  package var attributes: [Int: AttributeValue] = [:]
  package var buckets: [Int: Percent] = [:]
  package var permissionDefault: SystemPermissionStatus?
  package var purchaseDefault: PurchaseStatus?
  /// How much the state counts; 1 where it is not given.
  package var weight: Int64?
  /// What features are expected to come to, where that is asked for.
  package var expected: [Int: FeatureStatus] = [:]
  /// Ids that the manifest does not declare, each once, where these are passed over.
  package var ignored = NameIndex()

  package init() {}

  /// What is given of a state. Of what a state always has, that is what a fresh install of the manifest's app has not.
  package init(of state: DeviceState, in manifest: Manifest) {
    // An app that names no platform has none that goes without saying.
    if state.platform != manifest.app.defaultPlatform || manifest.app.platforms?.isEmpty == true {
      platform = state.platform
    }
    osVersion = state.osVersion == .latest ? nil : state.osVersion
    appVersion = state.appVersion
    date = state.date
    permissions = state.permissions
    purchases = state.purchases
    unlocked = state.unlocked.isEmpty ? nil : state.unlocked
    toggles = state.toggles
    runtime = state.runtime
    attributes = state.attributes
    buckets = state.buckets
    let usual = DeviceState.Defaults()
    let defaults = state.defaults
    permissionDefault = defaults.permission == usual.permission ? nil : defaults.permission
    purchaseDefault = defaults.purchase == usual.purchase ? nil : defaults.purchase
  }

  /// The sections of which something is given.
  package var sections: [StateSection] {
    StateSection.allCases.filter { section in
      switch section {
      case .platform: platform != nil
      case .osVersion: osVersion != nil
      case .appVersion: appVersion != nil
      case .date: date != nil
      case .permissions: !permissions.isEmpty
      case .purchases: !purchases.isEmpty
      case .unlocked: unlocked != nil
      case .toggles: !toggles.isEmpty
      case .runtime: !runtime.isEmpty
      case .attributes: !attributes.isEmpty
      case .buckets: !buckets.isEmpty
      case .defaults: permissionDefault != nil || purchaseDefault != nil
      }
    }
  }

  /// The state with what is given here: sections merge by key, `unlocked` replaces, and a platform without a version
  /// means its latest.
  package func applied(to state: DeviceState) -> DeviceState {
    var state = state
    for section in StateSection.allCases { apply(section, to: &state) }
    return state
  }

  private func apply(_ section: StateSection, to state: inout DeviceState) {
    switch section {
    case .platform:
      guard let platform else { return }
      state.platform = platform
      state.osVersion = .latest
    case .osVersion: state.osVersion = osVersion ?? state.osVersion
    case .appVersion: state.appVersion = appVersion ?? state.appVersion
    case .date: state.date = date ?? state.date
    case .permissions:
      for permission in SystemPermission.allCases {
        if let status = permissions[permission] { state.permissions[permission] = status }
      }
    case .purchases: state.purchases.merge(purchases) { $1 }
    case .unlocked: state.unlocked = unlocked ?? state.unlocked
    case .toggles: state.toggles.merge(toggles) { $1 }
    case .runtime: state.runtime.merge(runtime) { $1 }
    case .attributes: state.attributes.merge(attributes) { $1 }
    case .buckets: state.buckets.merge(buckets) { $1 }
    case .defaults:
      state.defaults.permission = permissionDefault ?? state.defaults.permission
      state.defaults.purchase = purchaseDefault ?? state.defaults.purchase
    }
  }
}
