import FlintCore

@testable import FlintAnalysis

/// The decision diagrams, looked up state by state. They speak of the states that can exist.
struct DiagramJudge: Judge {
  let name = "diagrams"

  func judge(_ groups: [Group]) -> [[[Verdict]?]] { groups.map { judge($0) } }

  private func judge(_ group: Group) -> [[Verdict]?] {
    var space = StateSpace(group.manifest)
    var verdicts = group.states.map { state in
      state.canExist ? [Verdict]() : nil
    }
    for feature in group.manifest.features.indices {
      space.beginFeature()
      guard let status = try? space.status(of: feature, side: 0) else {
        return group.states.map { _ in nil }
      }
      for (index, state) in group.states.enumerated() where verdicts[index] != nil {
        let truth = space.truth(of: status, in: state)
        verdicts[index]?.append(Verdict(status: FeatureStatus(truth)))
      }
    }
    return verdicts
  }
}

extension StateSpace {
  /// What a function is in a state that can exist.
  fileprivate func truth(of function: Diagram, in state: DeviceState) -> Ternary {
    var diagram = function
    while !diagram.isConstant {
      let variable = store.variable(of: diagram)
      let value = value(of: variables[Int(variable)], in: state)
      diagram = store.child(of: diagram, at: value, of: variable)
    }
    return diagram == .yes ? .yes : diagram == .no ? .no : .unknown
  }

  private func value(of variable: Variable, in state: DeviceState) -> UInt32 {
    func position<Value: Equatable>(_ value: Value, in values: [Value]) -> UInt32 {
      guard let index = values.firstIndex(of: value) else {
        preconditionFailure("a state that can exist has values that can be")
      }
      return UInt32(index)
    }
    switch variable {
    case .system:
      let platform = Int(state.platform.rawValue)
      return systemValues[platform] + UInt32(systemScales[platform].index(of: state.osVersion))
    case .appVersion:
      return state.appVersion.map { 1 + UInt32(appScale.index(of: $0)) } ?? 0
    case .permission(let permission):
      // Where no constraint asks for `location.always`, it is no variable, and what it brings is given instead.
      let isBrought =
        permission == .locationWhenInUse && state.permissions[.locationAlways] == .authorized
      return position(
        isBrought ? .authorized : state.permissions[permission] ?? .notDetermined,
        in: Variable.permissionValues)
    case .product(let product):
      guard case .status(let status) = state.purchases[product] ?? .status(.notPurchased) else {
        return 0
      }
      return position(status, in: Variable.productValues)
    case .unlocked(let feature): return state.unlocked.contains(feature) ? 1 : 0
    case .toggle(let feature): return state.toggles[feature].map { $0 ? 1 : 2 } ?? 0
    case .runtime(let feature):
      return state.runtime[feature].map { 1 + position($0, in: Variable.runtimeValues) } ?? 0
    case .attribute(let attribute):
      switch state.attributes[attribute] {
      case nil: return 0
      case .unknown?: return 1
      case .boolean(let value)?: return value ? 2 : 3
      case .choice(let choice)?:
        return attributeValues[attribute].value(ofChoice: choice, side: 0)
      }
    }
  }
}

extension DeviceState {
  /// Whether the contract's "every state" has it: permissions are given only where they are offered, nobody is asked for a
  /// location once every location is authorized, and nothing but a fresh install's values is there by default.
  var canExist: Bool { self == possible }

  /// The nearest state that can exist.
  var possible: DeviceState {
    var state = self
    state.defaults = Defaults()
    for permission in SystemPermission.allCases {
      if state.permissions[permission] == .unsupported
        || !permission.isOffered(on: platform, osVersion)
      {
        state.permissions[permission] = nil
      }
    }
    if state.permissions[.locationAlways] == .authorized {
      state.permissions[.locationWhenInUse] = nil
    }
    return state
  }
}
