extension Evaluator {
  /// The result of a feature with its ancestors, or of a named condition, computed once for all
  /// that refer to it.
  struct StoredResult: Sendable {
    var truth = Ternary.yes

    var request = RequestedStep()

    /// As ``request`` inside a `not`: waits instead of requesting a permission that must not be
    /// granted.
    var awaited = RequestedStep()

    /// Of a named condition, with those that it refers to.
    var extent = Extent()
  }

  /// Constraints and their depth. What is too large to be shown counts as one.
  struct Extent: Sendable {
    private(set) var constraints = 0
    private(set) var depth = 0

    /// The size can grow exponentially with references.
    var isShown: Bool { constraints <= 10_000 && depth <= 128 }

    /// Of the same list.
    mutating func add(_ other: Extent) {
      // The cap avoids an overflow and is far above the limit of `isShown`.
      constraints = min(constraints + other.constraints, 1 << 32)
      depth = max(depth, other.depth)
    }

    mutating func enclose() {
      constraints += 1
      depth += 1
    }
  }

  private func extent(of constraint: Constraint) -> Extent {
    var extent = Extent()
    if case .condition(let condition) = constraint {
      if let known = known[.condition(condition)]?.extent, known.isShown { extent.add(known) }
    }
    for operand in constraint.operands {
      for constraint in operand.constraints { extent.add(self.extent(of: constraint)) }
    }
    extent.enclose()
    return extent
  }
}

extension Evaluator {
  /// Its dependencies must have been evaluated before.
  func evaluate(_ target: References.Target) -> StoredResult {
    var known = StoredResult()
    switch target {
    case .feature(let feature):
      let own = own(feature, isShown: false)
      let inherited =
        manifest.features[feature].parent.flatMap { self.known[.feature($0)] }
        ?? StoredResult(truth: app.truth, request: app.request, awaited: app.request)
      known.truth = own.truth && inherited.truth
      known.request = own.request
      known.request.add(inherited.request)
      for constraint in own.constraints {
        forEachAwaited(of: constraint, of: ConstraintContext(feature: feature)) {
          known.awaited.add($0, $1)
        }
      }
      known.awaited.add(inherited.awaited)
    case .condition(let index):
      let context = ConstraintContext.condition
      for constraint in manifest.conditions[index].condition.constraints {
        known.extent.add(extent(of: constraint))
        let evaluation = evaluation(
          of: constraint, of: context, block: nil, guardedBy: .yes, isShown: false)
        guard evaluation.status.truth != .yes else { continue }
        known.truth = known.truth && evaluation.status.truth
        forEachRequest(of: evaluation, of: context) { known.request.add($0, $1) }
        forEachAwaited(of: evaluation, of: context) { known.awaited.add($0, $1) }
      }
    // Nothing refers to an assumption, so its request is never used.
    case .assumption(let assumption):
      known.truth = truth(of: manifest.assumptions[assumption].condition, of: .condition)
    }
    return known
  }
}
