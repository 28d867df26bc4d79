import FlintCore
import FlintText

/// Detection of features and conditions that require themselves.
extension ManifestReader {
  /// Adds a problem for each cycle, at the reference of the cycle that is first in the text.
  mutating func addCycles(of manifest: Manifest) {
    for cycle in manifest.references.cycles { addCycle(cycle, of: manifest) }
  }

  private mutating func addCycle(_ cycle: [References.Target], of manifest: Manifest) {
    var asking: [References.Target: [Reference]] = [:]
    let members = Set(cycle)
    for reference in references {
      guard let from = reference.from, members.contains(from) else { continue }
      asking[from, default: []].append(reference)
    }
    // The first target is repeated at the end of the cycle.
    let steps = cycle.dropLast().indices.map { index in
      asking[cycle[index]]?.first { $0.to == cycle[index + 1] }
    }
    // A nested feature depends on its parent without a written reference. Begin with the first written one.
    let start = steps.indices.filter { steps[$0] != nil }.min {
      (steps[$0]?.range.lowerBound ?? 0) < (steps[$1]?.range.lowerBound ?? 0)
    }
    guard let start, let first = steps[start] else { return }
    let order = steps.indices.map { (start + $0) % steps.count }
    let path = InputProblem.CyclePath(
      names: order.map { manifest.name(of: cycle[$0]) },
      isParent: order.map { steps[$0] == nil })
    problems.add(.cyclicCondition(path), at: first.range)
  }
}

extension Manifest {
  fileprivate func name(of target: References.Target) -> String {
    switch target {
    case .feature(let feature): "'\(features[feature].id)'"
    case .condition(let condition): "condition '\(conditions[condition].id)'"
    case .assumption(let assumption): "assumption '\(assumptions[assumption].id)'"
    }
  }
}
