internal import FlintCore
internal import FlintReport

/// One fact of a state that can be changed.
enum Lever: Hashable {
  case platform
  case osVersion
  case appVersion
  case permission(SystemPermission)
  case product(Int)
  case unlock(Int)
  case toggle(Int, defaultValue: Bool)
  case runtime(Int)
  case attribute(Int)
}

// MARK: - Which there are

extension Lever {
  /// What a feature and its ancestors ask for, in that order, behind the device itself.
  static func all(of feature: Int, in manifest: Manifest) -> [Lever] {
    var levers = LeverList()
    for index in [feature] + Array(manifest.ancestors(of: feature)) {
      levers.add(manifest.features[index], index)
    }
    return levers.list
  }

  /// Whatever the manifest's features ask for, and every product and attribute.
  static func all(in manifest: Manifest) -> [Lever] {
    var levers = LeverList()
    levers.add(.appVersion)
    for (index, feature) in manifest.features.enumerated() { levers.add(feature, index) }
    for index in manifest.products.indices { levers.add(.product(index)) }
    for index in manifest.attributes.indices { levers.add(.attribute(index)) }
    return levers.list
  }
}

/// Levers, each once, in the order in which they are first asked for.
private struct LeverList {
  private(set) var list: [Lever] = []
  private var seen: Set<Lever> = []

  init() {
    add(.platform)
    add(.osVersion)
  }

  mutating func add(_ lever: Lever) {
    if seen.insert(lever).inserted { list.append(lever) }
  }

  mutating func add(_ feature: FeatureDeclaration, _ index: Int) {
    for constraint in feature.constraints { add(constraint, index) }
    for block in feature.conditional {
      if block.guardian.appVersion != nil { add(.appVersion) }
      for requirement in block.guardian.attributes { add(.attribute(requirement.attribute)) }
      for constraint in block.constraints { add(constraint, index) }
    }
  }

  private mutating func add(_ constraint: Constraint, _ feature: Int) {
    switch constraint {
    case .platform: return
    case .appVersion: add(.appVersion)
    case .runtimeEnabled: add(.runtime(feature))
    case .userToggled(let value): add(.toggle(feature, defaultValue: value))
    case .permission(let permission): add(.permission(permission))
    case .purchase(let expression):
      var hasCredits = false
      expression.forEachProduct { product, quantity in
        add(.product(product))
        hasCredits = hasCredits || quantity != nil
      }
      if hasCredits { add(.unlock(feature)) }
    case .attribute(let requirement): add(.attribute(requirement.attribute))
    }
  }
}

// MARK: - What is shown of one

extension Lever {
  func shown(in state: ResolvedState) -> BrowserView.Lever {
    let (kind, name) = label(in: state.manifest)
    return BrowserView.Lever(
      kind: kind, name: name, value: value(in: state), isGiven: isGiven(in: state.given))
  }

  private func label(in manifest: Manifest) -> (kind: String, name: String) {
    switch self {
    case .platform: ("", "platform")
    case .osVersion: ("", "OS version")
    case .appVersion: ("", "app version")
    case .permission(let permission): ("permission", permission.name)
    case .product(let product): ("product", manifest.products[product].name)
    case .unlock(let feature): ("unlocked", manifest.features[feature].name)
    case .toggle(let feature, _): ("toggle", manifest.features[feature].name)
    case .runtime(let feature): ("runtime", manifest.features[feature].name)
    case .attribute(let attribute): ("attribute", manifest.attributes[attribute].name)
    }
  }

  private func value(in state: ResolvedState) -> String {
    switch self {
    case .platform: return state.platform.name
    case .osVersion: return state.osVersion.description
    case .appVersion: return state.appVersion.description
    case .permission(let permission): return state.status(of: permission).name
    case .product(let product):
      switch state.holding(of: product) {
      case .status(let status): return status.name
      case .credits(let held): return "\(held) credits"
      }
    case .unlock(let feature): return state.isUnlocked(feature) ? "yes" : "no"
    case .toggle(let feature, let value):
      return state.toggle(of: feature, defaultValue: value).switchWord
    case .runtime(let feature):
      return state.runtimeFlag(of: feature).switchWord
    case .attribute(let attribute):
      switch (state.value(of: attribute), state.manifest.attributes[attribute].domain) {
      case (.boolean(let isOn), _): return isOn.switchWord
      case (.choice(let index), .choice(let values)): return values[index]
      case (.unknown, _), (.choice, .boolean): return "unknown"
      }
    }
  }

  private func isGiven(in state: DeviceState) -> Bool {
    switch self {
    case .platform: true
    case .osVersion: state.osVersion != .latest
    case .appVersion: state.appVersion != nil
    case .permission(let permission): state.permissions[permission] != nil
    case .product(let product): state.purchases[product] != nil
    case .unlock(let feature): state.unlocked.contains(feature)
    case .toggle(let feature, _): state.toggles[feature] != nil
    case .runtime(let feature): state.runtime[feature] != nil
    case .attribute(let attribute): state.attributes[attribute] != nil
    }
  }
}
