import FlintCore

/// The conflict and the redundancies proven among the assumptions of a manifest.
struct AssumptionProof: ~Copyable {
  let manifest: Manifest

  /// The ascending indices of a smallest set of assumptions that cannot all be true; nil if some state is possible.
  private(set) var conflict: [Int]?

  /// The ascending indices of the assumptions that exclude no state beyond those that the other assumptions exclude.
  private(set) var redundant: [Int] = []

  init(of manifest: Manifest, in space: inout StateSpace) {
    self.manifest = manifest
    if manifest.assumptions.isEmpty { return }
    space.preparePossibleStates()
    space.store.grant(AnalysisLimits.assumptionSteps)
    do throws(TooLarge) {
      switch space.possibility {
      case .noState: conflict = try space.smallestConflictOfAssumptions()
      case .everyState, .components: redundant = try space.redundantAssumptions()
      case .notPrepared, .tooLarge: break
      }
    } catch {}
  }
}

extension StateSpace {
  /// Returns a smallest set of assumptions that cannot all be true, as ascending numbers; nil if there is none. In a
  /// space for two manifests, the numbers of the second manifest's assumptions follow those of the first one's.
  mutating func smallestConflictOfAssumptions() throws(TooLarge) -> [Int]? {
    var smallest: [Int]?
    for component in try components() {
      let exists = try consistent(store.variables(of: component.functions))
      let found = try SmallestUnsatisfiableCore.find(
        among: component.functions, where: exists, in: &store)
      guard let conflict = found.map({ $0.map { component.members[$0] } }) else { continue }
      guard let known = smallest else {
        smallest = conflict
        continue
      }
      let isSmaller =
        conflict.count < known.count
        || conflict.count == known.count && conflict.lexicographicallyPrecedes(known)
      if isSmaller { smallest = conflict }
    }
    return smallest
  }

  /// Returns the assumptions that can each be removed alone without changing which states are possible. At least one
  /// state must be possible.
  fileprivate mutating func redundantAssumptions() throws(TooLarge) -> [Int] {
    let components = try components()
    // An assumption that is true for all combinations of values is in no component, and it is redundant.
    let needed = Set(components.flatMap(\.members))
    var redundant = sides[0].manifest.assumptions.indices.filter { !needed.contains($0) }
    for component in components {
      let exists = try consistent(store.variables(of: component.functions))
      for (index, function) in component.functions.enumerated() {
        var others = component.functions
        others.remove(at: index)
        let left = try store.and(store.join(.and, others[...]), exists)
        if try store.and(left, store.not(function)) == .no {
          redundant.append(component.members[index])
        }
      }
    }
    return redundant.sorted()
  }
}

/// The rule for assumptions that together exclude every state.
enum ConflictingAssumptions: RuleChecker {
  static let summary = "assumptions that together exclude every state"

  static func check(_ assumptions: borrowing AssumptionProof) -> [ProvenFinding] {
    guard let conflict = assumptions.conflict, let last = conflict.last else { return [] }
    return [
      ProvenFinding(
        .conflictingAssumptions, at: .assumption(last),
        NoPossibleState(of: conflict, in: assumptions.manifest).message,
        hint: "correct or remove one of the assumptions")
    ]
  }
}

/// The rule for an assumption that excludes no state beyond those that the other assumptions exclude.
enum RedundantAssumption: RuleChecker {
  static let summary = "an assumption that excludes no state that the others allow"

  static func check(_ assumptions: borrowing AssumptionProof) -> [ProvenFinding] {
    let manifest = assumptions.manifest
    return assumptions.redundant.map { assumption in
      let id = manifest.assumptions[assumption].id
      return ProvenFinding(
        .redundantAssumption, at: .assumption(assumption),
        "assumption '\(id)' is redundant: it excludes no state that the others allow")
    }
  }
}

/// The rule for a named state in which an assumption is false.
enum StateBreaksAssumption: RuleChecker {
  static let summary = "a named state in which an assumption is false"

  static func check(
    _ manifest: Manifest, _ used: UsedDeclarations, today: DateTime?
  ) -> [ProvenFinding] {
    if manifest.assumptions.isEmpty { return [] }
    return manifest.states.enumerated().flatMap { index, named in
      Evaluator(manifest, in: named.state).brokenAssumptions.map { assumption in
        ProvenFinding(
          .stateBreaksAssumption, at: .state(index),
          "state '\(named.name)' breaks assumption '\(manifest.assumptions[assumption].id)'")
      }
    }
  }
}
