internal import FlintCore

extension StateBatch {
  /// Adds a state that was read to a value.
  mutating func append(_ state: DeviceState, weight: UInt64) {
    let lane = nextLane
    let layout = program.layout
    let system = layout.operatingSystems[Int(state.platform.rawValue)]
    lane.set(system.first + Plane(system.classes.index(of: state.osVersion)))
    let appVersion =
      state.appVersion ?? program.manifest.app.version.map { .version($0) } ?? .latest
    lane.set(layout.app.first + Plane(layout.app.classes.index(of: appVersion)))
    lane.set(defaults: state.defaults)

    for permission in SystemPermission.allCases {
      guard let status = state.permissions[permission] else { continue }
      lane.set(PlaneLayout.permission(permission) + Plane(status.rawValue))
    }
    for (product, holding) in state.purchases {
      guard let first = layout.products[product], case .status(let status) = holding else {
        continue
      }
      lane.set(first + Plane(status.rawValue))
    }
    for feature in state.unlocked { lane.set(layout.unlocked[feature]) }
    for (feature, isOn) in state.toggles { lane.set(layout.toggles[feature] + (isOn ? 1 : 0)) }
    for (feature, flag) in state.runtime {
      lane.set(layout.runtimeFlags[feature] + Plane(flag.rawValue))
    }
    for (attribute, value) in state.attributes {
      lane.set(layout.attributes[attribute] + value.planeOffset)
    }
    commit(weight: weight)
  }
}

extension LaneFacts {
  @inline(__always)
  func set(defaults: DeviceState.Defaults) {
    switch defaults.permission {
    case .authorized: set(PlaneLayout.permissionDefaults.authorized)
    case .notDetermined: set(PlaneLayout.permissionDefaults.notDetermined)
    case .denied, .restricted, .unsupported: break
    }
    switch defaults.purchase {
    case .purchased: set(PlaneLayout.purchaseDefaults.purchased)
    case .unknown: set(PlaneLayout.purchaseDefaults.unknown)
    case .notPurchased: break
    }
  }
}
