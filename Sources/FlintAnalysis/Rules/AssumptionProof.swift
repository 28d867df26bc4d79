import FlintCore

/// What is proven about the assumptions of a manifest.
struct AssumptionProof: ~Copyable {
  let manifest: Manifest

  /// The smallest set of assumptions that exclude each other, ascending; nil where some state is possible.
  private(set) var conflict: [Int]?

  /// The assumptions that exclude no state which the others do not exclude, ascending.
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
  /// The fewest assumptions that exclude each other, by their numbers among those of all sides; nil where none do.
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

  /// The assumptions without which the same states are possible, where some are.
  fileprivate mutating func redundantAssumptions() throws(TooLarge) -> [Int] {
    let components = try components()
    // One that holds in every combination of values is in no component.
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

/// Assumptions that exclude every state.
enum ConflictingAssumptions: RuleChecker {
  static let summary = "assumptions that exclude each other, so that no state is possible"

  static func check(_ assumptions: borrowing AssumptionProof) -> [ProvenFinding] {
    guard let conflict = assumptions.conflict, let last = conflict.last else { return [] }
    return [
      ProvenFinding(
        .conflictingAssumptions, at: .assumption(last),
        NoPossibleState(of: conflict, in: assumptions.manifest).message,
        hint: "drop one of them, or say in which states it does not hold")
    ]
  }
}

/// An assumption that excludes nothing.
enum RedundantAssumption: RuleChecker {
  static let summary = "an assumption that excludes no state which the others do not exclude"

  static func check(_ assumptions: borrowing AssumptionProof) -> [ProvenFinding] {
    let manifest = assumptions.manifest
    return assumptions.redundant.map { assumption in
      let id = manifest.assumptions[assumption].id
      return ProvenFinding(
        .redundantAssumption, at: .assumption(assumption),
        "assumption '\(id)' is redundant: every state that it excludes is excluded without it")
    }
  }
}

/// A named state that an assumption excludes.
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
