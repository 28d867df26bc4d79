package import FlintModel
import FlintLogic

package struct ConstraintPosition: Hashable, Sendable {
  package let feature: Int

  /// The index of the conditional block that contains the constraint; nil if the constraint is outside all blocks.
  package let block: Int?

  /// The constraint's index in the list of its block or, outside all blocks, of its feature.
  package let index: Int

  package func constraint(in manifest: Manifest) -> Constraint {
    block.map { manifest.features[feature].conditional[$0].constraints[index] }
      ?? manifest.features[feature].constraints[index]
  }
}

extension Manifest {
  /// Returns the positions of a feature's constraints: first those outside conditional blocks, then those of each
  /// block.
  package func constraintPositions(of feature: Int) -> [ConstraintPosition] {
    var positions = features[feature].constraints.indices.map {
      ConstraintPosition(feature: feature, block: nil, index: $0)
    }
    for (block, conditional) in features[feature].conditional.enumerated() {
      positions += conditional.constraints.indices.map {
        ConstraintPosition(feature: feature, block: block, index: $0)
      }
    }
    return positions
  }
}

extension StateSpace {
  /// Returns a feature's status as a function of the state. The status combines, by AND, the feature's own constraints,
  /// its ancestors' constraints and the app's constraints.
  ///
  /// - Parameter side: The feature's manifest: 0, or 1 for the second one of a comparison.
  mutating func status(of feature: Int, side: Int) throws(LimitExceeded) -> Diagram {
    switch statuses[side][feature] {
    case .function(let known): return known
    case .tooLarge(let error): throw error
    case .notComputed: break
    }
    // INVARIANT: the dependencies of a feature are computed before the feature. The call depth therefore depends
    // neither on the depth of the hierarchy nor on the length of a chain of required features.
    try prepare(.feature(feature), side: side)
    guard case .function(let status) = statuses[side][feature] else {
      throw LimitExceeded(budget: budget).about(.feature(feature), on: side)
    }
    return status
  }

  /// Computes and stores the function that maps states to the truth value of a feature, named condition or assumption,
  /// after those of its dependencies. Uses a list instead of recursion, because chains of dependencies can be long.
  ///
  /// - Parameter side: The declaration's manifest: 0, or 1 for the second one of a comparison.
  mutating func prepare(_ target: References.Target, side: Int = 0) throws(LimitExceeded) {
    let order = order(for: target, side)
    if order.isEmpty { return }
    for target in order { try workOut(target, side) }
    resetBudget()
  }

  /// Returns a feature, named condition or assumption with all its dependencies in topological order: each comes after
  /// those that it depends on. Omits those whose functions have been computed already.
  private func order(for target: References.Target, _ side: Int) -> [References.Target] {
    if isKnown(target, side) { return [] }
    let manifest = sides[side].manifest
    if manifest.directNeeds(of: target).allSatisfy({ isKnown($0, side) }) { return [target] }
    return manifest.topologicalOrder(of: [target]) { isKnown($0, side) }
  }

  private func isKnown(_ target: References.Target, _ side: Int) -> Bool {
    switch target {
    case .feature(let feature):
      if case .notComputed = statuses[side][feature] { false } else { true }
    case .condition, .assumption:
      shared[FunctionKey(side: side, .meaning(FormulaReference(target)))] != nil
    }
  }

  private mutating func workOut(_ target: References.Target, _ side: Int) throws(LimitExceeded) {
    resetBudget()
    do throws(LimitExceeded) {
      switch target {
      case .condition, .assumption: _ = try value(of: FormulaReference(target), on: side)
      case .feature(let feature): _ = try compose(feature, side)
      }
    } catch {
      let error = error.about(target, on: side)
      if case .feature(let feature) = target { statuses[side][feature] = .tooLarge(error) }
      throw error
    }
  }

  /// A feature's status and the functions from which it is computed by AND: the status that the feature inherits, and a
  /// function for each of its constraints.
  struct Composition {
    let status: Diagram
    let inheritedStatus: Diagram
    let contributions: [Diagram]
  }

  mutating func composition(of feature: Int) throws(LimitExceeded) -> Composition {
    let target = References.Target.feature(feature)
    switch statuses[0][feature] {
    case .function(let status):
      return Composition(
        status: status, inheritedStatus: try inheritedStatus(of: feature, side: 0),
        contributions: try contributions(of: feature, side: 0))
    case .tooLarge(let error): throw error
    case .notComputed:
      for need in order(for: target, 0).dropLast() { try workOut(need, 0) }
      resetBudget()
      return try compose(feature, 0)
    }
  }

  /// Computes a feature's status as a function of the state and stores it. Returns it with the functions from which it
  /// was computed by AND. The functions of the feature's dependencies must have been computed before.
  ///
  /// - Parameter side: The feature's manifest: 0, or 1 for the second one of a comparison.
  private mutating func compose(_ feature: Int, _ side: Int) throws(LimitExceeded) -> Composition {
    let inheritedStatus = try inheritedStatus(of: feature, side: side)
    let contributions = try contributions(of: feature, side: side)
    let status = try store.join(.and, ([inheritedStatus] + contributions)[...])
    statuses[side][feature] = .function(status)
    return Composition(
      status: status, inheritedStatus: inheritedStatus, contributions: contributions)
  }

  /// Returns the status that a feature inherits, as a function of the state: its parent's status or, for a feature
  /// without a parent, the app's constraints combined by AND.
  ///
  /// - Parameter side: The feature's manifest: 0, or 1 for the second one of a comparison.
  mutating func inheritedStatus(of feature: Int, side: Int) throws(LimitExceeded) -> Diagram {
    if let parent = sides[side].manifest.features[feature].parent {
      return try status(of: parent, side: side)
    }
    return try value(of: .app, on: side)
  }

  /// Returns a function for each of a feature's constraints: it is true in the states in which the constraint is
  /// satisfied or does not apply. The order is that of ``Manifest/constraintPositions(of:)``.
  ///
  /// - Parameter side: The feature's manifest: 0, or 1 for the second one of a comparison.
  mutating func contributions(of feature: Int, side: Int) throws(LimitExceeded) -> [Diagram] {
    try contributions(of: feature, in: sides[side].manifest, on: side)
  }

  mutating func condition(ofBlock block: Int, of feature: Int) throws(LimitExceeded) -> Diagram {
    let manifest = sides[0].manifest
    return try value(
      of: manifest.meaning(
        of: manifest.features[feature].conditional[block].condition, in: feature), on: 0)
  }
}
