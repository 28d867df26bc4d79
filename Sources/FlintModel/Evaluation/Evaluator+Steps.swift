extension Evaluator {
  /// In the order of ``NextStep/Action``; the first is the next step. Each open constraint asks for
  /// its first action; one under an unknown guard for what determines that. Ends after a step that
  /// cannot lead to availability.
  func steps(of evaluation: FeatureEvaluation) -> [NextStep] {
    guard let next = evaluation.nextStep else { return [] }
    guard next.action.canLeadToAvailability else { return [next] }
    var later: [NextStep.Action: RequestedStep] = [:]
    for (constraint, context) in obstacles(of: evaluation) {
      var first = RequestedStep()
      forEachRequest(of: constraint, of: context) { first.add($0, $1) }
      guard let action = first.action else { continue }
      if case .requirement(.permission(let requirement)) = constraint.constraint,
        action == .upgradeOS, state.given.defaults.permission == .notDetermined
      {
        // The newer version has the permission, but the user has not granted it yet.
        later[.requestPermission, default: RequestedStep()].add(
          .requestPermission, .subject(.permission(requirement.permission)))
      }
      guard action > next.action else { continue }
      for part in first.parts { later[action, default: RequestedStep()].add(action, part) }
    }
    var steps = [next]
    for (action, step) in later.sorted(by: { $0.key < $1.key }) {
      if let step = step.step(in: self) { steps.append(step) }
      if !action.canLeadToAvailability { break }
    }
    return steps
  }

  typealias Obstacle = (constraint: ConstraintEvaluation, context: ConstraintContext)

  /// Returns the constraints that keep a feature from being available, because they are not satisfied or not
  /// determined. Instead of an `allOf`, or of a reference to a named condition or a feature, the result contains those
  /// constraints inside it that are not satisfied or not determined. A constraint of a conditional block whose guard
  /// (condition) is unknown is an exception: the result contains this constraint itself, because the guard must be
  /// determined first.
  ///
  /// The result has at most 32 constraints, because nobody would read a longer list.
  func obstacles(of evaluation: FeatureEvaluation) -> [Obstacle] {
    let limit = 32
    func openConstraints(of evaluation: FeatureEvaluation) -> [Obstacle] {
      (evaluation.blockers + undeterminedConstraints(of: evaluation)).map {
        ($0.constraint, ConstraintContext($0.feature))
      }
    }
    var found: [Obstacle] = []
    var seen: Set<Int> = [evaluation.feature]
    var rest = openConstraints(of: evaluation)[...]
    while let (constraint, context) = rest.popFirst(), found.count < limit {
      if constraint.hasUnknownGuard {
        found.append((constraint, context))
        continue
      }
      switch constraint.constraint {
      case .feature(let feature):
        guard seen.count < limit, seen.insert(feature).inserted else { continue }
        rest += openConstraints(of: evaluate(feature))
      case .allOf, .condition:
        let inner = context.inside(constraint.constraint)
        rest += constraint.operands.joined().filter(\.status.isOpen).map { ($0, inner) }
      case .requirement, .anyOf, .not:
        found.append((constraint, context))
      }
    }
    return found
  }
}
