/// A manifest compiled to bit operations on 256 states at once (bit-slicing, Biham 1997). A class,
/// because each ``StateBatch`` refers to it; as a structure, a debug build of the module takes
/// almost twice as long.
package final class PopulationProgram: Sendable {
  package let manifest: Manifest

  /// All declarations that lines may refer to; see ``CombinedDeclarations``.
  let universe: Manifest
  let layout: PlaneLayout

  let comparison: ComparedProgram?

  let never: Plane
  let always: Plane
  let steps: [PlaneCircuit.Step]
  let planeCount: Int

  /// The first plane of every round, after those of ``steps``.
  let roundStart: Int

  let planes: FeaturePlanes

  /// Evaluations without one constraint, for ``Audience/Constraint/decisive`` where one constraint
  /// causes two blockers; see ``ReconvergentEntry``.
  let rounds: [ReconvergenceRound]

  /// Planes whose weights are counted, without repetitions. “False” and “false or unknown” of each
  /// constraint, “false” of each assumption.
  let countedPlanes: [Plane]

  /// By constraint, indices in ``countedPlanes``.
  let counters: [(no: Int32, notTrue: Int32)]

  /// By assumption, indices in ``countedPlanes``.
  let assumptionCounters: [Int32]

  let sums: SumIndices

  /// - Parameters:
  /// - other: The old manifest of a comparison.
  /// - listed: Ids that count for ``Audience/affected``; nil for all.
  package init(
    _ manifest: Manifest, against other: Manifest? = nil, listing listed: [String]? = nil
  ) {
    let names = other.map { CombinedDeclarations(manifest, $0) }
    self.manifest = manifest
    universe = names?.universe ?? manifest
    let otherTests = (other?.usedTests ?? []).map { used in
      UsedTest(test: names?.renumbered(used.test) ?? used.test, isImplied: used.isImplied)
    }
    layout = PlaneLayout(universe, manifest.usedTests + otherTests)
    var compiler = PlaneCompiler(manifest, layout)
    let planes = FeaturePlanes(&compiler)
    let broken = manifest.assumptions.indices.map {
      compiler.value(of: .assumption($0), on: ()).no
    }
    if let names, let other {
      var otherCompiler = PlaneCompiler(other, continuing: compiler, names: names)
      comparison = ComparedProgram(
        planes, FeaturePlanes(&otherCompiler), names, listing: listed.map { Set($0) })
      compiler.circuit = otherCompiler.circuit
    } else {
      comparison = nil
    }
    self.planes = planes
    never = compiler.circuit.never
    always = compiler.circuit.always
    steps = compiler.circuit.steps
    roundStart = compiler.circuit.planeCount
    var search = ReconvergenceSearch(compiler, planes)
    rounds = search.rounds()
    planeCount = roundStart + (rounds.lazy.map(\.steps.count).max() ?? 0)

    var numbers = [Int32](repeating: -1, count: planeCount)
    var counted: [Plane] = []
    func number(_ plane: Plane) -> Int32 {
      if numbers[Int(plane)] < 0 {
        numbers[Int(plane)] = Int32(counted.count)
        counted.append(plane)
      }
      return numbers[Int(plane)]
    }
    counters = planes.constraints.map { (no: number($0.no), notTrue: number($0.notTrue)) }
    assumptionCounters = broken.map { number($0) }
    countedPlanes = counted
    sums = SumIndices(
      planes, countedPlanes: counted.count,
      reconvergent: rounds.reduce(0) { $0 + $1.entries.count }, comparison)
  }

  /// The entries of all ``rounds``, in order.
  var reconvergentEntries: some Sequence<ReconvergentEntry> { rounds.lazy.flatMap(\.entries) }

  typealias Feature = FeaturePlanes.Feature

  var featureCount: Int { planes.featureCount }
  var features: [Feature] { planes.features }
  var constraints: [LaneTruth] { planes.constraints }
  var entryCount: Int { planes.entryCount }

  func lineage(of feature: Int) -> some Sequence<Int> { planes.lineage(of: feature) }
  func name(of feature: Int) -> String? { planes.name(of: feature) }
  func constraintNames(of feature: Int) -> [String] { planes.constraintNames(of: feature) }
}

/// The constraints of all features as planes.
struct FeaturePlanes: Sendable {
  let manifest: Manifest

  /// A feature, or the app as the parent of top-level features.
  struct Feature: Sendable {
    /// The parent's index. -1 for the app, and for a top-level feature if the app has no
    /// constraints.
    let parent: Int32
    let constraints: Range<Int32>

    /// The index of the first *entry*. An entry is this feature with a constraint that applies to
    /// it: own, ancestors' from the nearest, the app's.
    let firstEntry: Int
  }

  /// All features, then the app if it has constraints.
  let features: [Feature]

  /// All constraints' truths, in the manifest's order, the app's last.
  let constraints: [LaneTruth]

  let entryCount: Int

  init(_ compiler: inout PlaneCompiler) {
    manifest = compiler.manifest
    compiler.compileReferences()
    let appContributions = compiler.appContributions(in: manifest, on: ())
    let root = appContributions.isEmpty ? -1 : manifest.features.count
    var constraints: [LaneTruth] = []
    var features: [Feature] = []
    features.reserveCapacity(manifest.features.count + 1)
    var entryCounts: [Int] = []
    var entryCount = 0
    for (index, declaration) in manifest.features.enumerated() {
      let first = Int32(constraints.count)
      constraints += compiler.contributions(of: index, in: manifest, on: ())
      let own = first..<Int32(constraints.count)
      features.append(
        Feature(
          parent: Int32(declaration.parent ?? root), constraints: own, firstEntry: entryCount))
      entryCounts.append(
        own.count + (declaration.parent.map { entryCounts[$0] } ?? appContributions.count))
      entryCount += entryCounts[index]
    }
    if root >= 0 {
      let first = Int32(constraints.count)
      constraints += appContributions
      features.append(
        Feature(
          parent: -1, constraints: first..<Int32(constraints.count), firstEntry: entryCount))
    }
    self.features = features
    self.constraints = constraints
    self.entryCount = entryCount
  }

  var featureCount: Int { manifest.features.count }

  /// The feature, its ancestors from the nearest, the app.
  func lineage(of feature: Int) -> some Sequence<Int> {
    sequence(first: feature) { [features] current in
      let parent = features[current].parent
      return parent < 0 ? nil : Int(parent)
    }
  }

  func requirements(of feature: Int) -> ArraySlice<LaneTruth> {
    let range = features[feature].constraints
    return constraints[Int(range.lowerBound)..<Int(range.upperBound)]
  }

  /// The feature's id; nil for the app.
  func name(of feature: Int) -> String? {
    feature < featureCount ? manifest.features[feature].id : nil
  }

  func constraintNames(of feature: Int) -> [String] {
    feature < featureCount ? manifest.constraintNames(of: feature) : manifest.appConstraintNames
  }
}

extension Manifest {
  func constraintNames(of feature: Int) -> [String] {
    let declaration = features[feature]
    return declaration.constraints.map { $0.name(in: self) }
      + declaration.conditional.enumerated().flatMap { block, conditional in
        conditional.constraints.map { $0.name(block: block, in: self) }
      }
  }

  var appConstraintNames: [String] { app.constraints.map { $0.name(in: self) } }
}

/// Sums of weights from which totals are computed.
struct PopulationTally: Sendable {
  private let program: PopulationProgram

  private(set) var states: UInt64 = 0

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
      weight &+= batch.weights[lane]
      isUniform = isUniform && batch.weights[lane] == first
    }
    sums[SumIndices.weight] = weight
    batch.evaluate()
    if isUniform {
      add(batch, by: UniformCounter(weight: first))
    } else {
      add(
        batch,
        by: WeightedCounter(batch.weights.start, count: batch.count, in: batch.subsetSums.start))
    }
  }

  // INVARIANT: no sum exceeds the weight of all states, which ``PopulationRun`` limits.
  @inline(__always)
  private mutating func add(_ batch: borrowing StateBatch, by counter: some LaneCounter) {
    let facts = UnsafePointer(batch.planes.start)
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
          sums[sum] &+= counter.sum(batch.one[entry.feature] & ~facts[Int(entry.blockedWithout)])
          sum &+= 1
        }
      }
      program.comparison?.add(batch, program.constraints, by: counter, to: sums, indices)
    }
  }

  mutating func add(_ other: PopulationTally) {
    states &+= other.states
    sums.withUnsafeMutableBufferPointer { sums in
      other.sums.withUnsafeBufferPointer { others in
        for index in 0..<min(sums.count, others.count) { sums[index] &+= others[index] }
      }
    }
  }

  func audience() -> Audience {
    var audience = program.emptyAudience()
    audience.states = Int64(states)
    audience.weight = Int64(weight)
    for (index, counter) in program.assumptionCounters.enumerated() {
      audience.impossible?[index].weight = Int64(sums[program.sums.planes + Int(counter)])
    }
    audience.fill(program.listedSums().map { $0.number(in: sums) })
    return audience
  }
}
