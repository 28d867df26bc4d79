internal import FlintCore

extension StateBatch {
  /// Adds a state that was read to a value.
  mutating func append(_ state: DeviceState, weight: UInt64) {
    let lane = nextLane
    let layout = program.layout
    state.forEachFact { fact, value in
      if let plane = layout.plane(of: fact, value) { lane.set(plane) }
    }
    commit(weight: weight)
  }
}

extension LaneFacts {
  @inline(__always)
  func set(defaults: DeviceState.Defaults) {
    set(PlaneLayout.permissionDefault &+ Plane(defaults.permission.rawValue))
    set(PlaneLayout.purchaseDefault &+ Plane(defaults.purchase.rawValue))
  }
}
