/// The memory for up to 256 states: planes of facts and steps, and results of features.
struct StateBatch: ~Copyable {
  let program: PopulationProgram

  /// Planes of facts, ``PlaneCircuit/never``, ``PlaneCircuit/always``, then planes of steps.
  let planes: Table<Lanes>

  /// States in which one of the feature's constraints is false, by feature. Those of
  /// ``ComparedProgram/steps`` follow.
  let no: Table<Lanes>
  /// States in which at least one constraint is not true, by feature.
  let one: Table<Lanes>
  /// States in which at least two constraints are not true, by feature. Unused for the old manifest.
  let two: Table<Lanes>

  let weights: Table<UInt64>

  /// The table of a ``WeightedCounter``.
  let subsetSums: Table<UInt64>

  /// By lane, the group's index; 0 without groups.
  let groups: Table<Int32>

  private(set) var count = 0

  init(_ program: PopulationProgram) {
    self.program = program
    planes = Table(repeating: .zero, count: program.planeCount)
    planes[Int(program.always)] = .all
    let features = program.features.count + (program.comparison?.steps.count ?? 0)
    no = Table(repeating: .zero, count: features)
    one = Table(repeating: .zero, count: features)
    two = Table(repeating: .zero, count: features)
    weights = Table(repeating: 1, count: Lanes.laneCount)
    subsetSums = Table(repeating: 0, count: WeightedCounter.sumCount)
    groups = Table(repeating: 0, count: Lanes.laneCount)
  }

  var isFull: Bool { count == Lanes.laneCount }

  /// Sets the bits of the next state. ``commit(weight:group:)`` then adds it.
  var nextLane: FactSetter { lane(count) }

  @inline(__always)
  func lane(_ number: Int) -> FactSetter { FactSetter(planes: planes.start, lane: number) }

  /// Adds the state of ``nextLane``.
  mutating func commit(weight: UInt64, group: Int32 = 0) {
    weights[count] = weight
    groups[count] = group
    count &+= 1
  }

  /// Clears ``nextLane`` after a line that the scanner could not read.
  func removeLastState() {
    let lane = nextLane
    for plane in 0..<Plane(program.layout.count) { lane.clear(plane) }
  }

  mutating func removeAll() {
    planes.start.update(repeating: .zero, count: program.layout.count)
    count = 0
  }

  /// Computes the planes of the steps, from plane `first` on.
  func execute(_ steps: [PlaneCircuit.Step], from first: Int) {
    var plane = first
    steps.withUnsafeBufferPointer { steps in
      for step in steps {
        let one = planes[Int(step.one)]
        let other = planes[Int(step.other)]
        switch step.operation {
        case .and: planes[plane] = one & other
        case .or: planes[plane] = one | other
        case .andNot: planes[plane] = one & ~other
        }
        plane &+= 1
      }
    }
  }

  /// Computes ``no``, ``one`` and ``two``.
  func evaluate() {
    let valid = Lanes.first(count)
    execute(program.steps, from: Int(program.always) + 1)
    program.features.withUnsafeBufferPointer { features in
      program.constraints.withUnsafeBufferPointer { constraints in
        // Features are evaluated after their parents. The app, the parent of all, comes first, although its index is
        // the last.
        let hasApp = features.count > program.featureCount
        for step in 0..<features.count {
          let index = hasApp ? (step == 0 ? features.count : step) &- 1 : step
          evaluate(index, features[index].parent, features[index].constraints, constraints, valid)
        }
      }
    }
    guard let comparison = program.comparison else { return }
    comparison.planes.constraints.withUnsafeBufferPointer { constraints in
      for (offset, step) in comparison.steps.enumerated() {
        evaluate(
          program.features.count + offset, step.parent, step.constraints, constraints, valid)
      }
    }
  }

  @inline(__always)
  private func evaluate(
    _ index: Int, _ parent: Int32, _ range: Range<Int32>,
    _ constraints: UnsafeBufferPointer<LaneTruth>, _ valid: Lanes
  ) {
    var (no, one, two) = (Lanes.zero, Lanes.zero, Lanes.zero)
    if parent >= 0 {
      (no, one, two) = (self.no[Int(parent)], self.one[Int(parent)], self.two[Int(parent)])
    }
    for constraint in range {
      let truth = constraints[Int(constraint)]
      let notTrue = planes[Int(truth.notTrue)] & valid
      no |= planes[Int(truth.no)]
      two |= one & notTrue
      one |= notTrue
    }
    self.no[index] = no & valid
    self.one[index] = one
    self.two[index] = two
  }
}

/// Sets the bits of one state.
struct FactSetter {
  private let words: UnsafeMutablePointer<UInt64>
  private let bit: UInt64

  init(planes: UnsafeMutablePointer<Lanes>, lane: Int) {
    let words = UnsafeMutableRawPointer(planes).assumingMemoryBound(to: UInt64.self)
    self.words = words + (lane &>> 6)
    bit = 1 &<< UInt64(truncatingIfNeeded: lane & 63)
  }

  @inline(__always)
  func set(_ plane: Plane) {
    words[Int(plane) &* Lanes.scalarCount] |= bit
  }

  @inline(__always)
  func clear(_ plane: Plane) {
    words[Int(plane) &* Lanes.scalarCount] &= ~bit
  }
}

extension StateBatch {
  /// Adds a state that the general parser has read.
  mutating func append(_ state: DeviceState, weight: UInt64, group: Int32 = 0) {
    let lane = nextLane
    let layout = program.layout
    state.forEachFact { fact, value in
      layout.forEachPlane(of: fact, value) { lane.set($0) }
    }
    for age in layout.ages {
      if let plane = age.planes.plane(of: state.value(of: age.fact)) { lane.set(plane) }
    }
    commit(weight: weight, group: group)
  }
}
