package import FlintCore

/// Where a constraint stands in a manifest.
package struct ConstraintPlace: Hashable, Sendable {
  package let feature: Int

  /// Index of the conditional block, nil for the feature's own constraints.
  package let block: Int?

  /// Index in the list that holds it.
  package let index: Int

  package func constraint(in manifest: Manifest) -> Constraint {
    let feature = manifest.features[feature]
    return block.map { feature.conditional[$0].constraints[index] } ?? feature.constraints[index]
  }
}

extension Manifest {
  /// The places of a feature's constraints: its own, then each block's.
  func places(of feature: Int) -> [ConstraintPlace] {
    let declaration = features[feature]
    var places = declaration.constraints.indices.map {
      ConstraintPlace(feature: feature, block: nil, index: $0)
    }
    for (block, conditional) in declaration.conditional.enumerated() {
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
  /// more is told to be too large, and so are its descendants.
  package static let work = 1 << 20

  /// What the features that are too large may waste together before the others' limit goes down.
  static let waste = 8 << 20
  static let workAfterWaste = 1 << 14

  /// A store with more nodes than this is emptied before the next feature: what it held is soon made again.
  static let nodes = 1 << 18

  /// How many features are given an order of variables of their own before they are told to be too large.
  static let rearrangements = 16
}

extension StateSpace {
  /// Makes room for the next feature and grants it its share of work.
  ///
  /// Diagrams made before mean nothing any more.
  mutating func beginFeature() {
    if store.count > AnalysisLimits.nodes {
      store = DiagramStore()
      meanings = [:]
      statuses = sides.map {
        [FeatureFunction](repeating: .notAsked, count: $0.manifest.features.count)
      }
    }
    grantWork()
  }

  mutating func grantWork() {
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

  /// The feature's and its ancestors' constraints taken together.
  mutating func status(of feature: Int, side: Int) throws(TooLarge) -> Diagram {
    switch statuses[side][feature] {
    case .function(let known): return known
    case .tooLarge: throw TooLarge()
    case .notAsked: break
    }
    // INVARIANT: parents are judged before their children, so that the depth of the hierarchy is no depth of calls.
    var open = [feature]
    while let parent = sides[side].manifest.features[open[open.count - 1]].parent,
      case .notAsked = statuses[side][parent]
    { open.append(parent) }
    for feature in open.reversed() {
      statuses[side][feature] = .tooLarge
      var status = Diagram.yes
      if let parent = sides[side].manifest.features[feature].parent {
        guard case .function(let known) = statuses[side][parent] else { throw TooLarge() }
        status = known
      }
      for contribution in try contributions(of: feature, side: side) {
        status = try store.and(status, contribution)
      }
      statuses[side][feature] = .function(status)
    }
    guard case .function(let status) = statuses[side][feature] else { throw TooLarge() }
    return status
  }

  /// What each of a feature's constraints contributes, in the order of ``Manifest/places(of:)``.
  mutating func contributions(of feature: Int, side: Int) throws(TooLarge) -> [Diagram] {
    try contributions(of: feature, in: sides[side].manifest, on: side)
  }

  /// The truth of a block's guard.
  mutating func condition(ofBlock block: Int, of feature: Int) throws(TooLarge) -> Diagram {
    let manifest = sides[0].manifest
    return try value(
      of: manifest.meaning(of: manifest.features[feature].conditional[block].guardian), on: 0)
  }
}
