package import FlintModel
import FlintLogic

/// For each declaration of a manifest, its dependents: the features, conditions and assumptions whose truth value may
/// change if the declaration is edited. For example, if feature a refers to condition c, and feature b requires a, then
/// both are dependents of c.
package struct Dependents: Sendable {
  /// All features and named conditions in topological order: each comes after those on which it depends.
  package let order: [References.Target]

  /// The rank of each feature and named condition, which is its index in ``order``, and of each assumption. All
  /// assumptions have higher ranks than the features and conditions.
  private var ranks: [References.Target: Int] = [:]

  /// For each feature and named condition, the features, conditions and assumptions that directly depend on it.
  private var users: [References.Target: [References.Target]] = [:]
  private var attributeUsers: [Int: [References.Target]] = [:]

  package init(in manifest: Manifest) {
    let asked = manifest.references.order
    let known = Set(asked)
    order = asked + manifest.features.indices.map { .feature($0) }.filter { !known.contains($0) }
    let assumptions = manifest.assumptions.indices.map { References.Target.assumption($0) }
    for (rank, target) in (order + assumptions).enumerated() {
      ranks[target] = rank
      for need in Set(manifest.directNeeds(of: target)) { users[need, default: []].append(target) }
      var attributes: Set<Int> = []
      manifest.forEachTest(of: target) { test, _ in
        if let (kind, index) = test.fact.subject, kind == .attribute { attributes.insert(index) }
      }
      for attribute in attributes { attributeUsers[attribute, default: []].append(target) }
    }
  }

  package struct AffectedTargets: Sendable {
    /// The indices of the edited conditions (or those that use an edited attribute), and of the conditions that refer
    /// to them, directly or through other conditions. They are in topological order: each comes after those on which it
    /// depends. Excludes conditions that are affected only through features.
    package fileprivate(set) var conditions: [Int] = []

    /// The indices of the features that an edit affects directly: the edited features (or those that use an edited
    /// attribute), and the features whose constraints refer to one of ``conditions``.
    package fileprivate(set) var features: [Int] = []

    /// All features and conditions whose truth value may change if the declarations for which this result was computed
    /// are edited, in the order of ``Dependents/order``. They include the edited features and conditions.
    package fileprivate(set) var all: [References.Target] = []

    package fileprivate(set) var assumptions: [Int] = []
  }

  package func touched(by changed: [References.Target]) -> AffectedTargets {
    var touched = AffectedTargets()
    let direct = closure(of: changed) { target in
      if case .condition = target { users[target] ?? [] } else { [] }
    }
    for target in direct {
      switch target {
      case .condition(let condition): touched.conditions.append(condition)
      case .feature(let feature): touched.features.append(feature)
      case .assumption: break
      }
    }
    for target in closure(of: direct, { users[$0] ?? [] }) {
      if case .assumption(let assumption) = target {
        touched.assumptions.append(assumption)
      } else {
        touched.all.append(target)
      }
    }
    return touched
  }

  package func touched(byAttribute attribute: Int) -> AffectedTargets {
    touched(by: attributeUsers[attribute] ?? [])
  }

  private func closure(
    of start: [References.Target], _ next: (References.Target) -> [References.Target]
  ) -> [References.Target] {
    var found = Set(start)
    var open = start
    while let target = open.popLast() {
      for user in next(target) where found.insert(user).inserted { open.append(user) }
    }
    return found.sorted { ranks[$0] ?? 0 < ranks[$1] ?? 0 }
  }
}
