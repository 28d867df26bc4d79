import FlintLogic
internal import FlintModel

/// Reconvergent fan-out: a constraint applies directly and through a required feature. It can be
/// decisive although there are two blockers, so that the manifest is evaluated again without it.
struct ReconvergentEntry: Sendable {
  let feature: Int

  /// See ``FeaturePlanes/Feature/firstEntry``.
  let entry: Int

  /// The states in which the feature is not available without the constraint. The next round
  /// overwrites it.
  var blockedWithout: Plane
}

/// An evaluation without one feature's constraint, or without the app's. All rounds use the same
/// planes, so that memory does not grow with their number.
struct ReconvergenceRound: Sendable {
  /// They use the results of the whole manifest. The first computes
  /// ``PopulationProgram/roundStart``.
  let steps: [PlaneCircuit.Step]
  let entries: [ReconvergentEntry]
}

/// Finds and compiles every ``ReconvergentEntry``. A feature's own constraint is none, because it
/// would need a cycle; an ancestor's is if the way to it requires something that depends on the
/// ancestor; the app's is if the feature or an ancestor requires any feature.
struct ReconvergenceSearch {
  private var compiler: PlaneCompiler
  private let features: [PopulationProgram.Feature]
  private let constraints: [LaneTruth]
  private let manifest: Manifest

  private var positions: [References.Target: Int] = [:]

  private var dependents: [[Int]] = []

  private var needs: [[Int]] = []

  private var found: [ReconvergentEntry] = []
  private var finished: [ReconvergenceRound] = []

  init(
    _ compiler: PlaneCompiler, _ features: [PopulationProgram.Feature],
    _ constraints: [LaneTruth]
  ) {
    self.compiler = compiler
    self.features = features
    self.constraints = constraints
    manifest = compiler.manifest
  }

  mutating func rounds() -> [ReconvergenceRound] {
    let order = manifest.references.order
    guard !order.isEmpty else { return [] }
    for (position, target) in order.enumerated() { positions[target] = position }
    dependents = Array(repeating: [], count: order.count)
    for (position, target) in order.enumerated() {
      for need in manifest.directNeeds(of: target) {
        if let needed = positions[need] { dependents[needed].append(position) }
      }
    }
    needs = manifest.features.indices.map { feature in
      manifest.directNeeds(of: .feature(feature)).dropFirst(
        manifest.features[feature].parent == nil ? 0 : 1
      ).compactMap { positions[$0] }
    }
    addEntriesOfApp()
    for feature in manifest.features.indices { addEntries(of: feature) }
    return finished
  }

  /// No round is added unless `body` appends to ``found``. Its steps are removed, because the next
  /// round uses the same planes.
  private mutating func addRound(_ body: (inout Self) -> Void) {
    let first = compiler.circuit.steps.count
    let firstPlane = Plane(compiler.circuit.planeCount)
    let caches = compiler.caches
    defer {
      compiler.caches = caches
      compiler.circuit.removeSteps(from: first)
      found = []
    }
    body(&self)
    guard !found.isEmpty else { return }
    let (steps, numbers) = compiler.circuit.steps(
      from: first, onWhichDepend: found.lazy.map(\.blockedWithout))
    for index in found.indices where found[index].blockedWithout >= firstPlane {
      found[index].blockedWithout = numbers[Int(found[index].blockedWithout - firstPlane)]
    }
    finished.append(ReconvergenceRound(steps: steps, entries: found))
  }

  // MARK: The app

  private mutating func addEntriesOfApp() {
    let order = manifest.references.order
    guard features.count > manifest.features.count,
      order.contains(where: { if case .feature = $0 { true } else { false } })
    else { return }
    addRound { $0.addFoundOfApp(order) }
  }

  private mutating func addFoundOfApp(_ order: [References.Target]) {
    compiler.caches.substitutes = [.app: compiler.value(.yes)]
    for target in order {
      let reference = FormulaReference(target)
      compiler.caches.substitutes[reference] = compiler.value(
        of: manifest.meaning(of: reference), on: ())
    }
    let app = features[manifest.features.count]
    var notTrueOfEach: [Plane] = []
    var isReconvergent: [Bool] = []
    for feature in manifest.features.indices {
      let parent = manifest.features[feature].parent
      isReconvergent.append(!needs[feature].isEmpty || parent.map { isReconvergent[$0] } == true)
      notTrueOfEach.append(
        unavailability(
          of: feature, parent: parent.map { notTrueOfEach[$0] } ?? compiler.circuit.never))
      guard isReconvergent[feature] else { continue }
      for constraint in app.constraints {
        let isElsewhere = compiler.circuit.or(
          notTrueOfEach[feature],
          compiler.circuit.and(notTrueOfApp, not: constraints[Int(constraint)].notTrue))
        add(
          feature, declaring: manifest.features.count,
          Int(constraint - app.constraints.lowerBound), isElsewhere)
      }
    }
  }

  private var notTrueOfApp: Plane {
    mutating get {
      let app = features[manifest.features.count]
      var notTrue = compiler.circuit.never
      for constraint in app.constraints {
        notTrue = compiler.circuit.or(notTrue, constraints[Int(constraint)].notTrue)
      }
      return notTrue
    }
  }

  // MARK: Features

  private mutating func addEntries(of declaring: Int) {
    guard let position = positions[.feature(declaring)], !features[declaring].constraints.isEmpty
    else { return }
    let family = declaring + 1..<endOfFamily(of: declaring)
    guard let last = family.compactMap({ needs[$0].max() }).max() else { return }
    let affected = dependents(of: position, upTo: last)
    // For each descendant of the declaring feature: whether it, or a feature between both, requires a feature or named
    // condition that depends on the declaring feature.
    var isReconvergent: [Bool] = []
    for feature in family {
      let parent = manifest.features[feature].parent ?? declaring
      isReconvergent.append(
        needs[feature].contains { affected.contains($0) || $0 == position }
          || parent != declaring && isReconvergent[parent - family.lowerBound])
    }
    guard isReconvergent.contains(true) else { return }
    let inOrder = affected.sorted()
    for constraint in features[declaring].constraints.indices {
      addRound { search in
        search.addFound(declaring, Int(constraint), family, inOrder, isReconvergent)
      }
    }
  }

  private mutating func addFound(
    _ declaring: Int, _ constraint: Int, _ family: Range<Int>, _ affected: [Int],
    _ isReconvergent: [Bool]
  ) {
    let offset = constraint - Int(features[declaring].constraints.lowerBound)
    let without = truth(of: declaring, without: constraint)
    compiler.caches.substitutes = [.feature(declaring): without]
    for position in affected {
      let reference = FormulaReference(manifest.references.order[position])
      let truth = compiler.value(of: manifest.meaning(of: reference), on: ())
      compiler.caches.substitutes[reference] = truth
    }
    var notTrueOfEach: [Plane] = []
    for feature in family {
      let parent = manifest.features[feature].parent ?? declaring
      let above = parent == declaring ? without.notTrue : notTrueOfEach[parent - family.lowerBound]
      notTrueOfEach.append(unavailability(of: feature, parent: above))
      if isReconvergent[feature - family.lowerBound] {
        add(feature, declaring: declaring, offset, notTrueOfEach[feature - family.lowerBound])
      }
    }
  }

  private func endOfFamily(of feature: Int) -> Int {
    var end = feature + 1
    while end < manifest.features.count, (manifest.features[end].parent ?? -1) >= feature {
      end += 1
    }
    return end
  }

  private func dependents(of position: Int, upTo last: Int) -> Set<Int> {
    var found: Set<Int> = []
    var rest = [position]
    while let next = rest.popLast() {
      for dependent in dependents[next] where dependent <= last {
        if found.insert(dependent).inserted { rest.append(dependent) }
      }
    }
    return found
  }

  private mutating func truth(of feature: Int, without dropped: Int) -> LaneTruth {
    let above: FormulaReference = manifest.features[feature].parent.map { .feature($0) } ?? .app
    var truth = compiler.value(of: above, on: ())
    for constraint in features[feature].constraints where Int(constraint) != dropped {
      truth = compiler.and(truth, constraints[Int(constraint)])
    }
    return truth
  }

  private mutating func unavailability(of feature: Int, parent: Plane) -> Plane {
    if needs[feature].isEmpty {
      return features[feature].constraints.reduce(parent) {
        compiler.circuit.or($0, constraints[Int($1)].notTrue)
      }
    }
    return compiler.contributions(of: feature, in: manifest, on: ()).reduce(parent) {
      compiler.circuit.or($0, $1.notTrue)
    }
  }

  private mutating func add(
    _ feature: Int, declaring: Int, _ constraint: Int, _ blockedWithout: Plane
  ) {
    var entry = features[feature].firstEntry
    var current = feature
    while current != declaring {
      entry += features[current].constraints.count
      current = Int(features[current].parent)
    }
    found.append(
      ReconvergentEntry(feature: feature, entry: entry + constraint, blockedWithout: blockedWithout)
    )
  }
}
