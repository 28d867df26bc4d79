internal import FlintModel

/// Sums of weights from which totals are computed.
struct PopulationTally: ~Copyable {
  private let program: PopulationProgram

  private(set) var states: UInt64 = 0

  /// Beyond 2^63-1; ``sums`` must then not be used.
  private(set) var isWeightTooLarge = false

  private(set) var sums: [UInt64]

  init(_ program: PopulationProgram) {
    self.program = program
    sums = [UInt64](repeating: 0, count: program.sums.count)
  }

  var weight: UInt64 { sums[SumIndices.weight] }

  mutating func add(_ batch: borrowing StateBatch) {
    guard batch.count > 0 else { return }
    states &+= UInt64(batch.count)
    let first = batch.weights[0]
    var isUniform = true
    var weight = weight
    for lane in 0..<batch.count {
      let (sum, overflow) = weight.addingReportingOverflow(batch.weights[lane])
      weight = sum
      isWeightTooLarge = isWeightTooLarge || overflow || sum > UInt64(Int64.max)
      isUniform = isUniform && batch.weights[lane] == first
    }
    sums[SumIndices.weight] = weight
    batch.evaluate()
    if isUniform {
      add(batch, by: UniformCounter(weight: first))
    } else {
      add(
        batch, by: WeightedCounter(batch.weights, count: batch.count, in: batch.subsetSums))
    }
  }

  // INVARIANT: no sum exceeds the weight of all states, so a sum can overflow only if that weight does.
  @inline(__always)
  private mutating func add(_ batch: borrowing StateBatch, by counter: some LaneCounter) {
    let facts = UnsafePointer(batch.planes)
    let valid = Lanes.first(batch.count)
    let indices = program.sums
    sums.withUnsafeMutableBufferPointer { sums in
      program.countedPlanes.withUnsafeBufferPointer { counted in
        for index in counted.indices {
          sums[indices.planes &+ index] &+= counter.sum(facts[Int(counted[index])] & valid)
        }
      }
      for index in 0..<program.featureCount {
        sums[indices.notTrue &+ index] &+= counter.sum(batch.one[index])
        sums[indices.no &+ index] &+= counter.sum(batch.no[index])
      }
      program.features.withUnsafeBufferPointer { features in
        program.constraints.withUnsafeBufferPointer { constraints in
          for index in 0..<program.featureCount {
            let exactlyOne = batch.one[index] & ~batch.two[index]
            if exactlyOne.isEmpty { continue }
            var sum = indices.decisive &+ features[index].firstEntry
            var declaring = index
            while declaring >= 0 {
              let feature = features[declaring]
              var constraint = Int(feature.constraints.lowerBound)
              while constraint < Int(feature.constraints.upperBound) {
                sums[sum] &+= counter.sum(facts[Int(constraints[constraint].notTrue)] & exactlyOne)
                sum &+= 1
                constraint &+= 1
              }
              declaring = Int(feature.parent)
            }
          }
        }
      }
      var sum = indices.reconvergent
      for round in program.rounds {
        batch.execute(round.steps, from: program.roundStart)
        for entry in round.entries {
          sums[sum] &+= counter.sum(batch.one[entry.feature] & ~facts[Int(entry.openWithout)])
          sum &+= 1
        }
      }
      program.comparison?.add(batch, program.constraints, by: counter, to: sums, indices)
    }
  }

  mutating func add(_ other: borrowing PopulationTally) {
    states &+= other.states
    let weight = weight
    sums.withUnsafeMutableBufferPointer { sums in
      other.sums.withUnsafeBufferPointer { others in
        for index in 0..<min(sums.count, others.count) { sums[index] &+= others[index] }
      }
    }
    isWeightTooLarge =
      isWeightTooLarge || other.isWeightTooLarge || self.weight < weight
      || self.weight > UInt64(Int64.max)
  }

  /// Precondition: not ``isWeightTooLarge``.
  func audience() -> Audience {
    var audience = program.emptyAudience()
    audience.states = Int64(states)
    audience.weight = Int64(weight)
    for (index, counter) in program.assumptionCounters.enumerated() {
      audience.impossible?[index].weight = Int64(sums[program.sums.planes + Int(counter)])
    }
    audience.fill(Audience.Numbers(sums, in: program.listedSums()))
    return audience
  }
}
