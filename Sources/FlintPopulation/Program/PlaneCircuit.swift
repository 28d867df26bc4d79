/// Steps that each compute a new plane from planes with lower indices. Structural hashing reuses
/// equal steps. Planes of steps begin at ``firstStep``.
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

    /// Equal for equal steps only.
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

  /// The steps from `first` on that `planes` need. Their planes are renumbered.
  /// - Returns: The steps, and the new number of each plane.
  func steps(
    from first: Int, onWhichDepend planes: [Plane]
  ) -> ([Step], number: (Plane) -> Plane) {
    let firstPlane = firstStep + Plane(first)
    var isNeeded = [Bool](repeating: false, count: steps.count - first)
    func need(_ plane: Plane) {
      if plane >= firstPlane { isNeeded[Int(plane - firstPlane)] = true }
    }
    planes.forEach(need)
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
    return (needed, number)
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

/// A three-valued truth in each lane: true if the bit is in neither plane, unknown if in `notTrue`
/// only, false if in both.
struct LaneTruth: Hashable, Sendable {
  // INVARIANT: each bit that is set in `no` is also set in `notTrue`.
  var no: Plane

  var notTrue: Plane
}

/// Adds up the weights of states whose bits are set.
protocol LaneCounter {
  func sum(_ lanes: Lanes) -> UInt64
}

/// Multiplies the number of bits by a weight that all states have.
struct UniformCounter: LaneCounter {
  let weight: UInt64

  @inline(__always)
  func sum(_ lanes: Lanes) -> UInt64 {
    UInt64(truncatingIfNeeded: lanes.population) &* weight
  }
}

/// Looks up the sums of four adjacent states in a table of sixteen. Single weights take 2.3 times
/// as long for 1,000 features.
struct WeightedCounter: LaneCounter {
  static let sumCount = Lanes.laneCount / 4 * 16

  private let sums: UnsafePointer<UInt64>

  /// - Parameter sums: Memory for ``sumCount`` elements.
  init(_ weights: UnsafePointer<UInt64>, count: Int, in sums: UnsafeMutablePointer<UInt64>) {
    for lane in stride(from: 0, to: Lanes.laneCount, by: 4) {
      let group = sums + lane * 4
      group[0] = 0
      for bit in 0..<4 {
        let weight = lane + bit < count ? weights[lane + bit] : 0
        for subset in 0..<(1 << bit) { group[(1 << bit) + subset] = group[subset] &+ weight }
      }
    }
    self.sums = UnsafePointer(sums)
  }

  @inline(__always)
  func sum(_ lanes: Lanes) -> UInt64 {
    var total: UInt64 = 0
    var group = sums
    for index in 0..<Lanes.scalarCount {
      var word = lanes[index]
      if word == 0 {
        group += 256
        continue
      }
      for _ in 0..<16 {
        total &+= group[Int(truncatingIfNeeded: word & 15)]
        word &>>= 4
        group += 16
      }
    }
    return total
  }
}

/// A bit for each of up to 256 states of a batch; its position is the state's *lane*. A *plane* is
/// the vector of one statement, such as “`camera` is authorized”.
typealias Lanes = SIMD4<UInt64>

extension Lanes {
  static let laneCount = 256

  static let all = Lanes(repeating: .max)

  static func first(_ count: Int) -> Lanes {
    var lanes = Lanes.zero
    for word in 0..<scalarCount {
      let bits = Swift.min(Swift.max(count - word * 64, 0), 64)
      lanes[word] = bits == 64 ? .max : (1 << UInt64(bits)) - 1
    }
    return lanes
  }

  /// The number of set bits. “SIMD within a register” (Warren, “Hacker's Delight”).
  @inline(__always)
  var population: Int {
    let pairs = self &- (self &>> 1) & Lanes(repeating: 0x5555_5555_5555_5555)
    let nibble = Lanes(repeating: 0x3333_3333_3333_3333)
    let nibbles = (pairs & nibble) &+ (pairs &>> 2 & nibble)
    let sums = nibbles.lowHalf &+ nibbles.highHalf
    let byte = SIMD2<UInt64>(repeating: 0x0F0F_0F0F_0F0F_0F0F)
    let bytes = (sums & byte) &+ (sums &>> 4 & byte)
    // Each byte contains a count of at most 32 here. The total may exceed 255, so it is added up in fields of sixteen
    // bits.
    let sum = bytes.x &+ bytes.y
    let shorts = (sum & 0x00FF_00FF_00FF_00FF) &+ (sum &>> 8 & 0x00FF_00FF_00FF_00FF)
    return Int(truncatingIfNeeded: (shorts &* 0x0001_0001_0001_0001) &>> 48)
  }

  @inline(__always)
  var isEmpty: Bool { x | y | z | w == 0 }
}

/// An index in ``StateBatch/planes``; see ``Lanes``.
typealias Plane = Int32
