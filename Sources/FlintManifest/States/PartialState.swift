package import FlintModel
package import FlintText

/// A state that has only some facts, with indices of the manifest.
package struct PartialState: Hashable, Sendable {
  package var platform: Platform?
  package var osVersion: InstalledVersion?

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
  /// Nil means 1.
  package var weight: Int64?
  /// Empty unless the reader takes `expect`.
  package var expected: [Int: FeatureStatus] = [:]
  /// Undeclared ids, where they are ignored.
  package var ignored = NameIndex()

  package init() {}

  /// Without platform, version and defaults that equal a fresh install's.
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

  /// Those with a value.
  package var sections: [StateSection] {
    StateSection.allCases.filter { gives($0) }
  }

  func gives(_ section: StateSection) -> Bool {
    section.coding.fields.contains { $0.isGiven(self) }
  }

  /// Entries replace entries, `unlocked` the whole list; a platform without a version means the
  /// latest.
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

  package mutating func take(_ section: StateSection, from state: DeviceState) {
    for field in section.coding.fields { field.take(state, &self) }
  }
}
