package import FlintCore

/// Where a constraint stands in a manifest.
package struct ConstraintPlace: Hashable, Sendable {
  package let feature: Int

  /// Index of the conditional block, nil for the feature's own constraints.
  package let block: Int?

  /// Index in the list that holds it.
  package let index: Int

  package func constraint(in manifest: Manifest) -> Constraint {
    block.map { manifest.features[feature].conditional[$0].constraints[index] }
      ?? manifest.features[feature].constraints[index]
  }
}

extension Manifest {
  /// The places of a feature's constraints: its own, then each block's.
  package func places(of feature: Int) -> [ConstraintPlace] {
    var places = features[feature].constraints.indices.map {
      ConstraintPlace(feature: feature, block: nil, index: $0)
    }
    for (block, conditional) in features[feature].conditional.enumerated() {
      places += conditional.constraints.indices.map {
        ConstraintPlace(feature: feature, block: block, index: $0)
      }
    }
    return places
  }
}

/// What keeps a manifest from making an analysis run away.
package enum AnalysisLimits {
  /// The most work, in edges of decision diagrams looked at, that one feature's function may take; a feature that needs
  /// more is reported as too large, and so are its descendants.
  package static let work = 1 << 20

  /// What the features that are too large may waste together before the others' limit goes down.
  static let waste = 8 << 20
  static let workAfterWaste = 1 << 14

  /// The most scalars that are tried to find the texts of an attribute with patterns. Each pattern that can be matched
  /// independently of the others doubles them.
  static let textSteps = 1 << 20

  /// The most texts that the patterns of one attribute may name for a plan to try them.
  static let plannedTexts = 10_000

  /// The most work that comparing each goal of a cover with each other may take.
  static let comparisons = 1 << 28

  /// A store with more nodes than this, and than the first feature in it takes twice, is emptied before the next one: what
  /// it held is soon made again.
  static let nodes = 1 << 16

  /// The most work that the functions of all assumptions may take together. They are worked out once, not for each feature.
  static let assumptions = 1 << 23

  /// How many features are given an order of variables of their own before they are reported as too large.
  static let rearrangements = 16
}

extension StateSpace {
  /// Makes room for the next feature and grants it its share of work.
  ///
  /// Diagrams made before mean nothing any more.
  mutating func beginFeature() {
    // What one feature takes alone must not empty the store for each of those that share it.
    if nodesOfFirst == nil, store.count > 3 { nodesOfFirst = store.count }
    if store.count > max(AnalysisLimits.nodes, 2 * (nodesOfFirst ?? 0)) {
      nodesOfFirst = nil
      store = DiagramStore()
      generation += 1
      shared = [:]
      consistentAges = [:]
      possibility = .notPrepared
      statuses = sides.map {
        [FeatureFunction](repeating: .notAsked, count: $0.manifest.features.count)
      }
    }
    grantWork()
  }

  mutating func grantWork() {
    preparePossibleStates()
    store.grant(wasted < AnalysisLimits.waste ? AnalysisLimits.work : AnalysisLimits.workAfterWaste)
  }

  /// Counts the work on a feature that turned out to be too large in the order of variables at hand.
  ///
  /// - Returns: whether an order of its own may be tried.
  mutating func countWaste() -> Bool {
    wasted += AnalysisLimits.work
    rearrangements += 1
    return rearrangements <= AnalysisLimits.rearrangements
  }

  /// The feature's and its ancestors' constraints, and the app's, taken together.
  mutating func status(of feature: Int, side: Int) throws(TooLarge) -> Diagram {
    switch statuses[side][feature] {
    case .function(let known): return known
    case .tooLarge: throw TooLarge()
    case .notAsked: break
    }
    // INVARIANT: what a feature depends on is judged before it, so that neither the depth of the hierarchy nor a chain of
    // features that need each other is a depth of calls.
    try prepare(.feature(feature), side: side)
    guard case .function(let status) = statuses[side][feature] else { throw TooLarge() }
    return status
  }

  /// Works out what something asks for, so that asking for it is no depth of calls.
  mutating func prepare(_ target: References.Target, side: Int = 0) throws(TooLarge) {
    for target in order(for: target, side) { try workOut(target, side) }
  }

  /// What has to be worked out for something, each behind what it depends on.
  private func order(for target: References.Target, _ side: Int) -> [References.Target] {
    if isKnown(target, side) { return [] }
    let manifest = sides[side].manifest
    let needs = manifest.directNeeds(of: target)
    if needs.allSatisfy({ isKnown($0, side) }) { return [target] }
    var order: [References.Target] = []
    var open = DistinctList<References.Target>()
    open.append(target)
    var path: [(target: References.Target, needs: ArraySlice<References.Target>)] = [
      (target, needs[...])
    ]
    while let last = path.last {
      if let next = last.needs.first {
        path[path.count - 1].needs = last.needs.dropFirst()
        if open.append(next), !isKnown(next, side) {
          path.append((next, manifest.directNeeds(of: next)[...]))
        }
      } else {
        order.append(last.target)
        path.removeLast()
      }
    }
    return order
  }

  private func isKnown(_ target: References.Target, _ side: Int) -> Bool {
    switch target {
    case .feature(let feature):
      if case .notAsked = statuses[side][feature] { false } else { true }
    case .condition, .assumption:
      shared[Shared(side: side, .meaning(MeaningReference(target)))] != nil
    }
  }

  private mutating func workOut(_ target: References.Target, _ side: Int) throws(TooLarge) {
    guard case .feature(let feature) = target else {
      _ = try value(of: MeaningReference(target), on: side)
      return
    }
    _ = try compose(feature, side)
  }

  /// A feature's status with what it is made of, all of it worked out once.
  struct Composition {
    let status: Diagram
    let above: Diagram
    let contributions: [Diagram]
  }

  mutating func composition(of feature: Int) throws(TooLarge) -> Composition {
    let target = References.Target.feature(feature)
    switch statuses[0][feature] {
    case .function(let status):
      return Composition(
        status: status, above: try above(feature, 0),
        contributions: try contributions(of: feature, side: 0))
    case .tooLarge: throw TooLarge()
    case .notAsked:
      for need in order(for: target, 0).dropLast() { try workOut(need, 0) }
      return try compose(feature, 0)
    }
  }

  /// All that the feature depends on has been worked out.
  private mutating func compose(_ feature: Int, _ side: Int) throws(TooLarge) -> Composition {
    statuses[side][feature] = .tooLarge
    let above = try above(feature, side)
    let contributions = try contributions(of: feature, side: side)
    var status = above
    for contribution in contributions { status = try store.and(status, contribution) }
    statuses[side][feature] = .function(status)
    return Composition(status: status, above: above, contributions: contributions)
  }

  /// What stands above a feature: its parent with all that is above that, else the app.
  mutating func above(_ feature: Int, _ side: Int) throws(TooLarge) -> Diagram {
    if let parent = sides[side].manifest.features[feature].parent {
      return try status(of: parent, side: side)
    }
    return try value(of: .app, on: side)
  }

  /// What each of a feature's constraints contributes, in the order of ``Manifest/places(of:)``.
  mutating func contributions(of feature: Int, side: Int) throws(TooLarge) -> [Diagram] {
    try contributions(of: feature, in: sides[side].manifest, on: side)
  }

  /// The truth of a block's guard.
  mutating func condition(ofBlock block: Int, of feature: Int) throws(TooLarge) -> Diagram {
    let manifest = sides[0].manifest
    return try value(
      of: manifest.meaning(
        of: manifest.features[feature].conditional[block].condition, in: feature), on: 0)
  }
}
