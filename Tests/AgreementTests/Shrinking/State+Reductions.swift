import FlintModel

extension Case {
  /// The states with one element removed.
  var stateReductions: [DeviceState] {
    var states: [DeviceState] = []
    func add(_ change: (inout DeviceState) -> Void) {
      var smaller = state
      change(&smaller)
      if smaller != state { states.append(smaller) }
    }
    for section in StateSection.allCases { reduce(section, add) }
    return states
  }

  private func reduce(_ section: StateSection, _ add: ((inout DeviceState) -> Void) -> Void) {
    func addEach<Value>(_ entries: WritableKeyPath<DeviceState, [Int: Value]>) {
      add { $0[keyPath: entries] = [:] }
      for index in state[keyPath: entries].keys.sorted() {
        add { $0[keyPath: entries][index] = nil }
      }
    }
    switch section {
    case .platform: add { $0.platform = manifest.app.defaultPlatform }
    case .osVersion: add { $0.osVersion = .latest }
    case .device(let fact): add { $0[fact] = nil }
    case .permissions:
      add { $0.permissions = [:] }
      for permission in SystemPermission.allCases { add { $0.permissions[permission] = nil } }
    case .purchases: addEach(\.purchases)
    case .unlocked:
      add { $0.unlocked = [] }
      for feature in state.unlocked { add { $0.unlocked.removeAll { $0 == feature } } }
    case .toggles: addEach(\.toggles)
    case .runtime: addEach(\.runtime)
    case .attributes: addEach(\.attributes)
    case .buckets: addEach(\.buckets)
    case .defaults:
      add { $0.defaults = DeviceState.Defaults() }
      add { $0.defaults.permission = .notDetermined }
      add { $0.defaults.purchase = .notPurchased }
    }
  }
}
