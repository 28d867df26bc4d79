extension Evaluator {
  /// What is known of a feature with its ancestors, or of a named condition, for others to ask for.
  struct Known: Sendable {
    var truth = Ternary.yes

    /// The first action that it asks for where it does not hold.
    var request = RequestedStep()

    /// The same inside a `not`, where permissions are awaited and not asked for.
    var awaited = RequestedStep()

    /// How much a named condition is, written out.
    var extent = Extent()
  }

  /// How much there is to show of something, with all that named conditions in it are made of.
  struct Extent: Sendable {
    private(set) var constraints = 0
    private(set) var depth = 0

    /// Whether somebody could read it: conditions that use others twice, and these others twice, are beyond all bounds.
    var isShown: Bool { constraints <= 10_000 && depth <= 128 }

    /// Beside what there is.
    mutating func add(_ other: Extent) {
      // Enough to be too much.
      constraints = min(constraints + other.constraints, 1 << 32)
      depth = max(depth, other.depth)
    }

    /// Inside a constraint more.
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
  /// Judges what others ask for; all that it depends on has been judged.
  func judge(_ target: References.Target) -> Known {
    var known = Known()
    switch target {
    case .feature(let feature):
      let own = own(feature, isShown: false)
      let above =
        manifest.features[feature].parent.flatMap { self.known[.feature($0)] }
        ?? Known(truth: app.truth, request: app.request, awaited: app.request)
      known.truth = own.truth && above.truth
      known.request = own.request
      known.request.add(above.request)
      for constraint in own.constraints {
        forEachAwaited(of: constraint, of: ConstraintOwner(feature: feature)) {
          known.awaited.add($0, $1)
        }
      }
      known.awaited.add(above.awaited)
    case .condition(let index):
      let owner = ConstraintOwner.condition
      for constraint in manifest.conditions[index].condition.constraints {
        known.extent.add(extent(of: constraint))
        let evaluation = evaluation(
          of: constraint, of: owner, block: nil, guardedBy: .yes, isShown: false)
        guard evaluation.status.truth != .yes else { continue }
        known.truth = known.truth && evaluation.status.truth
        forEachRequest(of: evaluation, of: owner) { known.request.add($0, $1) }
        forEachAwaited(of: evaluation, of: owner) { known.awaited.add($0, $1) }
      }
    // Nothing refers to one, so its request is never asked for.
    case .assumption(let assumption):
      known.truth = truth(of: manifest.assumptions[assumption].condition, of: .condition)
    }
    return known
  }
}
