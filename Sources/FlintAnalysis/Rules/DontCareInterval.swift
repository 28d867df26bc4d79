import FlintModel
import FlintLogic

/// An interval of observability don't-cares, from logic synthesis (Bartlett et al. 1988). It describes how a feature's
/// status depends on a part of the feature's constraints, such as one operand of an `anyOf`: the status if the part
/// were false (`statusIfFalse`), and the status if it were true (`statusIfTrue`). Both are functions of the state. In
/// states in which they are equal, the part does not matter (*don't care*). In the other states, the status is between
/// the two limits, depending on the part's truth value.
///
/// For example, if the constraints are `(a OR b) AND c`, then the part `a` has the limits `b AND c` and `c`. If `c` is
/// false, both limits are false, and the value of `a` does not matter.
///
/// The two limits determine the status for every value of the part, because the logic has AND as the minimum and OR as
/// the maximum: the status equals the part's value, but is raised to `statusIfFalse` or lowered to `statusIfTrue` if it
/// is outside.
struct DontCareInterval {
  // INVARIANT: in no state does `statusIfFalse` exceed `statusIfTrue`.
  var statusIfFalse: Diagram
  var statusIfTrue: Diagram

  /// Returns the feature's status, as a function of the state, if one part of the feature's constraints, such as an
  /// operand of an `anyOf`, had the truth value `truth`. It is the part for which this interval (the status if the part
  /// were false, and the status if it were true) was computed. The other constraints keep their values.
  func status(_ truth: Diagram, in store: inout DiagramStore) throws(LimitExceeded) -> Diagram {
    try store.or(statusIfFalse, store.and(statusIfTrue, truth))
  }

  /// Returns the interval (the feature's status if a part of its constraints were false, and if it were true) for one
  /// operand of a list. The part for which this interval was computed must be this list, whose operands are combined by
  /// AND or OR. In the result, the other operands of the list keep their values.
  ///
  /// - Parameters:
  ///   - operation: The operation that combines the operands.
  ///   - others: The combined truth value of all other operands of the list.
  func inside(
    _ operation: DiagramStore.Operation, beside others: Diagram, in store: inout DiagramStore
  ) throws(LimitExceeded) -> DontCareInterval {
    let status = try status(others, in: &store)
    return switch operation {
    case .and: DontCareInterval(statusIfFalse: statusIfFalse, statusIfTrue: status)
    case .or: DontCareInterval(statusIfFalse: status, statusIfTrue: statusIfTrue)
    }
  }

  /// Returns the interval for `x`, if the part of the constraints for which this interval was computed is `not x`. An
  /// interval has two limits, which show whether a part matters: a value if the part were false, and a value if it were
  /// true, which must not be lower.
  ///
  /// In the result, these values are the negated status of the feature. The status itself cannot be used, because a
  /// true `x` can only lower it. The negated status suffices to find redundant operands in `x`, because it changes if
  /// and only if the status changes.
  func insideNot(in store: inout DiagramStore) throws(LimitExceeded) -> DontCareInterval {
    DontCareInterval(
      statusIfFalse: try store.not(statusIfTrue), statusIfTrue: try store.not(statusIfFalse))
  }
}

extension FeatureProof {
  /// The interval of all own constraints of the feature, combined by AND: the feature's status if they were false
  /// (`statusIfFalse`), and if they were true (`statusIfTrue`). If they are false, the status is false. If they are
  /// true, it is the status that the feature inherits from its parent or the app.
  var intervalOfConstraints: DontCareInterval {
    DontCareInterval(statusIfFalse: .no, statusIfTrue: parentStatus)
  }

  /// Returns the operands of a list (combined by AND or OR) that could each be removed alone without changing the
  /// feature's status in any state. Only the operands in `candidates` are tested. The candidates and the results are
  /// indices into the list.
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

  /// Returns the interval for each wanted operand of a list, such as the constraints of this proof's feature: the
  /// feature's status if the operand were false, and if it were true. The keys of the result are indices into the list.
  ///
  /// - Parameters:
  ///   - wanted: The indices of the wanted operands in the list.
  ///   - truths: The truth values of the operands, as functions of the state.
  ///   - operation: The operation that combines the operands, AND or OR.
  ///   - interval: The interval for the list as a whole.
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

  /// Divides the operands of an AND or OR into two halves, for a recursive search that computes how the feature's
  /// status depends on each operand. Returns each half with the combined truth value of the operands in the other half.
  private mutating func halves(
    of truths: ArraySlice<Diagram>, _ operation: DiagramStore.Operation
  ) throws(LimitExceeded) -> [(parts: ArraySlice<Diagram>, others: Diagram)] {
    let middle = truths.startIndex + truths.count / 2
    let first = try space.store.join(operation, truths[..<middle])
    let second = try space.store.join(operation, truths[middle...])
    return [(truths[..<middle], second), (truths[middle...], first)]
  }

  /// Returns the interval for each of some constraints of the feature: the feature's status if the constraint were
  /// false, and if it were true. The keys of the result are indices of constraints. A constraint in a conditional block
  /// applies only while the block's guard is true. While the guard is false, both statuses are therefore equal.
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

  /// Returns the interval for the guard of one of the feature's conditional blocks (constraints that apply only while
  /// the guard is true). It is used to find redundant operands in the guard, and has two limits: the negated status of
  /// the feature if the guard were false, and if it were true.
  ///
  /// The status itself cannot be used: a true guard adds constraints, so that it can only lower the status, but the
  /// second limit of an interval must not be lower than the first; see ``DontCareInterval/insideNot(in:)``.
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
