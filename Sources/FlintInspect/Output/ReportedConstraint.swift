import FlintModel

struct ReportedConstraint {
  let evaluation: ConstraintEvaluation

  /// Nil for the app.
  let feature: Int?

  let isInherited: Bool

  /// In pre-order; “all of these” precedes several constraints of an alternative.
  var parts: [ReportedPart] {
    var parts: [ReportedPart] = []
    ReportedPart.add(
      evaluation, of: ConstraintContext(feature), depth: 1, isExcluded: false, to: &parts)
    return parts
  }
}

/// An operand, or the heading “all of these”.
struct ReportedPart {
  let content: Content

  /// From 1.
  let depth: Int

  /// Inside an odd number of `not`s.
  let isExcluded: Bool

  enum Content {
    case constraint(ConstraintEvaluation, ConstraintContext)

    case all(Ternary)
  }

  static func add(
    _ evaluation: ConstraintEvaluation, of context: ConstraintContext, depth: Int, isExcluded: Bool,
    to parts: inout [ReportedPart]
  ) {
    let inner = context.inside(evaluation.constraint)
    var isExcluded = isExcluded
    if case .not = evaluation.constraint { isExcluded.toggle() }
    for operand in evaluation.operands {
      var depth = depth
      if case .anyOf = evaluation.constraint, operand.count > 1 {
        let truth = operand.reduce(Ternary.yes) { $0 && $1.status.truth }
        parts.append(ReportedPart(content: .all(truth), depth: depth, isExcluded: isExcluded))
        depth += 1
      }
      for constraint in operand {
        parts.append(
          ReportedPart(
            content: .constraint(constraint, inner), depth: depth, isExcluded: isExcluded))
        add(constraint, of: inner, depth: depth + 1, isExcluded: isExcluded, to: &parts)
      }
    }
  }

  /// Whatever `not` is around.
  var status: ConstraintStatus {
    switch content {
    case .constraint(let evaluation, _): evaluation.status
    case .all(let truth): truth == .yes ? .satisfied : truth == .no ? .notSatisfied : .notDetermined
    }
  }

  /// Plain inside a `not`, where satisfied is no success.
  var role: Role { isExcluded ? .plain : status.role }

  func name(in manifest: Manifest) -> String {
    switch content {
    case .constraint(let evaluation, _):
      evaluation.constraint.name(in: manifest) + (fixedOutcome.map { ": \($0)" } ?? "")
    case .all: "all of these"
    }
  }

  private var fixedOutcome: String? {
    guard case .constraint(let evaluation, let context) = content,
      case .requirement(.rollout(let requirement)) = evaluation.constraint
    else { return nil }
    return requirement.fixedOutcome(in: context)
  }

  /// Returns what the constraint requires and what the state has instead. Nil for the heading “all of these” and for a
  /// rollout that no state changes.
  func facts(_ sentences: Sentences) -> ConstraintDescription? {
    switch content {
    case .constraint(let evaluation, let context) where fixedOutcome == nil:
      ConstraintDescription(evaluation, of: context, sentences)
    case .constraint, .all: nil
    }
  }
}

extension Sentences {
  /// Open ones and, if `verbose`, the feature's other ones.
  func reported(of evaluation: FeatureEvaluation, verbose: Bool) -> [ReportedConstraint] {
    let feature = evaluation.feature
    let obstacles = obstacles(of: evaluation)
    let own =
      verbose
      ? evaluation.constraints : obstacles.filter { $0.feature == feature }.map(\.constraint)
    return own.map { ReportedConstraint(evaluation: $0, feature: feature, isInherited: false) }
      + obstacles.filter { $0.feature != feature }
      .map { ReportedConstraint(evaluation: $0.constraint, feature: $0.feature, isInherited: true) }
  }

  func facts(of constraint: ReportedConstraint) -> ConstraintDescription {
    ConstraintDescription(constraint.evaluation, of: ConstraintContext(constraint.feature), self)
  }

  /// `playback/runtimeEnabled` for an ancestor's.
  func name(of constraint: ReportedConstraint, seenFrom feature: Int) -> String {
    Blocker(feature: constraint.feature, constraint: constraint.evaluation)
      .name(seenFrom: feature, in: manifest)
  }
}
