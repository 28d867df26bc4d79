package import FlintModel
import FlintLogic

/// By declaration, what may change its truth value when it is edited.
package struct Dependents: Sendable {
  /// In topological order.
  package let order: [References.Target]

  private var ranks: [References.Target: Int] = [:]

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
    package fileprivate(set) var conditions: [Int] = []

    package fileprivate(set) var features: [Int] = []

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
