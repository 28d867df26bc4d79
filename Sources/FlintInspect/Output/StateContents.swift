import FlintModel
import FlintLogic

/// The permissions, the users' switches for features (toggles) and the developers' switches for features (runtime
/// flags) that a report on a state lists by name: those that the manifest mentions, and all other permissions for which
/// the state contains a status.
struct StateContents: Sendable {
  /// The permissions that the manifest mentions, in the order of their first mention, then those that only the state
  /// contains.
  private(set) var permissions: [SystemPermission] = []

  /// The indices of the features with a toggle (a switch for the user), in the manifest's order. Toggles that are
  /// mentioned only inside a condition, such as an `anyOf`, are included.
  private(set) var toggles: [Int] = []
  private(set) var runtime: [Int] = []

  private var facts: [StateSection: [Fact]] = [:]

  init(_ state: ResolvedState) {
    let manifest = state.manifest
    var seen = SystemPermissionStatuses()
    for index in manifest.features.indices {
      add(manifest.features[index].constraints, of: index, &seen)
      for block in manifest.features[index].conditional {
        add(block.condition.constraints, of: index, &seen)
        add(block.constraints, of: index, &seen)
      }
    }
    for declaration in manifest.conditions {
      add(declaration.condition.constraints, of: nil, &seen)
    }
    for assumption in manifest.assumptions {
      add(assumption.condition.constraints, of: nil, &seen)
    }
    for permission in SystemPermission.allCases
    where state.given.permissions[permission] != nil && seen[permission] == nil {
      permissions.append(permission)
    }
    facts = [
      .permissions: permissions.map { .permission($0) },
      .purchases: manifest.products.indices.map { .product($0) },
      .unlocked: state.given.unlocked.map { .unlocked($0) },
      .toggles: toggles.map { .toggle($0) },
      .runtime: runtime.map { .runtime($0) },
      .attributes: manifest.attributes.indices.map { .attribute($0) },
      .buckets: state.given.buckets.keys.sorted().map { .bucket($0) },
      .defaults: [.permissionDefault, .purchaseDefault],
    ]
  }

  /// Returns the facts that reports list for a section of a state, such as the products for the section `purchases`. A
  /// section for a single fact, such as `platform`, has only this fact.
  func facts(of section: StateSection) -> [Fact] { facts[section] ?? [section.fact(at: 0)] }

  /// Adds the permissions and switches to which the constraints refer.
  ///
  /// - Parameters:
  ///   - feature: The feature that declares the constraints. Nil for a named condition or an assumption, which cannot
  ///     refer to a switch, because every switch belongs to a feature.
  ///   - seen: The permissions that were already added, as keys; the dictionary's values have no meaning.
  private mutating func add(
    _ constraints: [Constraint], of feature: Int?, _ seen: inout SystemPermissionStatuses
  ) {
    // Iterating by index avoids copying the constraints, most of which are skipped.
    for index in constraints.indices {
      switch constraints[index] {
      case .requirement(.permission(let requirement)):
        let permission = requirement.permission
        if seen[permission] == nil { permissions.append(permission) }
        seen[permission] = .authorized
      case .requirement(.userToggled):
        if let feature, toggles.last != feature { toggles.append(feature) }
      case .requirement(.runtimeEnabled):
        if let feature, runtime.last != feature { runtime.append(feature) }
      case .allOf(let conditions), .anyOf(let conditions):
        for condition in conditions { add(condition.constraints, of: feature, &seen) }
      case .not(let condition): add(condition.constraints, of: feature, &seen)
      case .requirement, .feature, .condition:
        continue
      }
    }
  }
}
