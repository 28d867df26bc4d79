import FlintCore

extension Case {
  /// The state with one thing less.
  var stateReductions: [DeviceState] {
    var states: [DeviceState] = []
    func add(_ change: (inout DeviceState) -> Void) {
      var smaller = state
      change(&smaller)
      if smaller != state { states.append(smaller) }
    }
    add { $0.defaults = DeviceState.Defaults() }
    add { $0.defaults.permission = .notDetermined }
    add { $0.defaults.purchase = .notPurchased }
    add { $0.permissions = [:] }
    add { $0.purchases = [:] }
    add { $0.unlocked = [] }
    add { $0.toggles = [:] }
    add { $0.runtime = [:] }
    add { $0.attributes = [:] }
    for permission in SystemPermission.allCases { add { $0.permissions[permission] = nil } }
    for product in state.purchases.keys.sorted() { add { $0.purchases[product] = nil } }
    for feature in state.unlocked { add { $0.unlocked.removeAll { $0 == feature } } }
    for feature in state.toggles.keys.sorted() { add { $0.toggles[feature] = nil } }
    for feature in state.runtime.keys.sorted() { add { $0.runtime[feature] = nil } }
    for attribute in state.attributes.keys.sorted() { add { $0.attributes[attribute] = nil } }
    add { $0.appVersion = nil }
    add { $0.osVersion = .latest }
    add { $0.platform = .iOS }
    return states
  }
}
