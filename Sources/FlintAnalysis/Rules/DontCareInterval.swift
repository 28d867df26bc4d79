import FlintLogic
import FlintModel

/// An interval of observability don't-cares (Bartlett et al. 1988): a feature's status if a part of
/// its constraints were false, and if it were true. Since AND is the minimum and OR the maximum,
/// the status for any value of the part is that value, clamped to the interval; where both limits
/// are equal, the part does not matter.
struct DontCareInterval {
  // INVARIANT: in no state does `statusIfFalse` exceed `statusIfTrue`.
  var statusIfFalse: Diagram
  var statusIfTrue: Diagram

  /// The status if the part had the value `truth`.
  func status(_ truth: Diagram, in store: inout DiagramStore) throws(LimitExceeded) -> Diagram {
    try store.or(statusIfFalse, store.and(statusIfTrue, truth))
  }

  /// For one operand of the list that is the interval's part.
  /// - Parameter others: The other operands, combined.
  func inside(
    _ operation: DiagramStore.Operation, beside others: Diagram, in store: inout DiagramStore
  ) throws(LimitExceeded) -> DontCareInterval {
    let status = try status(others, in: &store)
    return switch operation {
    case .and: DontCareInterval(statusIfFalse: statusIfFalse, statusIfTrue: status)
    case .or: DontCareInterval(statusIfFalse: status, statusIfTrue: statusIfTrue)
    }
  }

  /// For `x` where the part is `not x`. Its limits are of the negated status, because a true `x`
  /// can only lower the status; that changes exactly where the status does.
  func insideNot(in store: inout DiagramStore) throws(LimitExceeded) -> DontCareInterval {
    DontCareInterval(
      statusIfFalse: try store.not(statusIfTrue), statusIfTrue: try store.not(statusIfFalse))
  }
}

extension FeatureProof {
  /// From false to the inherited status.
  var intervalOfConstraints: DontCareInterval {
    DontCareInterval(statusIfFalse: .no, statusIfTrue: parentStatus)
  }

  /// Indices of operands that could each be removed alone without a change of status.
  mutating func removable(
    _ candidates: [Int], among truths: ArraySlice<Diagram>, _ operation: DiagramStore.Operation,
    _ interval: DontCareInterval
  ) throws(LimitExceeded) -> Set<Int> {
    if candidates.isEmpty { return [] }
    let needed = try NeededOperands.find(
      candidates, among: truths, operation, interval, in: &space.store)
    let open = Set(candidates).subtracting(needed)
    return try removable(open, among: truths, operation, interval)
  }

  private mutating func removable(
    _ candidates: Set<Int>, among truths: ArraySlice<Diagram>,
    _ operation: DiagramStore.Operation, _ interval: DontCareInterval
  ) throws(LimitExceeded) -> Set<Int> {
    if !truths.indices.contains(where: candidates.contains) { return [] }
    if truths.count == 1 {
      let without = operation == .or ? interval.statusIfFalse : interval.statusIfTrue
      let isSame = try interval.status(truths[truths.startIndex], in: &space.store) == without
      return isSame ? [truths.startIndex] : []
    }
    var removable: Set<Int> = []
    for (half, others) in try halves(of: truths, operation) {
      guard half.indices.contains(where: candidates.contains) else { continue }
      let inside = try interval.inside(operation, beside: others, in: &space.store)
      removable.formUnion(try self.removable(candidates, among: half, operation, inside))
    }
    return removable
  }

  /// By index of the wanted operands.
  mutating func intervals(
    of wanted: Set<Int>, among truths: ArraySlice<Diagram>,
    _ operation: DiagramStore.Operation, _ interval: DontCareInterval
  ) throws(LimitExceeded) -> [Int: DontCareInterval] {
    if !truths.indices.contains(where: wanted.contains) { return [:] }
    if truths.count == 1 { return [truths.startIndex: interval] }
    var intervals: [Int: DontCareInterval] = [:]
    for (half, others) in try halves(of: truths, operation) {
      guard half.indices.contains(where: wanted.contains) else { continue }
      let inside = try interval.inside(operation, beside: others, in: &space.store)
      intervals.merge(try self.intervals(of: wanted, among: half, operation, inside)) { $1 }
    }
    return intervals
  }

  private mutating func halves(
    of truths: ArraySlice<Diagram>, _ operation: DiagramStore.Operation
  ) throws(LimitExceeded) -> [(parts: ArraySlice<Diagram>, others: Diagram)] {
    let middle = truths.startIndex + truths.count / 2
    let first = try space.store.join(operation, truths[..<middle])
    let second = try space.store.join(operation, truths[middle...])
    return [(truths[..<middle], second), (truths[middle...], first)]
  }

  /// By index. Where a block's guard is false, both limits are equal.
  mutating func intervals(ofConstraints wanted: [Int]) throws(LimitExceeded) -> [Int:
    DontCareInterval]
  {
    var intervals = try intervals(
      of: Set(wanted), among: contributions[...], .and, intervalOfConstraints)
    for index in wanted {
      guard let block = positions[index].block else { continue }
      let inactive = try space.not(space.condition(ofBlock: block, of: feature))
      intervals[index] = try intervals[index]?.inside(.or, beside: inactive, in: &space.store)
    }
    return intervals
  }

  /// Of the negated status, because a true guard can only lower it; see
  /// ``DontCareInterval/insideNot(in:)``.
  mutating func interval(ofGuard block: Int) throws(LimitExceeded) -> DontCareInterval {
    var others = [parentStatus]
    var guarded: [Diagram] = []
    for (position, contribution) in zip(positions, contributions) {
      if position.block == block {
        let constraint = position.constraint(in: manifest)
        guarded.append(
          try space.value(of: manifest.meaning(of: constraint, in: feature), on: 0))
      } else {
        others.append(contribution)
      }
    }
    let statusIfTrue = try space.store.join(.and, others[...])
    let met = try space.store.join(.and, guarded[...])
    return try DontCareInterval(statusIfFalse: .no, statusIfTrue: statusIfTrue).inside(
      .or, beside: met, in: &space.store
    )
    .insideNot(in: &space.store)
  }
}
