import FlintCore

/// Finds the smallest set of functions that are never true together.
///
/// Works from both ends: a largest set that can be true together leaves others out, and every conflict has a member
/// among those; the smallest set that meets all that were left out so far is a conflict, or shows another such set.
struct SmallestUnsatisfiableCore {
  private let base: Diagram
  private let functions: [Diagram]

  /// What the most-satisfying states found so far leave out.
  private var correctionSet: [[Int]] = []
  private var attempts = 0

  /// The search for sets gives up beyond this many attempts; a set of which no member can be spared is taken then.
  private static let attemptLimit = 100_000

  /// Indices in `functions`, ascending, of the fewest that are never true together where `base` is; nil where all of
  /// them can be.
  static func find(
    among functions: [Diagram], where base: Diagram, in store: inout DiagramStore
  ) throws(TooLarge) -> [Int]? {
    var sure: [Diagram] = []
    for function in functions { sure.append(try store.isYes(function)) }
    var search = SmallestUnsatisfiableCore(base: base, functions: sure)
    guard try !search.canBeTrue(Array(sure.indices), in: &store) else { return nil }
    while let candidate = search.minimumHittingSet() {
      guard try search.canBeTrue(candidate, in: &store) else { return candidate }
      try search.addCorrectionSet(by: candidate, in: &store)
    }
    return try search.spareable(in: &store)
  }

  private init(base: Diagram, functions: [Diagram]) {
    self.base = base
    self.functions = functions
  }

  private func canBeTrue(
    _ members: [Int], in store: inout DiagramStore
  ) throws(TooLarge) -> Bool {
    store.canBe(.yes, try together(members, in: &store))
  }

  private func together(
    _ members: [Int], in store: inout DiagramStore
  ) throws(TooLarge) -> Diagram {
    let all = try store.join(.and, members.map { functions[$0] }[...])
    return try store.and(base, all)
  }

  private mutating func addCorrectionSet(
    by members: [Int], in store: inout DiagramStore
  ) throws(TooLarge) {
    var all = try together(members, in: &store)
    let chosen = Set(members)
    let others = functions.indices.filter { !chosen.contains($0) }
    correctionSet.append(try correctionSet(of: others[...], by: &all, in: &store))
  }

  /// Takes in, one after the other, each of some functions that can be true together with those taken before; by halves, so
  /// that it takes few steps where few are left out.
  ///
  /// - Returns: the others.
  private func correctionSet(
    of others: ArraySlice<Int>, by all: inout Diagram, in store: inout DiagramStore
  ) throws(TooLarge) -> [Int] {
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

  /// The smallest set with a member in each of ``leftOut``, the first in order of those; nil where the search gives up.
  private mutating func minimumHittingSet() -> [Int]? {
    for size in 0...functions.count {
      if let found = extend([], to: size) { return found.sorted() }
      if attempts > Self.attemptLimit { return nil }
    }
    return nil
  }

  private mutating func extend(_ members: [Int], to size: Int) -> [Int]? {
    attempts += 1
    if attempts > Self.attemptLimit { return nil }
    guard let missed = correctionSet.first(where: { set in !set.contains { members.contains($0) } })
    else { return members }
    if members.count == size { return nil }
    for member in missed {
      if let found = extend(members + [member], to: size) { return found }
    }
    return nil
  }

  /// A conflict of which no member can be spared.
  private func spareable(in store: inout DiagramStore) throws(TooLarge) -> [Int] {
    var members = Array(functions.indices)
    for candidate in functions.indices.reversed() {
      let rest = members.filter { $0 != candidate }
      if try !canBeTrue(rest, in: &store) { members = rest }
    }
    return members
  }
}

extension FeatureProof {
  /// The fewest constraints, the feature's own first and then its ancestors' from the nearest, that can never be met
  /// together on a platform, or on any.
  mutating func smallestConflict(on platform: Platform?) throws(TooLarge) -> ConstraintConflict {
    var places = self.places
    var contributions = self.contributions
    for ancestor in manifest.ancestors(of: feature) {
      places += manifest.places(of: ancestor)
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
      places: (conflict ?? []).map { places[$0] },
      isAssumed: space.store.canBe(.yes, together))
  }

  /// What stands in the way: `'a' can never be satisfied`, `'a' and 'b' exclude each other`.
  func reason(_ conflict: ConstraintConflict) -> String {
    let names = conflict.places.map { name($0) }
    let reason =
      switch names.count {
      case 0: "nothing satisfies it"
      case 1: "\(names[0]) can never be satisfied"
      case 2: "\(names[0]) and \(names[1]) exclude each other"
      default:
        "\(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1]) "
          + "can never be satisfied together"
      }
    return conflict.isAssumed ? reason + " under the assumptions" : reason
  }
}

/// Constraints that are never satisfied together.
struct ConstraintConflict {
  let places: [ConstraintPosition]

  /// Whether only the manifest's assumptions exclude it.
  let isAssumed: Bool
}
