internal import FlintCore

/// Makes planes of all that the page tells of constraints: what is said of them, and what they ask for.
struct PageCompiler<Logic: PageLogic> {
  let manifest: Manifest
  var logic: Logic

  /// What is known of features with their ancestors, of named conditions and of the app, for others to ask for.
  var steps: [RequestTarget: [StepRequest]] = [:]

  /// Where each of these asks for an action first, by action.
  var firsts: [RequestTarget: [FirstRequest]] = [:]

  init(_ manifest: Manifest, _ logic: Logic) {
    self.manifest = manifest
    self.logic = logic
    // Only what has alternatives asks which of them comes first. Chains are as long as manifests: begin at their ends.
    guard manifest.hasAlternativeReference else { return }
    noteFirsts(of: RequestTarget(target: nil, isAwaited: false))
    for target in manifest.references.order {
      noteFirsts(of: RequestTarget(target: target, isAwaited: false))
      noteFirsts(of: RequestTarget(target: target, isAwaited: true))
    }
  }

  /// All that the page tells of a constraint of a feature, or of the app for nil.
  struct ReportedText {
    /// Where it takes no part.
    let inactive: Int

    /// Where it is open because nobody knows yet if its block applies.
    let openGuard: Int
    let sentences: [PageSaying]

    /// What it asks for where it is open.
    let demands: [StepRequest]
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
      demands: demands(of: constraint, block: block, in: feature, isAwaited: false))
  }
}

extension Manifest {
  /// Whether some alternative asks for a feature or a named condition.
  fileprivate var hasAlternativeReference: Bool {
    var found = false
    forEachDemand { constraint in
      guard !found, case .anyOf = constraint else { return }
      constraint.forEachPart { if $0.target != nil { found = true } }
    }
    return found
  }

  /// Calls `body` with every constraint of a feature, in the order in which they are listed.
  func forEachConstraint(
    of feature: Int, _ body: (_ constraint: Constraint, _ block: Int?) -> Void
  ) {
    for constraint in features[feature].constraints { body(constraint, nil) }
    for (index, block) in features[feature].conditional.enumerated() {
      for constraint in block.constraints { body(constraint, index) }
    }
  }
}
