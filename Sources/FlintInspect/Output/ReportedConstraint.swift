import FlintModel

struct ReportedConstraint {
  let evaluation: ConstraintEvaluation

  /// The index of the feature that declares the constraint; nil if the app declares it for all features.
  let feature: Int?

  let isInherited: Bool

  /// The constraint's operands, such as the alternatives of an `anyOf`, with their own operands, as a flat list: each
  /// element is followed by its operands. If an alternative consists of several constraints, the heading “all of these”
  /// precedes them.
  var parts: [ReportedPart] {
    var parts: [ReportedPart] = []
    ReportedPart.add(
      evaluation, of: ConstraintContext(feature), depth: 1, isExcluded: false, to: &parts)
    return parts
  }
}

/// An operand of a constraint, such as an alternative of an `anyOf`, in the list that a report shows below the
/// constraint; or the heading “all of these”, which precedes the constraints of an alternative that consists of
/// several.
struct ReportedPart {
  let content: Content

  /// The nesting level: 1 for the operands of the reported constraint, 2 for the operands of these operands, and so on.
  let depth: Int

  /// Whether this constraint is inside a `not`, and must therefore not be satisfied. False inside a `not` within a
  /// `not`, where it must be satisfied again.
  let isExcluded: Bool

  enum Content {
    case constraint(ConstraintEvaluation, ConstraintContext)

    /// The heading “all of these” of an alternative of an `anyOf` that consists of several constraints, with their
    /// combined truth value. The constraints follow, one level deeper in the tree.
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

  /// The status of the constraint that this part of a report shows. If the part is the heading “all of these” of
  /// several constraints, which together form one alternative of an `anyOf`, this is their combined status. A `not`
  /// around the part is disregarded.
  var status: ConstraintStatus {
    switch content {
    case .constraint(let evaluation, _): evaluation.status
    case .all(let truth): truth == .yes ? .satisfied : truth == .no ? .notSatisfied : .notDetermined
    }
  }

  /// The role of the text, from which its color is derived. A constraint inside a `not` has no color: if it is
  /// satisfied, the color of success would be misleading, because it must not be satisfied.
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
  /// Returns the constraints that a report lists for a feature: those that are unknown or not satisfied, and, if
  /// `verbose` is true, all others that the feature declares itself. The feature's own constraints precede those that
  /// it inherits from its ancestors and the app.
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

  /// Returns the id of a constraint in a report on `feature`. If another feature declares the constraint, that
  /// feature's id is a prefix: `playback/runtimeEnabled`.
  func name(of constraint: ReportedConstraint, seenFrom feature: Int) -> String {
    Blocker(feature: constraint.feature, constraint: constraint.evaluation)
      .name(seenFrom: feature, in: manifest)
  }
}
