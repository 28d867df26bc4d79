package import FlintCore
package import FlintText

/// The values that a text gives for a state. Values that it does not give are nil or missing from their dictionary.
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
  /// The weight of the state in a population; nil means 1.
  package var weight: Int64?
  /// The expected statuses of features, if the reader accepts them.
  package var expected: [Int: FeatureStatus] = [:]
  /// The ids that the manifest does not declare, without duplicates, if the reader ignores them.
  package var ignored = NameIndex()

  package init() {}

  /// Creates a partial state with the values of a state that differ from those of a fresh install of the manifest's
  /// app.
  package init(of state: DeviceState, in manifest: Manifest) {
    // If the app has an empty list of platforms, no platform is the default.
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

  /// The sections for which the state gives a value.
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

  /// Returns a state updated with these values. Sections are merged by key, but `unlocked` is replaced. A platform
  /// without a version means its latest version.
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
