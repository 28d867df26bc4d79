package import FlintCore

/// A manifest compiled to judge many states at once.
package struct PopulationProgram: Sendable {
  package let manifest: Manifest
  let layout: PlaneLayout

  let never: Plane
  let always: Plane
  let steps: [PlaneCircuit.Step]
  let planeCount: Int

  /// A feature's own constraints, and where its entries begin.
  struct Feature: Sendable {
    /// Index of the parent, -1 at the top.
    let parent: Int32
    let constraints: Range<Int32>

    /// Number of its first entry: an entry is a constraint of the feature or of an ancestor, own first, then the
    /// ancestors' from the nearest.
    let firstEntry: Int
  }

  let features: [Feature]

  /// Every constraint of every feature, in the manifest's order.
  let constraints: [LaneTruth]

  /// How many entries all features have together.
  let entryCount: Int

  /// The distinct planes of the constraints, whose lanes are counted, and where each constraint's two are among them.
  let countedPlanes: [Plane]
  let counters: [(no: Int32, open: Int32)]

  package init(_ manifest: Manifest) {
    self.manifest = manifest
    var compiler = PlaneCompiler(manifest)
    var constraints: [LaneTruth] = []
    var features: [Feature] = []
    features.reserveCapacity(manifest.features.count)
    var entryCounts: [Int] = []
    var entryCount = 0
    for (index, declaration) in manifest.features.enumerated() {
      let first = Int32(constraints.count)
      constraints += compiler.contributions(of: index, in: manifest, on: ())
      let own = first..<Int32(constraints.count)
      features.append(
        Feature(
          parent: Int32(declaration.parent ?? -1), constraints: own, firstEntry: entryCount))
      entryCounts.append(own.count + (declaration.parent.map { entryCounts[$0] } ?? 0))
      entryCount += entryCounts[index]
    }
    self.features = features
    self.constraints = constraints
    self.entryCount = entryCount
    layout = compiler.layout
    never = compiler.circuit.never
    always = compiler.circuit.always
    steps = compiler.circuit.steps
    planeCount = compiler.circuit.planeCount

    var numbers: [Plane: Int32] = [:]
    var counted: [Plane] = []
    func number(_ plane: Plane) -> Int32 {
      if let number = numbers[plane] { return number }
      numbers[plane] = Int32(counted.count)
      counted.append(plane)
      return Int32(counted.count - 1)
    }
    counters = constraints.map { (no: number($0.no), open: number($0.open)) }
    countedPlanes = counted
  }

  /// The features whose constraints a feature's entries are, the feature itself first.
  func lineage(of feature: Int) -> some Sequence<Int> {
    sequence(first: feature) { [features] current in
      let parent = features[current].parent
      return parent < 0 ? nil : Int(parent)
    }
  }
}
