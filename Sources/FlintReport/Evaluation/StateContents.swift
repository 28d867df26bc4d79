package import FlintCore

/// Which of the many things that a state could say a manifest asks for.
package struct StateContents: Sendable {
  /// Those that the manifest names, in the order of first mention, then those that only the state gives.
  package private(set) var permissions: [SystemPermission] = []

  /// The features with a toggle and with a runtime flag, conditional ones too, in pre-order.
  package private(set) var toggles: [(feature: Int, defaultValue: Bool)] = []
  package private(set) var runtime: [Int] = []

  package init(_ state: ResolvedState) {
    var seen = SystemPermissionStatuses()
    for (index, feature) in state.manifest.features.enumerated() {
      add(feature.constraints, of: index, &seen)
      for block in feature.conditional { add(block.constraints, of: index, &seen) }
    }
    for permission in SystemPermission.allCases
    where state.given.permissions[permission] != nil && seen[permission] == nil {
      permissions.append(permission)
    }
  }

  /// - Parameter seen: the permissions so far, with any status.
  private mutating func add(
    _ constraints: [Constraint], of feature: Int, _ seen: inout SystemPermissionStatuses
  ) {
    // By index: most constraints are passed over and need not be copied.
    for index in constraints.indices {
      switch constraints[index] {
      case .permission(let permission):
        if seen[permission] == nil { permissions.append(permission) }
        seen[permission] = .authorized
      case .userToggled(let value):
        if toggles.last?.feature != feature { toggles.append((feature, value)) }
      case .runtimeEnabled:
        if runtime.last != feature { runtime.append(feature) }
      case .platform, .appVersion, .purchase, .attribute: continue
      }
    }
  }
}
