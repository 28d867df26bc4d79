import FlintModel

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
