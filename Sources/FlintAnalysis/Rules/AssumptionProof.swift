/// Finds assumptions that contradict each other. If none do, finds those that exclude a platform or
/// are redundant.
struct AssumptionProof {
  let manifest: Manifest

  /// Ascending indices of a smallest contradictory set; nil if some state is possible.
  private(set) var conflict: [Int]?

  private(set) var redundant: [RedundantPart] = []

  struct RedundantPart {
    let assumption: Int

    let excludesNothing: Bool

    /// The other assumptions that cannot be removed together with this one.
    var conflicts: Set<Int> = []
  }

  /// By excluded platform, ascending indices of the fewest assumptions that exclude it.
  private(set) var excluded: [(platform: Platform, assumptions: [Int])] = []

  /// The limit that was exceeded; nil if all results are complete.
  private(set) var failure: LimitExceeded?

  init(of manifest: Manifest, in space: inout StateSpace) {
    self.manifest = manifest
    if manifest.assumptions.isEmpty { return }
    do {
      conflict = try space.conflictingAssumptions()
      if conflict != nil { return }
      (redundant, excluded) = try space.decideAboutAssumptions { space in
        (space.redundantAssumptions(), space.excludedPlatforms())
      }
    } catch {
      failure = error
    }
  }
}

extension StateSpace {
  /// Ascending indices of a smallest contradictory set; nil if some state is possible. Indices of
  /// the second manifest's assumptions follow those of the first's.
  mutating func conflictingAssumptions() throws(LimitExceeded) -> [Int]? {
    try decideAboutAssumptions { space in
      switch space.possibility {
      case .everyState, .components: return nil
      case .noState: return space.smallestConflictOfAssumptions()
      case .tooLarge(let error):
        space.store.fail(error)
        return nil
      case .notPrepared: preconditionFailure("the assumptions have been analyzed")
      }
    }
  }

  /// Answers a question. Beyond the limit, asks again without the values that only features
  /// distinguish.
  fileprivate mutating func decideAboutAssumptions<Answer>(
    _ question: (inout StateSpace) -> Answer
  ) throws(LimitExceeded) -> Answer {
    try decide(about: sides.map { _ in [] }) { space in
      space.store.grant(AnalysisLimits.assumptionSteps)
      return question(&space)
    }
  }

  /// A smallest contradictory set in the states in which `condition` is true.
  fileprivate mutating func smallestConflictOfAssumptions(
    where condition: Diagram = .yes
  ) -> [Int]? {
    var smallest: [Int]?
    for component in components().found {
      let exists = store.and(condition, consistent(with: component.functions + [condition]))
      let found = SmallestUnsatisfiableCore.find(
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

  /// Assumptions that exclude only states that others exclude, in declared order. Some state must
  /// be possible.
  fileprivate mutating func redundantAssumptions()
    -> [AssumptionProof.RedundantPart]
  {
    let (components, failure) = components()
    if let failure { store.fail(failure) }
    // An assumption that is true for all combinations of values belongs to no component.
    let effective = Set(components.flatMap(\.members))
    var redundant = sides[0].manifest.assumptions.indices.filter { !effective.contains($0) }
      .map { AssumptionProof.RedundantPart(assumption: $0, excludesNothing: true) }
    for component in components {
      let functions = component.functions
      let exists = consistent(with: functions)
      func canRemove(_ removed: [Int]) -> Bool {
        let left = functions.indices.filter { !removed.contains($0) }.map { functions[$0] }
        let possible = store.and(store.join(.and, left[...]), exists)
        let all = removed.map { functions[$0] }
        return store.and(possible, store.not(store.join(.and, all[...]))) == .no
      }
      let found = functions.indices.filter { canRemove([$0]) }
      let conflicts = JointRemovals.conflicts(among: found.count) { parts in
        canRemove(parts.map { found[$0] })
      }
      for (part, index) in found.enumerated() {
        redundant.append(
          AssumptionProof.RedundantPart(
            assumption: component.members[index],
            excludesNothing: store.and(exists, store.not(functions[index])) == .no,
            conflicts: Set(conflicts[part].map { component.members[found[$0]] })))
      }
    }
    return redundant.sorted { $0.assumption < $1.assumption }
  }

  fileprivate mutating func excludedPlatforms() -> [(platform: Platform, assumptions: [Int])] {
    var excluded: [(platform: Platform, assumptions: [Int])] = []
    for supported in sides[0].manifest.app.platforms ?? [] {
      let isHere = isCurrent(supported.platform)
      if let assumptions = smallestConflictOfAssumptions(where: isHere) {
        excluded.append((supported.platform, assumptions))
      }
    }
    return excluded
  }
}

extension AssumptionProof {
  var findings: [ProvenFinding] {
    var findings: [ProvenFinding] = []
    if let conflict, let last = conflict.last {
      findings.append(
        ProvenFinding(
          .conflictingAssumptions, at: .declared(.assumption, last),
          NoPossibleState(conflict, in: manifest).message,
          hint: "correct or remove one of the assumptions"))
    }
    for (platform, members) in excluded {
      let names = members.map(name)
      findings.append(
        ProvenFinding(
          .platformWithoutStates, at: .declared(.assumption, members[members.count - 1]),
          platform: platform,
          """
          no state on \(platform.name) is possible: \(names.count == 1 ? "assumption" : "assumptions") \
          \(listed(names)) \(names.count == 1 ? "excludes" : "exclude") the platform
          """,
          hint: """
            to claim nothing about \(platform.name), allow it in the assumption; \
            if the app does not run there, remove it from 'app.platforms'
            """))
    }
    for part in redundant {
      let reason =
        part.excludesNothing
        ? "it excludes no state"
        : "the other assumptions already exclude the states that it excludes"
      findings.append(
        ProvenFinding(
          .redundantAssumption, at: .declared(.assumption, part.assumption),
          "assumption \(name(part.assumption)) is redundant: \(reason)"
            + JointRemovals.advice(part.assumption, part.conflicts, name)))
    }
    if let failure {
      let unknown = NoPossibleState(unknown: failure, in: manifest)
      findings +=
        unknown.assumption.map {
          [ProvenFinding(.tooLargeToProve, at: .declared(.assumption, $0), unknown.message)]
        } ?? []
    }
    return findings
  }

  private func name(_ assumption: Int) -> String { "'\(manifest.assumptions[assumption].id)'" }
}
