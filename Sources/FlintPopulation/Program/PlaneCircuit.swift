/// A circuit of bit operations on planes (see ``Lanes``). The operations are `and`, `or` and `andNot`. One operation is
/// a step, and its result is a new plane. The circuit is built with structural hashing: if the same operation on the
/// same planes is needed again, its step is reused. For example, the condition “a and not b” is one `andNot` step, even
/// if two features require it.
///
/// The planes of the steps are numbered from ``firstStep`` on. A step uses only planes with lower numbers than its own.
struct PlaneCircuit {
  enum Operation: UInt8, Sendable {
    case and
    case or
    case andNot
  }

  struct Step: Sendable {
    let operation: Operation
    let one: Plane
    let other: Plane

    /// A number by which an equal step is found, so that each plane (a bit vector; see ``Lanes``) is computed only
    /// once. It consists of two bits for the operation and 31 bits for the index of each of the two planes.
    fileprivate var key: Int { Int(operation.rawValue) << 62 | Int(one) << 31 | Int(other) }
  }

  /// The index of the constant plane (bit vector; see ``Lanes``) in which no bit is set. It comes after the planes that
  /// represent facts, such as “`camera` is authorized”.
  let never: Plane
  /// The index of the constant plane (bit vector; see ``Lanes``) in which all bits are set. It comes after the planes
  /// that represent facts, such as “`camera` is authorized”.
  let always: Plane
  var firstStep: Plane { always + 1 }

  private(set) var steps: [Step] = []
  /// For each step (a bit operation), by its ``Step/key``, the index of the plane (bit vector; see ``Lanes``) that it
  /// computes.
  private var known: [Int: Plane] = [:]

  init(factCount: Int) {
    never = Plane(factCount)
    always = never + 1
  }

  var planeCount: Int { Int(firstStep) + steps.count }

  mutating func and(_ one: Plane, _ other: Plane) -> Plane {
    if one == other || other == always { return one }
    if one == always { return other }
    if one == never || other == never { return never }
    if let negated = negation(of: other) { return and(one, not: negated) }
    if let negated = negation(of: one) { return and(other, not: negated) }
    return step(.and, min(one, other), max(one, other))
  }

  mutating func or(_ one: Plane, _ other: Plane) -> Plane {
    if one == other || other == never { return one }
    if one == never { return other }
    if one == always || other == always { return always }
    return step(.or, min(one, other), max(one, other))
  }

  /// Returns the plane of the states in which `one` is true and `other` is not; see ``Lanes``.
  mutating func and(_ one: Plane, not other: Plane) -> Plane {
    if one == other || one == never || other == always { return never }
    if other == never { return one }
    if let negated = negation(of: other) { return and(one, negated) }
    return step(.andNot, one, other)
  }

  mutating func not(_ plane: Plane) -> Plane {
    if plane == never { return always }
    if plane == always { return never }
    return negation(of: plane) ?? step(.andNot, always, plane)
  }

  /// If a step computes `plane` (see ``Lanes``) as the negation of another plane, returns this other plane; otherwise
  /// nil.
  private func negation(of plane: Plane) -> Plane? {
    guard plane >= firstStep else { return nil }
    let step = steps[Int(plane - firstStep)]
    return step.operation == .andNot && step.one == always ? step.other : nil
  }

  /// Returns the steps (bit operations) that are needed to compute the given planes (bit vectors; see ``Lanes``). The
  /// steps whose index is below `first` are not returned, because the caller executes them anyway. Steps that are not
  /// needed are left out, so the planes of the returned steps get new numbers, without gaps.
  ///
  /// - Returns: The needed steps in the same order; and for each step from `first` on, the new number of its plane
  ///   (without meaning for steps that are not needed).
  func steps(from first: Int, onWhichDepend planes: some Sequence<Plane>) -> ([Step], [Plane]) {
    let firstPlane = firstStep + Plane(first)
    var isNeeded = [Bool](repeating: false, count: steps.count - first)
    func need(_ plane: Plane) {
      if plane >= firstPlane { isNeeded[Int(plane - firstPlane)] = true }
    }
    for plane in planes { need(plane) }
    for index in isNeeded.indices.reversed() where isNeeded[index] {
      need(steps[first + index].one)
      need(steps[first + index].other)
    }
    var needed: [Step] = []
    var numbers: [Plane] = []
    numbers.reserveCapacity(isNeeded.count)
    func number(_ plane: Plane) -> Plane {
      plane < firstPlane ? plane : numbers[Int(plane - firstPlane)]
    }
    for index in isNeeded.indices {
      numbers.append(firstPlane + Plane(needed.count))
      guard isNeeded[index] else { continue }
      let step = steps[first + index]
      needed.append(
        Step(operation: step.operation, one: number(step.one), other: number(step.other)))
    }
    return (needed, numbers)
  }

  /// Removes all steps (bit operations) of this circuit whose index is at least `first`. The caller has already copied
  /// those that it needs; see ``steps(from:onWhichDepend:)``.
  mutating func removeSteps(from first: Int) {
    for step in steps[first...] { known[step.key] = nil }
    steps.removeSubrange(first...)
  }

  private mutating func step(_ operation: Operation, _ one: Plane, _ other: Plane) -> Plane {
    let step = Step(operation: operation, one: one, other: other)
    if let plane = known[step.key] { return plane }
    let plane = firstStep + Plane(steps.count)
    steps.append(step)
    known[step.key] = plane
    return plane
  }
}

/// A condition's truth value (true, false or unknown) in each state of a batch, represented by two planes (see
/// ``Lanes``). If the condition is true in a state, the state's bit is set in neither plane; if it is unknown, the bit
/// is set in `notTrue` only; if it is false, the bit is set in both planes. Truth values are combined in Kleene's
/// three-valued logic (1952).
struct LaneTruth: Hashable, Sendable {
  /// The plane (a bit vector; see ``Lanes``) with the bits of the states in which the condition is false.
  // INVARIANT: each bit that is set in `no` is also set in `notTrue`.
  var no: Plane

  /// The plane (a bit vector; see ``Lanes``) with the bits of the states in which the condition is false or unknown.
  var notTrue: Plane
}
