package import FlintModel
import FlintLogic

/// A manifest compiled to a program that evaluates up to 256 states at once with bit operations (bit-slicing, Biham
/// 1997): a 256-bit vector has one bit for each state, so that one AND computes “both conditions are true” for all of
/// them.
///
/// It is a class so that a ``StateBatch``, which cannot be copied, stores only a reference to it. If it were a
/// structure, each ``StateBatch`` would contain all these properties, and the compiler would need almost twice as long
/// for a debug build of this module.
package final class PopulationProgram: Sendable {
  package let manifest: Manifest

  /// The declarations, such as products and attributes, to which lines of the input may refer. They are those of
  /// ``manifest``, followed by those that only the old manifest has, if there is a comparison with an old one.
  let universe: Manifest
  let layout: PlaneLayout

  let comparison: ComparedProgram?

  let never: Plane
  let always: Plane
  let steps: [PlaneCircuit.Step]
  let planeCount: Int

  /// The number of the first plane (see ``Lanes``) that a round computes. A round is an additional evaluation of the
  /// manifest; see ``rounds``. The rounds are executed one after the other, so all of them use the same planes. These
  /// follow the planes that ``steps`` compute.
  let roundStart: Int

  let planes: FeaturePlanes

  /// Additional evaluations of the manifest, each without one constraint, to compute ``Audience/Constraint/decisive``:
  /// the number of users who would have a feature without a constraint.
  ///
  /// Usually, these are the users for whom only this constraint is not true, which one evaluation finds. But the
  /// feature can also require another feature to which the same constraint applies. Then one constraint causes two
  /// blockers, and both would disappear without it. Only an evaluation without the constraint finds such users; see
  /// ``ReconvergentEntry``.
  let rounds: [ReconvergenceRound]

  /// The planes to count (see ``Lanes``): for each, a ``PopulationTally`` adds up the weights of the states whose bits
  /// are set. For each constraint, there is a plane for “is false” and one for “is false or unknown”; for each
  /// assumption, one for “is false”. Equal planes occur once.
  let countedPlanes: [Plane]

  /// For each constraint, the indices in ``countedPlanes`` of two planes (see ``Lanes``): `no` has the bits of the
  /// states in which the constraint is false, and `notTrue` those of the states in which it is false or unknown. The
  /// difference of their counts is the number of users for whom the constraint is unknown.
  let counters: [(no: Int32, notTrue: Int32)]

  /// For each assumption, the index in ``countedPlanes`` of the plane (see ``Lanes``) with the bits of the states in
  /// which the assumption is false.
  let assumptionCounters: [Int32]

  let sums: SumIndices

  /// Compiles a manifest.
  ///
  /// - Parameters:
  ///   - other: The old manifest, with which `manifest` is compared in the same states; nil for no comparison.
  ///   - listed: The ids of the features whose changes count for ``Audience/affected`` (the numbers of users for whom
  ///     at least one feature changes); nil for all features.
  package init(
    _ manifest: Manifest, against other: Manifest? = nil, listing listed: [String]? = nil
  ) {
    let names = other.map { CombinedDeclarations(manifest, $0) }
    self.manifest = manifest
    universe = names?.universe ?? manifest
    layout = PlaneLayout(
      universe, asking: names.flatMap { names in other.map { names.tests(of: $0) } } ?? [])
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
    var search = ReconvergenceSearch(compiler, planes.features, planes.constraints)
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

  /// All pairs of a feature and a constraint that affects it in two ways: directly, and through another feature that it
  /// requires. They are in the order of ``rounds``, the additional evaluations that these pairs need.
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

/// The constraints of all features of a manifest, compiled to planes (see ``Lanes``).
struct FeaturePlanes: Sendable {
  let manifest: Manifest

  /// A feature, with its parent and the range of its own constraints in ``FeaturePlanes/constraints``. The app is
  /// treated as a feature too: it is the parent of all features at the top level, and its constraints apply to all
  /// features.
  struct Feature: Sendable {
    /// The index of the parent feature, or of the app for a feature at the top level; -1 if there is no parent: for the
    /// app itself, and for features at the top level if the app has no constraints.
    let parent: Int32
    let constraints: Range<Int32>

    /// The number of the feature's first *entry*: a pair of a feature and a constraint that applies to it. The entries
    /// of a feature are adjacent: its own constraints, then those of its ancestors (the nearest first), then those of
    /// the app.
    let firstEntry: Int
  }

  /// The features of the manifest, followed by the app if the app has constraints.
  let features: [Feature]

  /// The truth values of the constraints of all features, in the manifest's order, followed by those of the app's
  /// constraints.
  let constraints: [LaneTruth]

  /// The number of entries of all features together. An entry is a pair of a feature and a constraint that applies to
  /// it.
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

  /// Returns the indices of the features whose constraints apply to a feature: the feature itself, then its ancestors
  /// (the nearest first), then the app.
  func lineage(of feature: Int) -> some Sequence<Int> {
    sequence(first: feature) { [features] current in
      let parent = features[current].parent
      return parent < 0 ? nil : Int(parent)
    }
  }

  /// Returns the id of the feature with this index; nil for the app, which is treated as an additional last feature.
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
