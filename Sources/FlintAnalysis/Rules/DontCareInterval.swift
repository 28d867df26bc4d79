import FlintCore

/// How far a part of a feature's constraints decides its status, in each state: where the part says no, the status is the
/// lowest, where it says yes, the highest, and in between it is what the part says.
///
/// In a logic in which "and" is the minimum and "or" the maximum, whatever stands around a part leaves it just that.
// INVARIANT: the lowest is nowhere above the highest.
struct DontCareInterval {
  var lowest: Diagram
  var highest: Diagram

  /// The status with a part that says so.
  func status(_ truth: Diagram, in store: inout DiagramStore) throws(TooLarge) -> Diagram {
    try store.or(lowest, store.and(highest, truth))
  }

  /// What is left to a part of the part, which an operation joins to the others in it.
  func inside(
    _ operation: DiagramStore.Operation, beside others: Diagram, in store: inout DiagramStore
  ) throws(TooLarge) -> DontCareInterval {
    let status = try status(others, in: &store)
    return switch operation {
    case .and: DontCareInterval(lowest: lowest, highest: status)
    case .or: DontCareInterval(lowest: status, highest: highest)
    }
  }

  /// What is left to what a part is the opposite of; the status is the opposite too.
  func insideNot(in store: inout DiagramStore) throws(TooLarge) -> DontCareInterval {
    DontCareInterval(lowest: try store.not(highest), highest: try store.not(lowest))
  }

  /// None where it changes nothing to leave a part out: with this, it does not grow with what stands around the part.
  ///
  /// - Parameter truth: what the part says, which an operation joins to the others.
  fileprivate func narrowed(
    to truth: Diagram, _ operation: DiagramStore.Operation, in store: inout DiagramStore
  ) throws(TooLarge) -> DontCareInterval {
    switch operation {
    case .and:
      let matters = try store.apply(truth, no: .yes, unknown: .yes, yes: .no)
      return DontCareInterval(
        lowest: try store.and(lowest, matters), highest: try store.and(highest, matters))
    case .or:
      let idles = try store.apply(truth, no: .yes, unknown: .no, yes: .no)
      return DontCareInterval(
        lowest: try store.or(lowest, idles), highest: try store.or(highest, idles))
    }
  }
}

extension FeatureProof {
  /// What stands above the feature leaves to its constraints.
  var leewayOfConstraints: DontCareInterval { DontCareInterval(lowest: .no, highest: parentStatus) }

  /// Of some parts, joined by an operation, the candidates that could each be left out alone without any change.
  mutating func spareable(
    _ candidates: [Int], among truths: ArraySlice<Diagram>, _ operation: DiagramStore.Operation,
    _ interval: DontCareInterval
  ) throws(TooLarge) -> Set<Int> {
    if candidates.isEmpty { return [] }
    let deciding = try DecidingParts.find(
      candidates, among: truths, operation, interval, in: &space.store)
    let open = Set(candidates).subtracting(deciding)
    return try spareable(open, among: truths, operation, interval)
  }

  private mutating func spareable(
    _ candidates: Set<Int>, among truths: ArraySlice<Diagram>,
    _ operation: DiagramStore.Operation, _ interval: DontCareInterval
  ) throws(TooLarge) -> Set<Int> {
    if !truths.indices.contains(where: candidates.contains) { return [] }
    if truths.count == 1 {
      let without = operation == .or ? interval.lowest : interval.highest
      let isSame = try interval.status(truths[truths.startIndex], in: &space.store) == without
      return isSame ? [truths.startIndex] : []
    }
    var spareable: Set<Int> = []
    for (half, truth, others) in try halves(of: truths, operation) {
      guard half.indices.contains(where: candidates.contains) else { continue }
      let inside = try interval.inside(operation, beside: others, in: &space.store)
        .narrowed(to: truth, operation, in: &space.store)
      spareable.formUnion(try self.spareable(candidates, among: half, operation, inside))
    }
    return spareable
  }

  /// The leeway that some of several parts, joined by an operation, have beside the others.
  mutating func intervals(
    of wanted: Set<Int>, among truths: ArraySlice<Diagram>,
    _ operation: DiagramStore.Operation, _ interval: DontCareInterval
  ) throws(TooLarge) -> [Int: DontCareInterval] {
    if !truths.indices.contains(where: wanted.contains) { return [:] }
    if truths.count == 1 { return [truths.startIndex: interval] }
    var intervals: [Int: DontCareInterval] = [:]
    for (half, _, others) in try halves(of: truths, operation) {
      guard half.indices.contains(where: wanted.contains) else { continue }
      let inside = try interval.inside(operation, beside: others, in: &space.store)
      intervals.merge(try self.intervals(of: wanted, among: half, operation, inside)) { $1 }
    }
    return intervals
  }

  /// Two halves of some parts: what each says, and what the other one does.
  private mutating func halves(
    of truths: ArraySlice<Diagram>, _ operation: DiagramStore.Operation
  ) throws(TooLarge) -> [(parts: ArraySlice<Diagram>, truth: Diagram, others: Diagram)] {
    let middle = truths.startIndex + truths.count / 2
    let first = try space.store.join(operation, truths[..<middle])
    let second = try space.store.join(operation, truths[middle...])
    return [(truths[..<middle], first, second), (truths[middle...], second, first)]
  }

  /// What some constraints are left by the others; where one is in a block, while its guard holds.
  mutating func intervals(ofConstraints wanted: [Int]) throws(TooLarge) -> [Int: DontCareInterval] {
    var intervals = try intervals(
      of: Set(wanted), among: contributions[...], .and, leewayOfConstraints)
    for index in wanted {
      guard let block = places[index].block else { continue }
      let inactive = try space.not(space.condition(ofBlock: block, of: feature))
      intervals[index] = try intervals[index]?.inside(.or, beside: inactive, in: &space.store)
    }
    return intervals
  }

  /// What everything but a block's guard leaves that guard.
  mutating func interval(ofGuard block: Int) throws(TooLarge) -> DontCareInterval {
    var others = [parentStatus]
    var guarded: [Diagram] = []
    for (place, contribution) in zip(places, contributions) {
      if place.block == block {
        let constraint = place.constraint(in: manifest)
        guarded.append(
          try space.value(of: manifest.meaning(of: constraint, in: feature), on: 0))
      } else {
        others.append(contribution)
      }
    }
    let highest = try space.store.join(.and, others[...])
    let met = try space.store.join(.and, guarded[...])
    return try DontCareInterval(lowest: .no, highest: highest).inside(
      .or, beside: met, in: &space.store
    )
    .insideNot(in: &space.store)
  }
}
