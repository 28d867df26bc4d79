/// Operations on planes, each of which computes a new plane from lower ones. Structural hashing
/// reuses equal steps. Planes of steps begin at ``firstStep``.
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

    /// Two bits for the operation, 31 for each plane.
    fileprivate var key: Int { Int(operation.rawValue) << 62 | Int(one) << 31 | Int(other) }
  }

  let never: Plane
  let always: Plane
  var firstStep: Plane { always + 1 }

  private(set) var steps: [Step] = []
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

  /// The plane that the step of `plane` negates; nil for other steps.
  private func negation(of plane: Plane) -> Plane? {
    guard plane >= firstStep else { return nil }
    let step = steps[Int(plane - firstStep)]
    return step.operation == .andNot && step.one == always ? step.other : nil
  }

  /// Without unneeded ones, so that planes are renumbered from `first` on.
  /// - Returns: The steps, and the new number of each plane from `first` on.
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

/// A three-valued truth in each lane: true in neither plane, unknown in `notTrue` only, false in
/// both.
struct LaneTruth: Hashable, Sendable {
  // INVARIANT: each bit that is set in `no` is also set in `notTrue`.
  var no: Plane

  var notTrue: Plane
}
