internal import FlintModel

/// The memory for the evaluation of a batch, which is up to 256 states at once. It consists of a bit vector (see
/// ``Lanes``) for each value of a fact, for each step of the program, and for the results of the features.
struct StateBatch: ~Copyable {
  let program: PopulationProgram

  /// The planes (bit vectors; see ``Lanes``) of the facts, then the two constant planes in which no bit and all bits
  /// are set, then the planes that the program's steps compute.
  let planes: UnsafeMutablePointer<Lanes>

  /// For each feature, the bits of the states in which at least one constraint that applies to the feature is false. If
  /// the manifest is compared with an old one, these features are followed by those features of the old manifest that
  /// must be evaluated separately; see ``ComparedProgram/steps``.
  let no: UnsafeMutablePointer<Lanes>
  /// For each feature, in the order of ``no``, the bits of the states in which at least one constraint is not true
  /// (that is, false or unknown).
  let one: UnsafeMutablePointer<Lanes>
  /// For each feature, in the order of ``no``, the bits of the states in which at least two constraints are not true
  /// (that is, false or unknown). It is not used for features of the old manifest.
  let two: UnsafeMutablePointer<Lanes>

  /// The weight of each state: the number of users that it represents.
  let weights: UnsafeMutablePointer<UInt64>

  /// Memory for the table of a ``WeightedCounter``: for each four adjacent states of the batch, the sums of the weights
  /// (numbers of users) of all sixteen subsets of these states. The table is computed again for each batch whose states
  /// have different weights.
  let subsetSums: UnsafeMutablePointer<UInt64>

  /// The number of the group to which each state belongs; 0 if states are not grouped.
  let groups: UnsafeMutablePointer<Int32>

  private(set) var count = 0

  init(_ program: PopulationProgram) {
    self.program = program
    planes = .allocate(capacity: program.planeCount)
    planes.initialize(repeating: .zero, count: program.planeCount)
    planes[Int(program.always)] = .all
    let features = program.features.count + (program.comparison?.steps.count ?? 0)
    func zeros() -> UnsafeMutablePointer<Lanes> {
      let memory = UnsafeMutablePointer<Lanes>.allocate(capacity: features)
      memory.initialize(repeating: .zero, count: features)
      return memory
    }
    no = zeros()
    one = zeros()
    two = zeros()
    weights = .allocate(capacity: Lanes.laneCount)
    weights.initialize(repeating: 1, count: Lanes.laneCount)
    subsetSums = .allocate(capacity: WeightedCounter.sumCount)
    groups = .allocate(capacity: Lanes.laneCount)
    groups.initialize(repeating: 0, count: Lanes.laneCount)
  }

  deinit {
    planes.deallocate()
    no.deallocate()
    one.deallocate()
    two.deallocate()
    weights.deallocate()
    subsetSums.deallocate()
    groups.deallocate()
  }

  var isFull: Bool { count == Lanes.laneCount }

  /// The object that sets the facts of the next state. ``commit(weight:group:)`` then adds this state to the batch.
  var nextLane: FactSetter { lane(count) }

  /// Returns the object that sets and clears the facts of one state, given by its index in the batch.
  @inline(__always)
  func lane(_ number: Int) -> FactSetter { FactSetter(planes: planes, lane: number) }

  /// Adds to the batch the state whose facts were set in ``nextLane``.
  ///
  /// - Parameters:
  ///   - weight: The number of users in this state.
  ///   - group: The number of the group to which the state belongs, if states are grouped, for example by platform; see
  ///     ``GroupTotals/number(ofGroup:)``.
  mutating func commit(weight: UInt64, group: Int32 = 0) {
    weights[count] = weight
    groups[count] = group
    count &+= 1
  }

  /// Clears the facts that have been set in ``nextLane``, because the state is not added after all: the scanner could
  /// not read its line.
  func removeLastState() {
    let lane = nextLane
    for plane in 0..<Plane(program.layout.count) { lane.clear(plane) }
  }

  mutating func removeAll() {
    planes.update(repeating: .zero, count: program.layout.count)
    count = 0
  }

  /// Executes steps of the program. Each step computes one plane (see ``Lanes``). The first step computes the plane
  /// with the number `first`, and each further step computes the next plane.
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

  /// Evaluates every feature in every state of the batch, and stores the results in ``no``, ``one`` and ``two``.
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
          let feature = features[index]
          var no = Lanes.zero
          var one = Lanes.zero
          var two = Lanes.zero
          if feature.parent >= 0 {
            let parent = Int(feature.parent)
            (no, one, two) = (self.no[parent], self.one[parent], self.two[parent])
          }
          var constraint = Int(feature.constraints.lowerBound)
          while constraint < Int(feature.constraints.upperBound) {
            let truth = constraints[constraint]
            let notTrue = planes[Int(truth.notTrue)] & valid
            no |= planes[Int(truth.no)]
            two |= one & notTrue
            one |= notTrue
            constraint &+= 1
          }
          self.no[index] = no & valid
          self.one[index] = one
          self.two[index] = two
        }
      }
    }
    if let comparison = program.comparison { evaluate(comparison, valid) }
  }

  /// Evaluates the features of the old manifest that may have another result than the new manifest's feature of the
  /// same id, or that only the old manifest has (see ``ComparedProgram/steps``). Stores their results in ``no`` and
  /// ``one``, after those of the new manifest.
  ///
  /// - Parameter valid: A bit vector in which exactly the bits of this batch's states are set. Other bits of the planes
  ///   have no meaning if the batch is not full.
  private func evaluate(_ comparison: ComparedProgram, _ valid: Lanes) {
    let first = program.features.count
    comparison.planes.constraints.withUnsafeBufferPointer { constraints in
      for (offset, step) in comparison.steps.enumerated() {
        var no = Lanes.zero
        var one = Lanes.zero
        if step.parent >= 0 { (no, one) = (self.no[Int(step.parent)], self.one[Int(step.parent)]) }
        for constraint in step.constraints {
          let truth = constraints[Int(constraint)]
          no |= planes[Int(truth.no)] & valid
          one |= planes[Int(truth.notTrue)] & valid
        }
        self.no[first + offset] = no
        self.one[first + offset] = one
      }
    }
  }
}

/// The facts of one state of a batch. A fact is set by setting the state's bit in the fact's plane; see ``Lanes``.
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
