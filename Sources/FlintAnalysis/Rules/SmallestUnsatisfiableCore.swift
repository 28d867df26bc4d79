import FlintModel

/// A search for a smallest unsatisfiable core: a smallest set of functions that are never all true in one state. The
/// algorithm is from A. Ignatiev, A. Previti, M. Liffiton and J. Marques-Silva, “Smallest MUS extraction with minimal
/// hitting set dualization” (2015). A function maps each state to a truth value, for example that of a constraint. For
/// the functions `a`, `not a OR b`, `not b` and `c`, the result is the first three.
///
/// The algorithm uses the duality of cores and correction sets (Reiter 1987). A correction set is a set of functions
/// after whose removal the other functions can all be true in one state. Every core contains a member of every
/// correction set. The algorithm therefore computes a smallest set with a member of each correction set found so far (a
/// minimum hitting set). Either this set is a core, or it leads to another correction set.
struct SmallestUnsatisfiableCore {
  private let base: Diagram
  private let functions: [Diagram]

  private var correctionSets: [[Int]] = []

  /// Returns a smallest unsatisfiable core: a smallest set of functions that are never all true in one state, as
  /// ascending indices. Only states in which `base` is true are considered. Returns nil if all functions are true in
  /// one of these states.
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

  /// Finds a correction set: functions after whose removal the others can all be true in one state. Adds the functions
  /// `others` to the conjunction `all`, except those with which the conjunction would be true in no state. If all of
  /// them cannot be added at once, adds first one half of them and then the other half in the same way. This is fast if
  /// few functions are left out.
  ///
  /// - Returns: The indices of the functions that were left out, which are the correction set.
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

  /// Returns a minimal unsatisfiable core by the deletion filter (Chinneck and Dravnieks 1991): a set of functions that
  /// are never all true in one state, although they can be if any one of them is removed. Sets with fewer members may
  /// exist. Begins with all functions, and removes each one without which the others are still never all true.
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
  /// Returns a smallest set of constraints that can never be satisfied together on a platform or, if `platform` is nil,
  /// on any platform. The set can contain constraints of the feature and of its ancestors (the features that contain
  /// it). The feature's own constraints are tried first, then those of its ancestors, starting with the nearest.
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

  /// Returns a description of a conflict, such as `'a' can never be satisfied` or `'a' and 'b' exclude each other`.
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

/// A set of constraints that are never satisfied together in a possible state, that is, in a state in which no
/// assumption of the manifest is false.
struct ConstraintConflict {
  let positions: [ConstraintPosition]

  /// Whether these constraints exclude each other only because of the manifest's assumptions: there is a state in which
  /// all of them are satisfied, but an assumption is false in each such state.
  let isAssumed: Bool
}
