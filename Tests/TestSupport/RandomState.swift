public import FlintCore

extension SeededGenerator {
  /// A legal state for a manifest, any of whose parts may be absent.
  public mutating func state(for manifest: Manifest) -> DeviceState {
    var state = DeviceState()
    for section in StateSection.allCases { give(section, to: &state, of: manifest) }
    return state
  }

  private mutating func give(
    _ section: StateSection, to state: inout DeviceState, of manifest: Manifest
  ) {
    switch section {
    case .platform: if oneIn(2) { state.platform = pick(Platform.allCases) }
    case .osVersion: if oneIn(2) { state.osVersion = .version(version()) }
    case .appVersion:
      if oneIn(2) { state.appVersion = oneIn(4) ? .latest : .version(version()) }
    case .permissions:
      for permission in SystemPermission.allCases where oneIn(2) {
        state.permissions[permission] = pick(SystemPermissionStatus.allCases)
      }
    case .purchases:
      for product in some(of: manifest.products.indices) {
        let isConsumable = manifest.products[product].type == .consumable
        state.purchases[product] =
          isConsumable ? .credits(Int64(int(0...6))) : .status(pick(PurchaseStatus.allCases))
      }
    case .unlocked: state.unlocked = manifest.features.indices.filter { _ in oneIn(5) }
    case .toggles:
      for feature in manifest.features.indices where oneIn(3) {
        state.toggles[feature] = oneIn(2)
      }
    case .runtime:
      for feature in manifest.features.indices where oneIn(3) {
        state.runtime[feature] = pick(Ternary.allCases)
      }
    case .attributes:
      for attribute in some(of: manifest.attributes.indices) {
        state.attributes[attribute] = value(of: manifest.attributes[attribute].domain)
      }
    case .defaults:
      if oneIn(3) { state.defaults.permission = pick(SystemPermissionStatus.allCases) }
      if oneIn(3) { state.defaults.purchase = pick(PurchaseStatus.allCases) }
    }
  }

  private mutating func value(of domain: AttributeDomain) -> AttributeValue {
    if oneIn(4) { return .unknown }
    return switch domain {
    case .boolean: .boolean(oneIn(2))
    case .choice(let values): .choice(pick(values.indices))
    }
  }
}
