public import FlintCore

extension SeededGenerator {
  /// A legal state for a manifest, any of whose parts may be absent.
  public mutating func state(for manifest: Manifest) -> DeviceState {
    var state = DeviceState()
    if oneIn(2) { state.platform = pick(Platform.allCases) }
    if oneIn(2) { state.osVersion = .version(version()) }
    if oneIn(2) { state.appVersion = oneIn(4) ? .latest : .version(version()) }
    for permission in SystemPermission.allCases where oneIn(2) {
      state.permissions[permission] = pick(SystemPermissionStatus.allCases)
    }
    for product in some(of: manifest.products.indices) {
      let isConsumable = manifest.products[product].type == .consumable
      state.purchases[product] =
        isConsumable ? .credits(Int64(int(0...6))) : .status(pick(PurchaseStatus.allCases))
    }
    state.unlocked = manifest.features.indices.filter { _ in oneIn(5) }
    for feature in manifest.features.indices {
      if oneIn(3) { state.toggles[feature] = oneIn(2) }
      if oneIn(3) { state.runtime[feature] = pick(Ternary.allCases) }
    }
    for attribute in some(of: manifest.attributes.indices) {
      state.attributes[attribute] = value(of: manifest.attributes[attribute].domain)
    }
    if oneIn(3) { state.defaults.permission = pick(SystemPermissionStatus.allCases) }
    if oneIn(3) { state.defaults.purchase = pick(PurchaseStatus.allCases) }
    return state
  }

  private mutating func value(of domain: AttributeDomain) -> AttributeValue {
    if oneIn(4) { return .unknown }
    return switch domain {
    case .boolean: .boolean(oneIn(2))
    case .choice(let values): .choice(pick(values.indices))
    }
  }
}
