import FlintModel
import FlintLogic

/// A compiler that translates constraints into data for the report page: the planes with which the page selects the
/// sentences to show, and the requests that the constraints make.
///
/// A plane is a truth value that the page computes for the state that its reader has chosen. A request is a next step,
/// such as a permission prompt, that a constraint needs if it is not satisfied.
struct PageCompiler<Logic: PageLogic> {
  let manifest: Manifest
  var logic: Logic

  /// The requests (next steps) of each target that has been compiled so far. A target is a feature with its ancestors,
  /// a named condition or the app.
  var steps: [RequestTarget: [StepRequest]] = [:]

  /// For each target (a feature, a named condition or the app), the actions that can be its first request (next step)
  /// in some state. Each action has a plane (a truth value that the report page computes), which is true if the action
  /// is the first one.
  var firsts: [RequestTarget: [FirstRequest]] = [:]

  init(_ manifest: Manifest, _ logic: Logic) {
    self.manifest = manifest
    self.logic = logic
    // Only an `anyOf` needs the first requests of its alternatives. Chains of references can be long, so the targets
    // are visited in topological order, without recursion.
    guard manifest.hasAlternativeReference else { return }
    computeFirsts(of: RequestTarget(target: nil, isAwaited: false))
    for target in manifest.references.order {
      computeFirsts(of: RequestTarget(target: target, isAwaited: false))
      computeFirsts(of: RequestTarget(target: target, isAwaited: true))
    }
  }

  struct CompiledConstraint {
    /// The plane (a truth value that the report page computes) that is true if the constraint does not apply.
    let inactive: Int

    /// The plane (a truth value that the report page computes) that is true if the constraint is unknown or not
    /// satisfied, and it is also unknown whether its conditional block applies.
    let openGuard: Int
    let sentences: [ConditionalSentence]

    /// The requests (next steps) that the constraint makes if it is not satisfied.
    let requests: [StepRequest]
  }

  mutating func reported(_ constraint: Constraint, block: Int?, in feature: Int?)
    -> CompiledConstraint
  {
    var inactive: [PageCondition] = []
    if case .requirement(.platform(let platform, _)) = constraint {
      inactive.append(.no(.test(.system(platform, nil))))
    }
    var openGuard = PageCondition.never
    if let guarding = guarding(block, in: feature) {
      inactive.append(.no(guarding))
      let meaning = manifest.meaning(of: constraint, in: feature)
      openGuard = .all([.unknown(guarding), .not(.yes(meaning))])
    }
    return CompiledConstraint(
      inactive: logic.plane(where: .any(inactive)), openGuard: logic.plane(where: openGuard),
      sentences: sentences(on: constraint, block: block, in: feature),
      requests: requests(of: constraint, block: block, in: feature, isAwaited: false))
  }
}

extension Manifest {
  fileprivate var hasAlternativeReference: Bool {
    var found = false
    forEachRequirement { constraint in
      guard !found, case .anyOf = constraint else { return }
      constraint.forEachPart { if $0.target != nil { found = true } }
    }
    return found
  }

  /// Calls `body` with every constraint of a feature and the index of its conditional block, if any, in the order in
  /// which reports list them.
  func forEachConstraint(
    of feature: Int, _ body: (_ constraint: Constraint, _ block: Int?) -> Void
  ) {
    for constraint in features[feature].constraints { body(constraint, nil) }
    for (index, block) in features[feature].conditional.enumerated() {
      for constraint in block.constraints { body(constraint, index) }
    }
  }
}
