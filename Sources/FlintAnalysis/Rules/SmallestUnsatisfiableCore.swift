/// A smallest set of functions that are never all true. A. Ignatiev, A. Previti, M. Liffiton and J.
/// Marques-Silva, “Smallest MUS extraction with minimal hitting set dualization” (2015): every core
/// hits every correction set (Reiter 1987), so that a minimum hitting set of the correction sets
/// found so far is a core or leads to another one.
struct SmallestUnsatisfiableCore {
  private let base: Diagram
  private let functions: [Diagram]

  private var correctionSets: [[Int]] = []

  /// Ascending indices of a smallest core, in states where `base` is true. Nil if all functions are
  /// true in one of these states.
  static func find(
    among functions: [Diagram], where base: Diagram, in store: inout DiagramStore
  ) -> [Int]? {
    let sure = functions.map { store.isYes($0) }
    var search = SmallestUnsatisfiableCore(base: base, functions: sure)
    guard !search.canBeTrue(Array(sure.indices), in: &store) else { return nil }
    // Beyond the limit of attempts for hitting sets, the core is minimal, but another may be
    // smaller.
    var hittingSet = MinimumHittingSet()
    while let candidate = hittingSet.find(of: search.correctionSets) {
      guard search.canBeTrue(candidate, in: &store) else { return candidate }
      search.addCorrectionSet(by: candidate, in: &store)
    }
    return search.minimalCore(in: &store)
  }

  private init(base: Diagram, functions: [Diagram]) {
    self.base = base
    self.functions = functions
  }

  private func canBeTrue(_ members: [Int], in store: inout DiagramStore) -> Bool {
    store.canBe(.yes, together(members, in: &store))
  }

  private func together(_ members: [Int], in store: inout DiagramStore) -> Diagram {
    let all = store.join(.and, members.map { functions[$0] }[...])
    return store.and(base, all)
  }

  private mutating func addCorrectionSet(by members: [Int], in store: inout DiagramStore) {
    var all = together(members, in: &store)
    let chosen = Set(members)
    let others = functions.indices.filter { !chosen.contains($0) }
    correctionSets.append(correctionSet(of: others[...], by: &all, in: &store))
  }

  private func correctionSet(
    of others: ArraySlice<Int>, by all: inout Diagram, in store: inout DiagramStore
  ) -> [Int] {
    if others.isEmpty { return [] }
    let more = store.and(all, store.join(.and, others.map { functions[$0] }[...]))
    if store.canBe(.yes, more) {
      all = more
      return []
    }
    if others.count == 1 { return Array(others) }
    let middle = others.startIndex + others.count / 2
    let first = correctionSet(of: others[..<middle], by: &all, in: &store)
    return first + correctionSet(of: others[middle...], by: &all, in: &store)
  }

  /// A core of which every function is needed, by the deletion filter (Chinneck and Dravnieks
  /// 1991).
  private func minimalCore(in store: inout DiagramStore) -> [Int] {
    var members = Array(functions.indices)
    for candidate in functions.indices.reversed() {
      let rest = members.filter { $0 != candidate }
      if !canBeTrue(rest, in: &store) { members = rest }
    }
    return members
  }
}

extension FeatureProof {
  /// A smallest set of conflicting constraints. The feature's own are preferred, then those of the
  /// nearest ancestors. `platform` is nil for any.
  mutating func smallestConflict(on platform: Platform?) -> ConstraintConflict {
    var positions = self.positions
    var contributions = self.contributions
    for ancestor in manifest.ancestors(of: feature) {
      positions += manifest.constraintPositions(of: ancestor)
      contributions += space.contributions(of: ancestor, side: 0)
    }
    let current = platform.map { space.isCurrent($0) } ?? .yes
    let base = space.store.and(current, space.careSet(for: contributions + [current]))
    let conflict = SmallestUnsatisfiableCore.find(
      among: contributions, where: base, in: &space.store)
    let members = (conflict ?? []).map { contributions[$0] }
    var together = space.store.and(current, space.consistent(with: members + [current]))
    for member in members { together = space.store.and(together, member) }
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

  /// Whether the constraints conflict only because of assumptions.
  let isAssumed: Bool
}

/// Minimum hitting sets in a hitting-set tree (Reiter 1987), with iterative deepening (Korf 1985).
struct MinimumHittingSet {
  private var attempts = 0

  /// Ascending elements of a minimum hitting set. Nil beyond ``AnalysisLimits/hittingSetAttempts``,
  /// counted over all calls.
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
