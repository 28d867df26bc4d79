package import FlintCore

/// A manifest compiled to judge many states at once.
package struct PopulationProgram: Sendable {
  package let manifest: Manifest

  /// What states can speak of: what the manifest declares, and behind it what only another one declares that it is compared with.
  let universe: Manifest
  let layout: PlaneLayout

  /// The manifest that it is compared with.
  let comparison: ComparedProgram?

  let never: Plane
  let always: Plane
  let steps: [PlaneCircuit.Step]
  let planeCount: Int

  let planes: FeaturePlanes

  /// The entries that decide in other ways than by standing alone in a feature's way.
  let entangled: [EntangledEntry]

  /// The distinct planes of the constraints and the assumptions, whose lanes are counted, and where each constraint's two
  /// are among them.
  let countedPlanes: [Plane]
  let counters: [(no: Int32, open: Int32)]

  /// For each assumption, where the plane of the states that break it is among the counted ones.
  let assumptionCounters: [Int32]

  let sums: SumIndices

  /// - Parameters:
  ///   - other: a manifest that judges the same states, to be compared with.
  ///   - listed: ids of the features whose changes count for ``Audience/affected``; nil for all.
  package init(
    _ manifest: Manifest, against other: Manifest? = nil, listing listed: [String]? = nil
  ) {
    let names = other.map { ComparedNames(manifest, $0) }
    self.manifest = manifest
    universe = names?.universe ?? manifest
    layout = PlaneLayout(
      universe, asking: names.flatMap { names in other.map { names.tests(of: $0) } } ?? [])
    var compiler = PlaneCompiler(manifest, layout)
    let planes = FeaturePlanes(&compiler)
    let broken = manifest.assumptions.indices.map {
      compiler.value(of: .assumption($0), on: ()).no
    }
    var search = EntanglementSearch(compiler, planes.features, planes.constraints)
    entangled = search.entries()
    var circuit = search.compiler.circuit
    if let names, let other {
      var compiler = PlaneCompiler(other, continuing: search.compiler, names: names)
      comparison = ComparedProgram(
        planes, FeaturePlanes(&compiler), names, listing: listed.map { Set($0) })
      circuit = compiler.circuit
    } else {
      comparison = nil
    }
    self.planes = planes
    never = circuit.never
    always = circuit.always
    steps = circuit.steps
    planeCount = circuit.planeCount

    var numbers = [Int32](repeating: -1, count: planeCount)
    var counted: [Plane] = []
    func number(_ plane: Plane) -> Int32 {
      if numbers[Int(plane)] < 0 {
        numbers[Int(plane)] = Int32(counted.count)
        counted.append(plane)
      }
      return numbers[Int(plane)]
    }
    counters = planes.constraints.map { (no: number($0.no), open: number($0.open)) }
    assumptionCounters = broken.map { number($0) }
    countedPlanes = counted
    sums = SumIndices(
      planes, countedPlanes: counted.count, entangled: entangled.count, comparison)
  }

  typealias Feature = FeaturePlanes.Feature

  var featureCount: Int { planes.featureCount }
  var features: [Feature] { planes.features }
  var constraints: [LaneTruth] { planes.constraints }
  var entryCount: Int { planes.entryCount }

  /// See ``FeaturePlanes``.
  func lineage(of feature: Int) -> some Sequence<Int> { planes.lineage(of: feature) }
  func name(of feature: Int) -> String? { planes.name(of: feature) }
  func constraintNames(of feature: Int) -> [String] { planes.constraintNames(of: feature) }
}

/// What stands in the way of a manifest's features, as planes.
struct FeaturePlanes: Sendable {
  let manifest: Manifest

  /// A feature's own constraints, and where its entries begin; or the app's, above all features.
  struct Feature: Sendable {
    /// Index of what stands above it, -1 for nothing.
    let parent: Int32
    let constraints: Range<Int32>

    /// Number of its first entry: an entry is a constraint of the feature, of an ancestor or of the app, own first, then the
    /// ancestors' from the nearest, then the app's.
    let firstEntry: Int
  }

  /// The manifest's features and, behind them, the app where it demands anything.
  let features: [Feature]

  /// Every constraint of every feature, in the manifest's order, then the app's.
  let constraints: [LaneTruth]

  /// How many entries all features have together.
  let entryCount: Int

  init(_ compiler: inout PlaneCompiler) {
    manifest = compiler.manifest
    compiler.workOutReferences()
    let demandsOfApp = compiler.appContributions(in: manifest, on: ())
    let root = demandsOfApp.isEmpty ? -1 : manifest.features.count
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
        own.count + (declaration.parent.map { entryCounts[$0] } ?? demandsOfApp.count))
      entryCount += entryCounts[index]
    }
    if root >= 0 {
      let first = Int32(constraints.count)
      constraints += demandsOfApp
      features.append(
        Feature(
          parent: -1, constraints: first..<Int32(constraints.count), firstEntry: entryCount))
    }
    self.features = features
    self.constraints = constraints
    self.entryCount = entryCount
  }

  var featureCount: Int { manifest.features.count }

  /// The features whose constraints a feature's entries are, the feature itself first, the app last.
  func lineage(of feature: Int) -> some Sequence<Int> {
    sequence(first: feature) { [features] current in
      let parent = features[current].parent
      return parent < 0 ? nil : Int(parent)
    }
  }

  /// A feature's id; nil for the app.
  func name(of feature: Int) -> String? {
    feature < featureCount ? manifest.features[feature].id : nil
  }

  /// The ids of a feature's own constraints, or of the app's.
  func constraintNames(of feature: Int) -> [String] {
    feature < featureCount ? manifest.constraintNames(of: feature) : manifest.appConstraintNames
  }
}

extension Manifest {
  /// The ids of a feature's own constraints, those of its blocks too.
  func constraintNames(of feature: Int) -> [String] {
    let declaration = features[feature]
    return declaration.constraints.map { $0.name(in: self) }
      + declaration.conditional.enumerated().flatMap { block, conditional in
        conditional.constraints.map { $0.name(block: block, in: self) }
      }
  }

  var appConstraintNames: [String] { app.constraints.map { $0.name(in: self) } }
}
