package import FlintCore

/// Which of the many things that a state could say a manifest asks for.
package struct StateContents: Sendable {
  /// Those that the manifest names, in the order of first mention, then those that only the state gives.
  package private(set) var permissions: [SystemPermission] = []

  /// The features with a toggle and with a runtime flag, inside conditions too, in pre-order.
  package private(set) var toggles: [(feature: Int, defaultValue: Bool)] = []
  package private(set) var runtime: [Int] = []

  package init(_ state: ResolvedState) {
    var seen = SystemPermissionStatuses()
    for index in state.manifest.features.indices {
      add(state.manifest.features[index].constraints, of: index, &seen)
      for block in state.manifest.features[index].conditional {
        add(block.condition.constraints, of: index, &seen)
        add(block.constraints, of: index, &seen)
      }
    }
    for declaration in state.manifest.conditions {
      add(declaration.condition.constraints, of: nil, &seen)
    }
    for assumption in state.manifest.assumptions {
      add(assumption.condition.constraints, of: nil, &seen)
    }
    for permission in SystemPermission.allCases
    where state.given.permissions[permission] != nil && seen[permission] == nil {
      permissions.append(permission)
    }
  }

  /// - Parameters:
  ///   - feature: Nil for a named condition or an assumption, which has neither toggle nor flag.
  ///   - seen: the permissions so far, with any status.
  private mutating func add(
    _ constraints: [Constraint], of feature: Int?, _ seen: inout SystemPermissionStatuses
  ) {
    // By index: most constraints are passed over and need not be copied.
    for index in constraints.indices {
      switch constraints[index] {
      case .permission(let requirement):
        let permission = requirement.permission
        if seen[permission] == nil { permissions.append(permission) }
        seen[permission] = .authorized
      case .userToggled(let value):
        if let feature, toggles.last?.feature != feature { toggles.append((feature, value)) }
      case .runtimeEnabled:
        if let feature, runtime.last != feature { runtime.append(feature) }
      case .allOf(let conditions), .anyOf(let conditions):
        for condition in conditions { add(condition.constraints, of: feature, &seen) }
      case .not(let condition): add(condition.constraints, of: feature, &seen)
      case .platform, .platforms, .appVersion, .date, .purchase, .attribute, .rollout, .feature,
        .condition:
        continue
      }
    }
  }
}
