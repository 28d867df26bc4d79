package import FlintModel
package import FlintText

/// A state of a device and its user that contains only some facts, such as the facts in a file or option. A missing
/// fact is nil or has no entry in its dictionary. The keys of most dictionaries are indices of declarations in the
/// manifest: in `purchases`, for example, the indices of products.
package struct PartialState: Hashable, Sendable {
  package var platform: Platform?
  package var osVersion: InstalledVersion?

  /// The app's version and the date, if the state contains them.
  package var device: [DeviceFact: AttributeValue] = [:]
  package var permissions = SystemPermissionStatuses()
  package var purchases: [Int: ProductHolding] = [:]
  package var unlocked: [Int]?
  package var toggles: [Int: Bool] = [:]
  package var runtime: [Int: Ternary] = [:]
  package var attributes: [Int: AttributeValue] = [:]
  package var buckets: [Int: Percent] = [:]
  package var permissionDefault: SystemPermissionStatus?
  package var purchaseDefault: PurchaseStatus?
  /// The number of users that the state represents in a population (a file with the states of an app's users); nil
  /// means 1.
  package var weight: Int64?
  /// The expected status of each feature, by the index of the feature. It is empty unless the reader of the state
  /// accepts the key `expect`, which contains these statuses.
  package var expected: [Int: FeatureStatus] = [:]
  /// The ids in the state that the manifest does not declare, without duplicates. It is empty unless the reader is set
  /// to ignore such ids.
  package var ignored = NameIndex()

  package init() {}

  /// Creates a partial state from a complete one. The platform, the system version and the default statuses are left
  /// out if they equal those of a fresh install of the app, so that the JSON is short. Reading this JSON gives the
  /// complete state again.
  package init(of state: DeviceState, in manifest: Manifest) {
    for section in StateSection.allCases { take(section, from: state) }
    // If the app's list of platforms is empty, there is no default platform, so the platform is kept.
    if platform == manifest.app.defaultPlatform, manifest.app.platforms?.isEmpty != true {
      platform = nil
    }
    if osVersion == .latest { osVersion = nil }
    if unlocked?.isEmpty == true { unlocked = nil }
    let usual = DeviceState.Defaults()
    if permissionDefault == usual.permission { permissionDefault = nil }
    if purchaseDefault == usual.purchase { purchaseDefault = nil }
  }

  /// The sections of a state, such as `purchases`, in which this state contains at least one value.
  package var sections: [StateSection] {
    StateSection.allCases.filter { gives($0) }
  }

  func gives(_ section: StateSection) -> Bool {
    section.coding.fields.contains { $0.isGiven(self) }
  }

  /// Returns a copy of a state in which the values of this partial state replace the old ones. In dictionaries, such as
  /// the purchases, only the given entries are replaced, but the list `unlocked` is replaced as a whole. If this state
  /// contains a platform without a system version, the system version becomes “latest”.
  package func applied(to state: DeviceState) -> DeviceState {
    var state = state
    for section in StateSection.allCases { apply(section, to: &state) }
    return state
  }

  // This is the most frequent operation on lines of populations that the scanner cannot read. Functions in a table
  // instead of this switch take four times as long, because each call copies the partial state.
  private func apply(_ section: StateSection, to state: inout DeviceState) {
    switch section {
    case .platform:
      guard let platform else { return }
      state.platform = platform
      state.osVersion = .latest
    case .osVersion: state.osVersion = osVersion ?? state.osVersion
    case .device(let fact): if let value = device[fact] { state[fact] = value }
    case .permissions:
      state.permissions.merge(permissions) { _, new in new }
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

  /// Replaces the values of one section, such as `purchases`, with the values in a complete state.
  package mutating func take(_ section: StateSection, from state: DeviceState) {
    for field in section.coding.fields { field.take(state, &self) }
  }
}
