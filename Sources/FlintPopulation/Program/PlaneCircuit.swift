/// A circuit of bit operations on planes (bit vectors with one bit per state). The operations are `and`, `or` and
/// `andNot`. The circuit is built with structural hashing: if the same operation on the same planes is needed again,
/// its step is reused. For example, the condition “a and not b” is one `andNot` step, also if two features require it.
///
/// Each step fills one plane. The planes of the steps are numbered from ``firstStep`` on. A step uses only planes with
/// lower numbers than its own.
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

    /// A number that identifies the step: equal steps have equal numbers, and different steps have different ones. It
    /// has two bits for the operation and 31 for each plane number.
    fileprivate var key: Int { Int(operation.rawValue) << 62 | Int(one) << 31 | Int(other) }
  }

  /// The plane (bit vector with one bit per state) `never` is false in all states, and the plane `always` is true in
  /// all states. Their numbers follow those of the facts' planes.
  let never: Plane
  let always: Plane
  var firstStep: Plane { always + 1 }

  private(set) var steps: [Step] = []
  /// The plane that each step fills, by ``Step/key``. It is used to find an equal step that already exists.
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

  /// Returns the bit vector (plane) of the states in which `one` is true and `other` is not.
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

  /// If `plane` is the negation of another plane, returns that plane; otherwise nil.
  private func negation(of plane: Plane) -> Plane? {
    guard plane >= firstStep else { return nil }
    let step = steps[Int(plane - firstStep)]
    return step.operation == .andNot && step.one == always ? step.other : nil
  }

  /// Returns those steps on which the given planes (bit vectors) depend and whose index is at least `first`. They are
  /// in the same order and fill adjacent planes, from the plane of the step at `first` on.
  ///
  /// - Returns: The steps, and the new plane numbers. The new number of a step's plane is at the step's index minus
  ///   `first`; it has no meaning if the step is not returned.
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

  /// Removes the steps whose index is at least `first`.
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

/// A condition's truth value (true, false or unknown) in each state of a batch, in dual-rail encoding: two planes (bit
/// vectors with one bit per state) represent it. For “unknown”, the state's bit is set in `open` but not in `no`. The
/// logic is the strong three-valued logic of Kleene (1952).
struct LaneTruth: Hashable, Sendable {
  /// The plane whose bit is set for each state in which the condition is false.
  // INVARIANT: each bit that is set in `no` is also set in `open`.
  var no: Plane

  /// The plane whose bit is set for each state in which the condition is false or unknown.
  var open: Plane
}
