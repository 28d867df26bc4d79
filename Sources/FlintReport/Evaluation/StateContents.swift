package import FlintCore

/// Which of the many things that a state could say a manifest asks for.
package struct StateContents: Sendable {
  /// Those that the manifest names, in the order of first mention, then those that only the state gives.
  package private(set) var permissions: [SystemPermission] = []

  /// The features with a toggle and with a runtime flag, conditional ones too, in pre-order.
  package private(set) var toggles: [(feature: Int, defaultValue: Bool)] = []
  package private(set) var runtime: [Int] = []

  package init(_ state: ResolvedState) {
    var seen: Set<SystemPermission> = []
    state.manifest.forEachConstraint { feature, constraint in
      switch constraint {
      case .permission(let permission):
        if seen.insert(permission).inserted { permissions.append(permission) }
      case .userToggled(let value):
        if toggles.last?.feature != feature { toggles.append((feature, value)) }
      case .runtimeEnabled:
        if runtime.last != feature { runtime.append(feature) }
      case .platform, .appVersion, .purchase, .attribute: return
      }
    }
    for permission in SystemPermission.allCases
    where state.given.permissions[permission] != nil && !seen.contains(permission) {
      permissions.append(permission)
    }
  }
}
