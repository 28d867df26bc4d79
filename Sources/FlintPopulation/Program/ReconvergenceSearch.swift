/// Reconvergent fan-out: a constraint applies directly and through a required feature. It can be
/// decisive although there are two blockers, so that the manifest is evaluated again without it.
struct ReconvergentEntry: Sendable {
  let feature: Int

  /// The index of the entry; see ``FeaturePlanes/Feature/firstEntry``.
  let entry: Int

  /// The states in which the feature is not available without the constraint. The next round
  /// overwrites the plane.
  var blockedWithout: Plane
}

/// Evaluations that each omit one constraint of a feature or app. All rounds use the same planes,
/// so that memory does not grow with their number.
struct ReconvergenceRound: Sendable {
  /// Steps that use results of the whole manifest. The first computes the plane
  /// ``PopulationProgram/roundStart``.
  let steps: [PlaneCircuit.Step]
  let entries: [ReconvergentEntry]
}

/// Finds and compiles every ``ReconvergentEntry``. A feature's own constraint is never such an
/// entry, because that would need a cycle. An ancestor's is one if a feature or condition that is
/// required below the ancestor depends on it; the app's is one if the feature or an ancestor
/// requires a feature.
struct ReconvergenceSearch {
  private var compiler: PlaneCompiler
  private let planes: FeaturePlanes
  private let manifest: Manifest
  private let order: [References.Target]

  private var dependents: [[Int]]

  private var needs: [[Int]]

  init(_ compiler: PlaneCompiler, _ planes: FeaturePlanes) {
    self.compiler = compiler
    self.planes = planes
    let manifest = compiler.manifest
    let order = manifest.references.order
    let positions = Dictionary(uniqueKeysWithValues: zip(order, order.indices))
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
    self.manifest = manifest
    self.order = order
  }

  mutating func rounds() -> [ReconvergenceRound] {
    if order.isEmpty { return [] }
    var required: [Int: [Int]] = [:]
    for (position, target) in order.enumerated() {
      guard case .feature(let feature) = target else { continue }
      required[feature] = [position]
      required[manifest.features.count, default: []].append(position)
    }
    return planes.features.indices.compactMap { declaring in
      required[declaring].flatMap { round(without: declaring, at: $0) }
    }
  }

  /// Nil if no constraint of `declaring` is reconvergent.
  /// - Parameter positions: In ``order``, of the feature or, for the app, of all required features.
  private mutating func round(
    without declaring: Int, at positions: [Int]
  ) -> ReconvergenceRound? {
    let constraints = planes.features[declaring].constraints
    let isApp = declaring == manifest.features.count
    let family = isApp ? 0..<declaring : declaring + 1..<endOfFamily(of: declaring)
    guard !constraints.isEmpty, let last = family.compactMap({ needs[$0].max() }).max() else {
      return nil
    }
    let affected = dependents(of: positions, upTo: last)
    // For each descendant: whether it, or a feature between both, requires a feature or named condition that depends on
    // the declaring feature.
    var isReconvergent: [Bool] = []
    for feature in family {
      let parent = Int(planes.features[feature].parent)
      isReconvergent.append(
        needs[feature].contains(where: affected.contains)
          || parent != declaring && isReconvergent[parent - family.lowerBound])
    }
    guard isReconvergent.contains(true) else { return nil }

    // The next round uses the same planes.
    let (first, caches) = (compiler.circuit.steps.count, compiler.caches)
    defer {
      compiler.caches = caches
      compiler.circuit.removeSteps(from: first)
    }
    let reference: FormulaReference = isApp ? .app : .feature(declaring)
    let above =
      isApp
      ? compiler.value(.yes)
      : compiler.value(of: manifest.features[declaring].parent.map { .feature($0) } ?? .app, on: ())
    compiler.caches.substitutes = [reference: above]
    for dependent in affected.sorted().map({ FormulaReference(order[$0]) })
    where dependent != reference {
      compiler.caches.substitutes[dependent] = compiler.value(
        of: manifest.meaning(of: dependent), on: ())
    }
    // Where another constraint of the same declaration is not true, it blocks all descendants. Elsewhere, the
    // declaration is true without the constraint if what it inherits is.
    let others = constraints.map { constraint in
      constraints.filter { $0 != constraint }.reduce(compiler.circuit.never) {
        compiler.circuit.or($0, planes.constraints[Int($1)].notTrue)
      }
    }
    var found: [ReconvergentEntry] = []
    var notTrueOfEach: [Plane] = []
    for (feature, isReconvergent) in zip(family, isReconvergent) {
      let parent = Int(planes.features[feature].parent)
      let inherited =
        parent == declaring ? above.notTrue : notTrueOfEach[parent - family.lowerBound]
      let notTrue = unavailability(of: feature, parent: inherited)
      notTrueOfEach.append(notTrue)
      guard isReconvergent else { continue }
      let between = planes.lineage(of: feature).prefix { $0 != declaring }
      let firstEntry = between.reduce(planes.features[feature].firstEntry) {
        $0 + planes.features[$1].constraints.count
      }
      for (offset, other) in others.enumerated() {
        found.append(
          ReconvergentEntry(
            feature: feature, entry: firstEntry + offset,
            blockedWithout: compiler.circuit.or(notTrue, other)))
      }
    }
    let (steps, number) = compiler.circuit.steps(
      from: first, onWhichDepend: found.map(\.blockedWithout))
    for index in found.indices {
      found[index].blockedWithout = number(found[index].blockedWithout)
    }
    return ReconvergenceRound(steps: steps, entries: found)
  }

  private func endOfFamily(of feature: Int) -> Int {
    var end = feature + 1
    while end < manifest.features.count, (manifest.features[end].parent ?? -1) >= feature {
      end += 1
    }
    return end
  }

  private func dependents(of positions: [Int], upTo last: Int) -> Set<Int> {
    var found = Set(positions)
    var rest = positions
    while let next = rest.popLast() {
      for dependent in dependents[next] where dependent <= last {
        if found.insert(dependent).inserted { rest.append(dependent) }
      }
    }
    return found
  }

  private mutating func unavailability(of feature: Int, parent: Plane) -> Plane {
    let constraints =
      needs[feature].isEmpty
      ? Array(planes.requirements(of: feature))
      : compiler.contributions(of: feature, in: manifest, on: ())
    return constraints.reduce(parent) { compiler.circuit.or($0, $1.notTrue) }
  }
}
