import FlintModel
import RandomModels
import TestSupport

/// Compares evaluators on random cases.
struct Agreement {
  /// The evaluators. The first one defines the expected results.
  var judges: [any Judge]

  /// Counts of manifests and cases, and of the cases that all evaluators judged.
  struct Tally: Equatable {
    var manifests = 0
    var cases = 0
    var judgedByAll = 0

    static func += (total: inout Tally, more: Tally) {
      total.manifests += more.manifests
      total.cases += more.cases
      total.judgedByAll += more.judgedByAll
    }
  }

  /// Returns the first disagreement about the given manifests and states, or nil if the evaluators agree.
  func disagreement(_ groups: [Group], _ tally: inout Tally) throws -> Disagreement? {
    let answers = try judges.map { try $0.judge(groups) }
    for (number, group) in groups.enumerated() {
      tally.manifests += 1
      for (index, state) in group.states.enumerated() {
        tally.cases += 1
        if answers.allSatisfy({ $0[number][index] != nil }) { tally.judgedByAll += 1 }
        let sayings = zip(judges, answers).compactMap { judge, answers in
          answers[number][index].map { (judge: judge.name, verdicts: $0) }
        }
        for feature in group.manifest.features.indices {
          let said = sayings.map { (judge: $0.judge, verdict: $0.verdicts[feature]) }
          if said.contains(where: { $0.verdict.contradicts(said[0].verdict) }) {
            return Disagreement(
              found: Case(manifest: group.manifest, state: state), feature: feature, sayings: said)
          }
        }
      }
    }
    return nil
  }

  func shrunk(_ disagreement: Disagreement) throws -> Disagreement {
    var smallest = disagreement
    var ignored = Tally()
    func smaller() throws -> Disagreement? {
      for found in smallest.found.reductions {
        let group = Group(manifest: found.manifest, states: [found.state])
        if let disagreement = try self.disagreement([group], &ignored) { return disagreement }
      }
      return nil
    }
    while let next = try smaller() { smallest = next }
    return smallest
  }
}

extension SeededGenerator {
  /// Returns a random manifest with states. Two thirds of the states are reduced to possible ones.
  mutating func group(states: Int) -> Group {
    let shape = RandomManifestShape(
      features: int(1...8), products: int(0...5), attributes: int(0...4), width: int(1...3),
      depth: int(0...3), language: oneIn(5) ? .plain : .whole, hasOddIDs: oneIn(2),
      hasEquivalentIDs: true)
    let manifest = manifest(shape)
    return Group(
      manifest: manifest,
      states: (0..<states).map { _ in
        let state = state(for: manifest)
        return oneIn(3) ? state : state.possible(in: manifest)
      })
  }
}
