internal import FlintCore

/// The weights of a population added up, as one worker has seen it.
struct PopulationTally: ~Copyable {
  private let program: PopulationProgram

  /// How many states were counted.
  private(set) var states: UInt64 = 0

  /// What they weigh; ``isTooHeavy`` once that is more than a 64-bit integer holds.
  private(set) var weight: UInt64 = 0
  private(set) var isTooHeavy = false

  /// For each feature: where it is not available, and where it is unavailable.
  private var open: [UInt64]
  private var no: [UInt64]

  /// For each of the program's counted planes.
  private var planes: [UInt64]

  /// For each entry: where nothing else stands in the feature's way.
  private var decisive: [UInt64]

  /// For each of the program's entangled entries: where the feature is only because of it not available.
  private var entangled: [UInt64]

  private var comparison: ComparisonTally?

  init(_ program: PopulationProgram) {
    func zeros(_ count: Int) -> [UInt64] { [UInt64](repeating: 0, count: count) }
    self.program = program
    open = zeros(program.features.count)
    no = zeros(program.features.count)
    planes = zeros(program.countedPlanes.count)
    decisive = zeros(program.entryCount)
    entangled = zeros(program.entangled.count)
    comparison = ComparisonTally(program)
  }

  /// Judges the states of a batch and adds them.
  mutating func add(_ batch: borrowing StateBatch) {
    guard batch.count > 0 else { return }
    states &+= UInt64(batch.count)
    let first = batch.weights[0]
    var isUniform = true
    for lane in 0..<batch.count {
      let (sum, overflow) = weight.addingReportingOverflow(batch.weights[lane])
      weight = sum
      isTooHeavy = isTooHeavy || overflow || sum > UInt64(Int64.max)
      isUniform = isUniform && batch.weights[lane] == first
    }
    batch.evaluate()
    if isUniform {
      add(batch, by: UniformCounter(weight: first))
    } else {
      add(
        batch, by: WeightedCounter(batch.weights, count: batch.count, in: batch.subsetSums))
    }
  }

  // INVARIANT: no sum here exceeds `weight`, so that none overflows where the weight does not.
  @inline(__always)
  private mutating func add(_ batch: borrowing StateBatch, by counter: some LaneCounter) {
    let facts = UnsafePointer(batch.planes)
    let valid = Lanes.first(batch.count)
    planes.withUnsafeMutableBufferPointer { planes in
      program.countedPlanes.withUnsafeBufferPointer { counted in
        for index in counted.indices {
          planes[index] &+= counter.sum(facts[Int(counted[index])] & valid)
        }
      }
    }
    for index in 0..<program.featureCount {
      open[index] &+= counter.sum(batch.one[index])
      no[index] &+= counter.sum(batch.no[index])
    }
    decisive.withUnsafeMutableBufferPointer { decisive in
      program.features.withUnsafeBufferPointer { features in
        program.constraints.withUnsafeBufferPointer { constraints in
          for index in 0..<program.featureCount {
            let exactlyOne = batch.one[index] & ~batch.two[index]
            if exactlyOne.isEmpty { continue }
            var entry = features[index].firstEntry
            var declaring = index
            while declaring >= 0 {
              let feature = features[declaring]
              var constraint = Int(feature.constraints.lowerBound)
              while constraint < Int(feature.constraints.upperBound) {
                decisive[entry] &+=
                  counter.sum(facts[Int(constraints[constraint].open)] & exactlyOne)
                entry &+= 1
                constraint &+= 1
              }
              declaring = Int(feature.parent)
            }
          }
        }
      }
    }
    for (index, entry) in program.entangled.enumerated() {
      entangled[index] &+= counter.sum(batch.one[entry.feature] & ~facts[Int(entry.openWithout)])
    }
    comparison?.add(batch, program.constraints, by: counter)
  }

  /// Adds what another worker has seen.
  mutating func add(_ other: borrowing PopulationTally) {
    states &+= other.states
    let (sum, overflow) = weight.addingReportingOverflow(other.weight)
    weight = sum
    isTooHeavy = isTooHeavy || other.isTooHeavy || overflow || sum > UInt64(Int64.max)
    open.add(other.open)
    no.add(other.no)
    planes.add(other.planes)
    decisive.add(other.decisive)
    entangled.add(other.entangled)
    if let theirs = other.comparison { comparison?.add(theirs) }
  }

  /// What was counted, where states are not grouped. Only while the tally is not too heavy.
  func audience() -> Audience {
    var audience = program.emptyAudience()
    audience.states = Int64(states)
    audience.weight = Int64(weight)
    audience.fill(numbers())
    return audience
  }

  /// See ``Audience/numbers``. Only while the tally is not too heavy.
  func numbers() -> [Int64] {
    var numbers: [Int64] = []
    numbers.reserveCapacity(
      3 * (program.featureCount + program.entryCount) + (comparison?.numberCount ?? 0))
    var decisive = decisive
    for (index, entry) in program.entangled.enumerated() {
      decisive[entry.entry] = entangled[index]
    }
    let features = program.features
    for index in 0..<program.featureCount {
      numbers.append(Int64(weight - open[index]))
      numbers.append(Int64(open[index] - no[index]))
      numbers.append(Int64(no[index]))
      var entry = features[index].firstEntry
      var declaring = index
      while declaring >= 0 {
        for constraint in features[declaring].constraints {
          let counter = program.counters[Int(constraint)]
          let notSatisfied = planes[Int(counter.no)]
          numbers.append(Int64(notSatisfied))
          numbers.append(Int64(planes[Int(counter.open)] - notSatisfied))
          numbers.append(Int64(decisive[entry]))
          entry += 1
        }
        declaring = Int(features[declaring].parent)
      }
    }
    comparison?.add(to: &numbers)
    return numbers
  }
}

extension [UInt64] {
  /// Adds numbers of the same things; none overflows.
  mutating func add(_ parts: [UInt64]) {
    for index in indices { self[index] &+= parts[index] }
  }
}
