import FlintModel
import FlintText

/// A smallest set of functions that are never all true. A. Ignatiev, A. Previti, M. Liffiton and J.
/// Marques-Silva, “Smallest MUS extraction with minimal hitting set dualization” (2015): every core
/// hits every correction set (Reiter 1987), so that a minimum hitting set of the correction sets
/// found so far is a core or leads to another one.
struct SmallestUnsatisfiableCore {
  private let base: Diagram
  private let functions: [Diagram]

  private var correctionSets: [[Int]] = []

  /// Ascending indices, over states in which `base` is true. Nil if all are true in one.
  static func find(
    among functions: [Diagram], where base: Diagram, in store: inout DiagramStore
  ) throws(LimitExceeded) -> [Int]? {
    var sure: [Diagram] = []
    for function in functions { sure.append(try store.isYes(function)) }
    var search = SmallestUnsatisfiableCore(base: base, functions: sure)
    guard try !search.canBeTrue(Array(sure.indices), in: &store) else { return nil }
    // If the search for a hitting set exceeds its limit of attempts, the result is a minimal core: each of its
    // functions is necessary, but another core may have fewer functions.
    var hittingSet = MinimumHittingSet()
    while let candidate = hittingSet.find(of: search.correctionSets) {
      guard try search.canBeTrue(candidate, in: &store) else { return candidate }
      try search.addCorrectionSet(by: candidate, in: &store)
    }
    return try search.minimalCore(in: &store)
  }

  private init(base: Diagram, functions: [Diagram]) {
    self.base = base
    self.functions = functions
  }

  private func canBeTrue(
    _ members: [Int], in store: inout DiagramStore
  ) throws(LimitExceeded) -> Bool {
    store.canBe(.yes, try together(members, in: &store))
  }

  private func together(
    _ members: [Int], in store: inout DiagramStore
  ) throws(LimitExceeded) -> Diagram {
    let all = try store.join(.and, members.map { functions[$0] }[...])
    return try store.and(base, all)
  }

  private mutating func addCorrectionSet(
    by members: [Int], in store: inout DiagramStore
  ) throws(LimitExceeded) {
    var all = try together(members, in: &store)
    let chosen = Set(members)
    let others = functions.indices.filter { !chosen.contains($0) }
    correctionSets.append(try correctionSet(of: others[...], by: &all, in: &store))
  }

  private func correctionSet(
    of others: ArraySlice<Int>, by all: inout Diagram, in store: inout DiagramStore
  ) throws(LimitExceeded) -> [Int] {
    if others.isEmpty { return [] }
    let more = try store.and(all, store.join(.and, others.map { functions[$0] }[...]))
    if store.canBe(.yes, more) {
      all = more
      return []
    }
    if others.count == 1 { return Array(others) }
    let middle = others.startIndex + others.count / 2
    let first = try correctionSet(of: others[..<middle], by: &all, in: &store)
    return try first + correctionSet(of: others[middle...], by: &all, in: &store)
  }

  /// Minimal but not always smallest, by the deletion filter (Chinneck and Dravnieks 1991).
  private func minimalCore(in store: inout DiagramStore) throws(LimitExceeded) -> [Int] {
    var members = Array(functions.indices)
    for candidate in functions.indices.reversed() {
      let rest = members.filter { $0 != candidate }
      if try !canBeTrue(rest, in: &store) { members = rest }
    }
    return members
  }
}

extension FeatureProof {
  /// Own constraints are tried first, then ancestors' from the nearest. `platform` is nil for any.
  mutating func smallestConflict(on platform: Platform?) throws(LimitExceeded) -> ConstraintConflict
  {
    var positions = self.positions
    var contributions = self.contributions
    for ancestor in manifest.ancestors(of: feature) {
      positions += manifest.constraintPositions(of: ancestor)
      contributions += try space.contributions(of: ancestor, side: 0)
    }
    let current = platform.map { space.isCurrent($0) } ?? .yes
    let base = try space.store.and(current, space.careSet(for: contributions + [current]))
    let conflict = try SmallestUnsatisfiableCore.find(
      among: contributions, where: base, in: &space.store)
    let members = (conflict ?? []).map { contributions[$0] }
    var together = try space.store.and(
      current, space.consistent(space.store.variables(of: members + [current])))
    for member in members { together = try space.store.and(together, member) }
    return ConstraintConflict(
      positions: (conflict ?? []).map { positions[$0] },
      isAssumed: space.store.canBe(.yes, together))
  }

  func reason(_ conflict: ConstraintConflict) -> String {
    let names = conflict.positions.map { name($0) }
    let reason =
      switch names.count {
      case 0: "no state satisfies it"
      case 1: "\(names[0]) can never be satisfied"
      case 2: "\(names[0]) and \(names[1]) exclude each other"
      default: "\(listed(names)) can never be satisfied together"
      }
    return conflict.isAssumed ? reason + " under the assumptions" : reason
  }
}

/// Constraints that no possible state satisfies together.
struct ConstraintConflict {
  let positions: [ConstraintPosition]

  /// Whether only assumptions make them exclude each other.
  let isAssumed: Bool
}

/// Minimum hitting sets in a hitting-set tree (Reiter 1987), with iterative deepening (Korf 1985).
struct MinimumHittingSet {
  private var attempts = 0

  /// Ascending; nil beyond ``AnalysisLimits/hittingSetAttempts``, counted over all calls.
  mutating func find(of sets: [[Int]]) -> [Int]? {
    // One member of each set is enough.
    for size in 0...sets.count {
      if let found = extend([], to: size, of: sets) { return found.sorted() }
      if attempts > AnalysisLimits.hittingSetAttempts { return nil }
    }
    return nil
  }

  private mutating func extend(_ members: [Int], to size: Int, of sets: [[Int]]) -> [Int]? {
    attempts += 1
    if attempts > AnalysisLimits.hittingSetAttempts { return nil }
    guard let missed = sets.first(where: { set in !set.contains { members.contains($0) } }) else {
      return members
    }
    if members.count == size { return nil }
    for member in missed {
      if let found = extend(members + [member], to: size, of: sets) { return found }
    }
    return nil
  }
}

/// The problems found among the assumptions of a manifest: assumptions that contradict each other or, if there are
/// none, assumptions that exclude a whole platform or nothing.
struct AssumptionProof: ~Copyable {
  let manifest: Manifest

  /// The ascending indices of a smallest set of assumptions that cannot all be true; nil if some state is possible.
  private(set) var conflict: [Int]?

  private(set) var redundant: [RedundantPart] = []

  struct RedundantPart {
    let assumption: Int

    let excludesNothing: Bool

    /// The redundant assumptions that cannot be removed together with this one.
    var conflicts: Set<Int> = []
  }

  /// The platforms of the app that assumptions exclude, each with the ascending indices of a smallest set that does.
  private(set) var excluded: [(platform: Platform, assumptions: [Int])] = []

  /// Nil if all of the above is known.
  private(set) var failure: LimitExceeded?

  init(of manifest: Manifest, in space: inout StateSpace) {
    self.manifest = manifest
    if manifest.assumptions.isEmpty { return }
    do throws(LimitExceeded) {
      conflict = try space.conflictingAssumptions()
      if conflict != nil { return }
      (redundant, excluded) = try space.decideAboutAssumptions { (space) throws(LimitExceeded) in
        (try space.redundantAssumptions(), try space.excludedPlatforms())
      }
    } catch {
      failure = error
    }
  }
}

extension StateSpace {
  /// Returns a smallest set of assumptions that cannot all be true, as ascending indices; nil if some state is
  /// possible. Of two manifests, the indices continue with the assumptions of the second one.
  mutating func conflictingAssumptions() throws(LimitExceeded) -> [Int]? {
    try decideAboutAssumptions { (space) throws(LimitExceeded) in
      switch space.possibility {
      case .everyState, .components: nil
      case .noState: try space.smallestConflictOfAssumptions()
      case .tooLarge(let error): throw error
      case .notPrepared: preconditionFailure("the assumptions have been analyzed")
      }
    }
  }

  /// Answers a query about the assumptions. If it exceeds its limit in this space, it is repeated in one without the
  /// values that only features distinguish.
  fileprivate mutating func decideAboutAssumptions<Answer>(
    _ question: (inout StateSpace) throws(LimitExceeded) -> Answer
  ) throws(LimitExceeded) -> Answer {
    try decide(about: sides.map { _ in [] }) { (space) throws(LimitExceeded) in
      space.store.grant(AnalysisLimits.assumptionSteps)
      return try question(&space)
    }
  }

  /// Returns a smallest set of assumptions that cannot all be true in a state in which `condition` is true.
  fileprivate mutating func smallestConflictOfAssumptions(
    where condition: Diagram = .yes
  ) throws(LimitExceeded) -> [Int]? {
    var smallest: [Int]?
    for component in try components().found {
      let exists = try store.and(
        condition, consistent(store.variables(of: component.functions + [condition])))
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

  /// The assumptions that exclude only states that the others exclude too, in declared order. At least one state must
  /// be possible.
  fileprivate mutating func redundantAssumptions() throws(LimitExceeded)
    -> [AssumptionProof.RedundantPart]
  {
    let (components, failure) = try components()
    if let failure { throw failure }
    // An assumption that is true for all combinations of values belongs to no component.
    let effective = Set(components.flatMap(\.members))
    var redundant = sides[0].manifest.assumptions.indices.filter { !effective.contains($0) }
      .map { AssumptionProof.RedundantPart(assumption: $0, excludesNothing: true) }
    for component in components {
      let functions = component.functions
      let exists = try consistent(store.variables(of: functions))
      func canRemove(
        _ removed: [Int], _ space: inout StateSpace
      ) throws(LimitExceeded) -> Bool {
        let left = functions.indices.filter { !removed.contains($0) }.map { functions[$0] }
        let possible = try space.store.and(space.store.join(.and, left[...]), exists)
        let all = removed.map { functions[$0] }
        return try space.store.and(
          possible, space.store.not(space.store.join(.and, all[...]))) == .no
      }
      var found: [Int] = []
      for index in functions.indices where try canRemove([index], &self) { found.append(index) }
      let conflicts = try JointRemovals.conflicts(among: found.count, in: &self) {
        (parts, space) throws(LimitExceeded) in try canRemove(parts.map { found[$0] }, &space)
      }
      for (part, index) in found.enumerated() {
        redundant.append(
          AssumptionProof.RedundantPart(
            assumption: component.members[index],
            excludesNothing: try store.and(exists, store.not(functions[index])) == .no,
            conflicts: Set(conflicts[part].map { component.members[found[$0]] })))
      }
    }
    return redundant.sorted { $0.assumption < $1.assumption }
  }

  fileprivate mutating func excludedPlatforms() throws(LimitExceeded) -> [(
    platform: Platform, assumptions: [Int]
  )] {
    var excluded: [(platform: Platform, assumptions: [Int])] = []
    for supported in sides[0].manifest.app.platforms ?? [] {
      let isHere = isCurrent(supported.platform)
      if let assumptions = try smallestConflictOfAssumptions(where: isHere) {
        excluded.append((supported.platform, assumptions))
      }
    }
    return excluded
  }
}

enum ConflictingAssumptions: RuleChecker {
  static let summary = "at least one state must satisfy all assumptions"
  static let severity = Diagnostic.Severity.error

  static func check(_ assumptions: borrowing AssumptionProof) -> [ProvenFinding] {
    guard let conflict = assumptions.conflict, let last = conflict.last else { return [] }
    return [
      ProvenFinding(
        .conflictingAssumptions, at: .assumption(last),
        NoPossibleState(conflict, in: assumptions.manifest).message,
        hint: "correct or remove one of the assumptions")
    ]
  }
}

/// The rule for assumptions that together exclude a platform on which the app runs.
enum PlatformWithoutStates: RuleChecker {
  static let summary = "a platform of the app on which assumptions exclude every state"

  static func check(_ assumptions: borrowing AssumptionProof) -> [ProvenFinding] {
    let manifest = assumptions.manifest
    return assumptions.excluded.map { platform, members in
      let names = members.map { "'\(manifest.assumptions[$0].id)'" }
      return ProvenFinding(
        .platformWithoutStates, at: .assumption(members[members.count - 1]), platform: platform,
        """
        no state on \(platform.name) is possible: \(names.count == 1 ? "assumption" : "assumptions") \
        \(listed(names)) \(names.count == 1 ? "excludes" : "exclude") the platform
        """,
        hint: """
          to claim nothing about \(platform.name), allow it in the assumption; \
          if the app does not run there, remove it from 'app.platforms'
          """)
    }
  }
}

enum RedundantAssumption: RuleChecker {
  static let summary = "an assumption that excludes only states that other assumptions exclude too"
  static let severity = Diagnostic.Severity.note

  static func check(_ assumptions: borrowing AssumptionProof) -> [ProvenFinding] {
    let manifest = assumptions.manifest
    func name(_ assumption: Int) -> String { "'\(manifest.assumptions[assumption].id)'" }
    return assumptions.redundant.map { part in
      var message = "assumption \(name(part.assumption)) is redundant: "
      message +=
        part.excludesNothing
        ? "it excludes no state"
        : "the other assumptions already exclude the states that it excludes"
      message += JointRemovals.advice(part.assumption, part.conflicts, name)
      return ProvenFinding(.redundantAssumption, at: .assumption(part.assumption), message)
    }
  }
}

enum StateBreaksAssumption: RuleChecker {
  static let summary = "a named state in which an assumption is false"

  static func check(_ checked: CheckedManifest) -> [ProvenFinding] {
    let manifest = checked.manifest
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
