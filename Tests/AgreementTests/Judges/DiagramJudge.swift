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
      let fact = variables[Int(variable)]
      let value = position(of: state.value(of: fact), of: fact, in: state)
      diagram = store.child(of: diagram, at: value, of: variable)
    }
    return diagram == .yes ? .yes : diagram == .no ? .no : .unknown
  }

  /// Where a fact's domain has the value that stands for a state's.
  private func position(
    of value: FactValue, of fact: Fact, in state: DeviceState
  ) -> UInt32 {
    var value = value
    switch value {
    case .system(let platform, let version):
      let index = Int(platform.rawValue)
      return systemValues[index] + UInt32(systemScales[index].index(of: version))
    case .version(let version): return 1 + UInt32(appScale.index(of: version))
    case .permission(.notDetermined), .purchase(.notPurchased): value = .notGiven
    case .permission, .purchase, .flag, .attribute, .notGiven: break
    }
    if case .permission(let permission) = fact, let implying = permission.impliedBy,
      state.permissions[implying] == .authorized
    {
      // Where no constraint asks for `location.always`, it is no variable, and what it brings is given instead.
      value = .permission(.authorized)
    }
    guard let index = domain(of: fact).values.firstIndex(of: value) else {
      preconditionFailure("a state that can exist has values that can be")
    }
    return UInt32(index)
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
