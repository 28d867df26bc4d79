import FlintCore
import TestSupport

/// Holds evaluators to each other on random cases.
struct Agreement {
  /// The first one's word is what the others are held to.
  var judges: [any Judge]

  /// What was asked so far, and of how many cases every judge spoke.
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

  /// The first disagreement on some manifests and their states; nil where there is none.
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

  /// A smaller case on which they disagree as well, as small as taking things away makes it.
  func shrunk(_ disagreement: Disagreement) throws -> Disagreement {
    var smallest = disagreement
    try Shrinker.shrink(disagreement.found, to: \.reductions) { candidates in
      var ignored = Tally()
      for (index, candidate) in candidates.enumerated() {
        let group = Group(manifest: candidate.manifest, states: [candidate.state])
        if let found = try self.disagreement([group], &ignored) {
          smallest = found
          return index
        }
      }
      return nil
    }
    return smallest
  }
}

extension SeededGenerator {
  /// A manifest of any shape, and states of it; two of three can exist.
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
