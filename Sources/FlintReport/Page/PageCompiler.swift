internal import FlintCore

/// Compiles constraints for the page: the planes that select their sentences and the requests they make.
///
/// A plane is a truth value that the page computes for its state. A request is a next step, such as a permission
/// prompt, that a constraint needs if it is not satisfied.
struct PageCompiler<Logic: PageLogic> {
  let manifest: Manifest
  var logic: Logic

  /// The requests of each target computed so far: of features including their ancestors, of named conditions and of the
  /// app.
  var steps: [RequestTarget: [StepRequest]] = [:]

  /// For each target, the actions it can request first, each with the plane of the states in which it does.
  var firsts: [RequestTarget: [FirstRequest]] = [:]

  init(_ manifest: Manifest, _ logic: Logic) {
    self.manifest = manifest
    self.logic = logic
    // Only alternatives need the first requests. Chains of references can be long, so this starts at their ends.
    guard manifest.hasAlternativeReference else { return }
    noteFirsts(of: RequestTarget(target: nil, isAwaited: false))
    for target in manifest.references.order {
      noteFirsts(of: RequestTarget(target: target, isAwaited: false))
      noteFirsts(of: RequestTarget(target: target, isAwaited: true))
    }
  }

  /// The compiled contents for a constraint of a feature, or of the app.
  struct ReportedText {
    /// The plane of the states in which the constraint does not apply.
    let inactive: Int

    /// The plane of the states in which it is unknown whether the constraint's conditional block applies.
    let openGuard: Int
    let sentences: [PageSaying]

    /// The requests that the constraint makes if it is not satisfied.
    let requests: [StepRequest]
  }

  mutating func reported(_ constraint: Constraint, block: Int?, in feature: Int?) -> ReportedText {
    var inactive: [PageCase] = []
    if case .platform(let platform, _) = constraint {
      inactive.append(.no(.test(.system(platform, nil))))
    }
    var openGuard = PageCase.never
    if let guarding = guarding(block, in: feature) {
      inactive.append(.no(guarding))
      let meaning = manifest.meaning(of: constraint, in: feature)
      openGuard = .all([.unknown(guarding), .not(.yes(meaning))])
    }
    return ReportedText(
      inactive: logic.plane(where: .any(inactive)), openGuard: logic.plane(where: openGuard),
      sentences: sentences(on: constraint, block: block, in: feature),
      requests: requests(of: constraint, block: block, in: feature, isAwaited: false))
  }
}

extension Manifest {
  /// Whether an alternative refers to a feature or a named condition.
  fileprivate var hasAlternativeReference: Bool {
    var found = false
    forEachRequirement { constraint in
      guard !found, case .anyOf = constraint else { return }
      constraint.forEachPart { if $0.target != nil { found = true } }
    }
    return found
  }

  /// Calls `body` with every constraint of a feature, in the order in which reports list them.
  func forEachConstraint(
    of feature: Int, _ body: (_ constraint: Constraint, _ block: Int?) -> Void
  ) {
    for constraint in features[feature].constraints { body(constraint, nil) }
    for (index, block) in features[feature].conditional.enumerated() {
      for constraint in block.constraints { body(constraint, index) }
    }
  }
}
