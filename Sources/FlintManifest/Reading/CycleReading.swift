import FlintModel
import FlintText

extension ManifestReader {
  /// At the first reference of the cycle in the text.
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
    // Each element of `steps` is the reference from one element of the cycle to the next. It is nil if the text
    // contains no such reference. `cycle` repeats its first element at the end, so `steps` has one element fewer.
    let steps = cycle.dropLast().indices.map { index in
      asking[cycle[index]]?.first { $0.to == cycle[index + 1] }
    }
    // A nested feature depends on its parent, although the text contains no reference to it. The cycle is therefore
    // described from the first reference in the text.
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
