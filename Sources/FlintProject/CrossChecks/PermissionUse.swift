/// A requirement of a permission by a feature, possibly inside conditions.
struct PermissionUse {
  let permission: SystemPermission

  /// The statuses in `in`; nil if the permission is only named.
  let statuses: [SystemPermissionStatus]?
  let feature: Int
  let root: ConditionRoot
  let path: [WrittenStep]
}

extension Manifest {
  /// Uses by feature, in declared order. A named condition counts for each feature that refers to
  /// it. A permission that a `not` excludes is not required.
  var permissionUses: [PermissionUse] {
    features.indices.flatMap { feature in
      var search = PermissionSearch(manifest: self, feature: feature)
      search.visit(features[feature].constraints, .constraints(feature: feature, block: nil), [])
      for (number, block) in features[feature].conditional.enumerated() {
        search.visit(
          block.condition.constraints, .guarding(feature: feature, block: number), [])
        search.visit(block.constraints, .constraints(feature: feature, block: number), [])
      }
      return search.uses
    }
  }
}

private struct PermissionSearch {
  let manifest: Manifest
  let feature: Int
  private(set) var uses: [PermissionUse] = []

  /// Visited conditions, each with 1 if a `not` excludes it, else 0. No pair is visited twice, so
  /// that the time does not depend on the number of paths to it.
  private var visited: Set<[Int]> = []

  init(manifest: Manifest, feature: Int) { (self.manifest, self.feature) = (manifest, feature) }

  mutating func visit(
    _ constraints: [Constraint], _ root: ConditionRoot, _ path: [WrittenStep],
    isExcluded: Bool = false
  ) {
    for constraint in constraints {
      switch constraint {
      case .permission(let requirement):
        if isExcluded { continue }
        uses.append(
          PermissionUse(
            permission: requirement.permission, statuses: requirement.statuses, feature: feature,
            root: root, path: path))
      case .condition(let condition):
        guard visited.insert([condition, isExcluded ? 1 : 0]).inserted else { continue }
        let inner = manifest.conditions[condition].condition
        visit(inner.constraints, .named(condition), [], isExcluded: isExcluded)
      default:
        for (number, operand) in constraint.operands.enumerated() {
          visit(
            operand.constraints, root, path + constraint.path(to: number),
            isExcluded: isExcluded != (constraint.kind == .not))
        }
      }
    }
  }
}
