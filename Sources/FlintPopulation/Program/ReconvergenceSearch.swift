internal import FlintModel
import FlintLogic

/// A pair of a feature and a constraint that affects the feature in two ways (reconvergent fan-out, in the terms of
/// logic circuits). First, the feature, an ancestor or the app declares the constraint, so that it applies to the
/// feature. Second, the feature requires another feature to which the constraint also applies. For example, the app
/// requires iOS 16, and the feature a requires the feature b: if iOS is too old, a has two blockers with one cause.
///
/// The feature a may be available without the constraint, although it has two blockers. For such a pair, the manifest
/// is therefore evaluated again without the constraint.
struct ReconvergentEntry: Sendable {
  let feature: Int

  /// The index of this pair among all pairs of a feature and a constraint that applies to it. A feature's pairs begin
  /// at ``FeaturePlanes/Feature/firstEntry``.
  let entry: Int

  /// The plane (bit vector, see ``Lanes``) of the states in which the feature would still not be available if the
  /// constraint of this pair were removed from the manifest. The ``ReconvergenceRound`` that contains this pair
  /// computes the plane. Read it before the next round is executed, because that round overwrites it.
  var openWithout: Plane
}

/// An additional evaluation of a manifest, without one constraint of a feature or without those of the app. It is
/// needed for the features that such a constraint affects in two ways (see ``ReconvergentEntry``).
///
/// There can be as many rounds as constraints, and each can need a plane (see ``Lanes``) for each feature. Therefore
/// all rounds of a program use the same planes, one round after the other, so that the memory of a ``StateBatch`` does
/// not grow with the number of rounds.
struct ReconvergenceRound: Sendable {
  /// The steps, each a bit operation, that evaluate the manifest without the constraint. They run after the steps that
  /// evaluate the whole manifest, and use their results. The first one computes the plane (a bit vector; see ``Lanes``)
  /// with the number ``PopulationProgram/roundStart``.
  let steps: [PlaneCircuit.Step]
  let entries: [ReconvergentEntry]
}

/// A search for the constraints that affect a feature in two ways (see ``ReconvergentEntry``). For each of them, it
/// also compiles the condition under which the feature would still not be available if the constraint were removed.
///
/// - A feature's own constraint cannot affect it in two ways, because a requirement that leads back to the feature
///   would be a cycle, which a valid manifest does not contain.
/// - An ancestor's constraint affects the feature in two ways if the feature, or a feature between it and the ancestor,
///   requires a feature or named condition that depends on the ancestor.
/// - A constraint of the app affects a feature in two ways if the feature, or one of its ancestors, requires another
///   feature.
struct ReconvergenceSearch {
  private var compiler: PlaneCompiler
  private let features: [PopulationProgram.Feature]
  private let constraints: [LaneTruth]
  private let manifest: Manifest

  /// The positions of declarations in a topological order, in which each declaration comes after those to which it
  /// refers. The order contains all named conditions, the features to which a constraint refers, and all declarations
  /// on which these depend.
  private var positions: [References.Target: Int] = [:]

  /// For each declaration, by its position in the topological order, the positions of the declarations that directly
  /// refer to it. A feature also refers to its parent.
  private var dependents: [[Int]] = []

  /// For each feature, the declarations to which its own constraints refer. Each declaration is given by its position
  /// in the topological order.
  private var needs: [[Int]] = []

  /// The pairs of a feature and a constraint for which the current round is needed. A round is an additional evaluation
  /// of the manifest without the constraint (see ``ReconvergenceRound``). It is needed if the constraint affects the
  /// feature in two ways: it applies to the feature, and also to another feature that the feature requires.
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

  /// Adds a round, which is an evaluation of the manifest without one constraint or without those of the app. `body`
  /// compiles this evaluation to steps (bit operations) of the compiler's circuit, and appends to ``found`` the pairs
  /// of a feature and a constraint for which the round is needed (see ``ReconvergentEntry``). If there are none, no
  /// round is added. Afterwards, the new steps are removed from the circuit, because the next round uses the same
  /// planes (see ``Lanes``).
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
      from: first, onWhichDepend: found.lazy.map(\.openWithout))
    for index in found.indices where found[index].openWithout >= firstPlane {
      found[index].openWithout = numbers[Int(found[index].openWithout - firstPlane)]
    }
    finished.append(ReconvergenceRound(steps: steps, entries: found))
  }

  // MARK: The app

  /// Adds a round (see ``ReconvergenceRound``) for the pairs of a constraint of the app and each feature that it
  /// affects in two ways: directly, and through another feature that it requires.
  ///
  /// The app has one constraint for each platform, which applies only to states on that platform. A state has only one
  /// platform, so at most one constraint of the app is not true. In such a state, removing this constraint has the same
  /// effect as removing all constraints of the app. The features without these constraints are therefore compiled only
  /// once.
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

  /// Adds to ``found`` the pairs of one constraint and each feature that the constraint affects in two ways: by
  /// inheritance from the feature that declares the constraint, and through another feature that the affected feature
  /// requires.
  ///
  /// - Parameters:
  ///   - declaring: The index of the feature that declares the constraint.
  ///   - constraint: The index of the constraint among the constraints of all features.
  ///   - family: The indices of the features inside the declaring feature, at all levels.
  ///   - affected: The positions in the topological order of the declarations that depend on the declaring feature.
  ///   - isReconvergent: For each element of `family`, whether the constraint affects it in two ways.
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

  /// Returns the declarations that depend on the declaration at `position`, directly or through others. All
  /// declarations are given by their positions in the topological order. Those after the position `last` are left out.
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

  /// Returns whether a feature would be available (true, false or unknown in each state) if one of the feature's own
  /// constraints were removed. The constraints of its ancestors and of the app still apply.
  ///
  /// - Parameter dropped: The index of the removed constraint among the constraints of all features.
  private mutating func truth(of feature: Int, without dropped: Int) -> LaneTruth {
    let above: FormulaReference = manifest.features[feature].parent.map { .feature($0) } ?? .app
    var truth = compiler.value(of: above, on: ())
    for constraint in features[feature].constraints where Int(constraint) != dropped {
      truth = compiler.and(truth, constraints[Int(constraint)])
    }
    return truth
  }

  /// Returns the plane (see ``Lanes``) of the states in which a feature would not be available if a constraint (or all
  /// constraints of the app) were removed from the manifest. The caller has stored the truth values that other features
  /// and named conditions would then have in ``PlaneCompiler/Caches/substitutes``. If the given feature requires one of
  /// them, that value is used.
  ///
  /// - Parameter parent: The plane of the states in which the feature's parent would not be available.
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
    _ feature: Int, declaring: Int, _ constraint: Int, _ openWithout: Plane
  ) {
    var entry = features[feature].firstEntry
    var current = feature
    while current != declaring {
      entry += features[current].constraints.count
      current = Int(features[current].parent)
    }
    found.append(
      ReconvergentEntry(feature: feature, entry: entry + constraint, openWithout: openWithout))
  }
}
