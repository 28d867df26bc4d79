extension Evaluator {
  /// The stored result of evaluating a named condition, or a feature together with its ancestors. All constraints that
  /// refer to the condition or feature use this result, so it is computed only once.
  struct StoredResult: Sendable {
    var truth = Ternary.yes

    /// The step that could make the feature available or the condition true, such as offering a product: of all actions
    /// that could help, the first in the order of ``NextStep/Action``.
    var request = RequestedStep()

    /// The step for a constraint inside a `not` that refers to this feature or condition. It is the same as
    /// ``request``, but without permission requests: the app should not request a permission that must not be granted,
    /// and waits until its status is known.
    var awaited = RequestedStep()

    /// The number of the constraints in a named condition, including those of named conditions to which it refers, and
    /// the depth of their nesting.
    var extent = Extent()
  }

  /// The size of a constraint or condition: the number of its constraints and the depth of their nesting. A reference
  /// to a named condition counts with all constraints of that condition, or as a single constraint if that condition is
  /// too large to be shown (``isShown``).
  struct Extent: Sendable {
    private(set) var constraints = 0
    private(set) var depth = 0

    /// Whether the constraint or condition is small enough to be shown with all constraints inside it. The size can
    /// grow exponentially, for example if each named condition refers twice to the next one.
    var isShown: Bool { constraints <= 10_000 && depth <= 128 }

    /// Adds the size of another constraint of the same list: the numbers of constraints are added, and the depth
    /// becomes the greater one.
    mutating func add(_ other: Extent) {
      // The cap avoids an overflow and is far above the limit of `isShown`.
      constraints = min(constraints + other.constraints, 1 << 32)
      depth = max(depth, other.depth)
    }

    /// Adds a constraint, such as an `allOf`, that contains all constraints counted so far: the number of constraints
    /// and the depth grow by 1.
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
  /// Evaluates a feature, named condition or assumption. The features and named conditions on which it depends must
  /// have been evaluated before.
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
