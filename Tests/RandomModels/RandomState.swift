public import FlintModel
public import TestSupport

extension SeededGenerator {
  /// Returns a valid state for a manifest. Any section may be absent.
  public mutating func state(for manifest: Manifest) -> DeviceState {
    var state = manifest.freshInstall
    for section in StateSection.allCases { fill(section, of: &state, for: manifest) }
    return state
  }

  private mutating func fill(
    _ section: StateSection, of state: inout DeviceState, for manifest: Manifest
  ) {
    switch section {
    case .platform: if oneIn(2) { state.platform = pick(Platform.allCases) }
    case .osVersion: if oneIn(2) { state.osVersion = .version(version()) }
    case .device(.appVersion): if oneIn(2) { state.appVersion = installedVersion() }
    case .device(.date): if !oneIn(3) { state.date = date() }
    case .permissions:
      for permission in SystemPermission.allCases where oneIn(2) {
        state.permissions[permission] = pick(permission.statuses)
      }
    case .purchases:
      for product in some(of: manifest.products.indices) {
        state.purchases[product] = holding(of: manifest.products[product].type)
      }
    case .unlocked: state.unlocked = manifest.features.indices.filter { _ in oneIn(5) }
    case .toggles:
      for feature in manifest.features.indices where oneIn(3) { state.toggles[feature] = oneIn(2) }
    case .runtime:
      for feature in manifest.features.indices where oneIn(3) {
        state.runtime[feature] = pick(Ternary.allCases)
      }
    case .attributes:
      for attribute in some(of: manifest.attributes.indices) {
        state.attributes[attribute] = stateValue(of: manifest.attributes[attribute])
      }
    case .buckets:
      for bucket in some(of: manifest.buckets.indices) {
        let position = percent()
        state.buckets[bucket] = position == .hundred ? .zero : position
      }
    case .defaults:
      if oneIn(3) { state.defaults.permission = pick(SystemPermissionStatus.defaults) }
      if oneIn(3) { state.defaults.purchase = pick(PurchaseStatus.defaults) }
    }
  }

  private mutating func installedVersion() -> InstalledVersion {
    oneIn(4) ? .latest : .version(version())
  }

  private mutating func holding(of type: ProductType) -> ProductHolding {
    let statuses = PurchaseStatus.allCases.filter { type.allows($0) }
    return switch type {
    case .consumable: .credits(Int64(int(0...6)))
    case .nonConsumable: .status(pick(statuses))
    case .autoRenewingSubscription, .nonRenewingSubscription:
      oneIn(4) ? ending(of: type) : .status(pick(statuses))
    }
  }

  private mutating func ending(of type: ProductType) -> ProductHolding {
    let dates = [date(), date()].sorted()
    let hasGrace = type == .autoRenewingSubscription && oneIn(2) && dates[0] < dates[1]
    return .until(dates[0], graceUntil: hasGrace ? dates[1] : nil)
  }

  private mutating func stateValue(of attribute: AttributeDeclaration) -> AttributeValue {
    let domain = attribute.domain
    if oneIn(4), !attribute.isAlwaysKnown { return .unknown }
    if case .version = domain { return .version(installedVersion()) }
    if case .text = domain, oneIn(2) { return .text(composedText()) }
    return value(of: domain)
  }
}
