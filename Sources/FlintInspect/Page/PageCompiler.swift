import FlintLogic
import FlintModel

/// Compiles constraints for the page. A *plane* is a truth value that the page computes; a
/// *request* is a next step that a constraint asks for.
struct PageCompiler<Logic: PageLogic> {
  let manifest: Manifest
  var logic: Logic

  /// By target: a feature with its ancestors, a named condition, or the app.
  var steps: [RequestTarget: [StepRequest]] = [:]

  /// By target, the actions that can be first, each with its plane.
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
    let inactive: Int

    /// Open, and unknown whether it applies.
    let openGuard: Int
    let sentences: [ConditionalSentence]

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

  /// In the order of reports.
  func forEachConstraint(
    of feature: Int, _ body: (_ constraint: Constraint, _ block: Int?) -> Void
  ) {
    for constraint in features[feature].constraints { body(constraint, nil) }
    for (index, block) in features[feature].conditional.enumerated() {
      for constraint in block.constraints { body(constraint, index) }
    }
  }
}
