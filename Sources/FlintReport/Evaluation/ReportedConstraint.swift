internal import FlintCore

/// A constraint that a report tells of a feature, with the feature that declares it.
struct ReportedConstraint {
  let evaluation: ConstraintEvaluation

  /// Nil for the app.
  let feature: Int?

  let isInherited: Bool

  /// What it is made of, one below the other, each deeper than what it is a part of. Alternatives of a single constraint
  /// are that constraint.
  var parts: [ReportedPart] {
    var parts: [ReportedPart] = []
    ReportedPart.add(
      evaluation, of: ConstraintOwner(feature), depth: 1, isExcluded: false, to: &parts)
    return parts
  }
}

/// Something that a constraint is made of.
struct ReportedPart {
  let content: Content

  /// At least 1.
  let depth: Int

  /// Whether it must not hold.
  let isExcluded: Bool

  enum Content {
    case constraint(ConstraintEvaluation, ConstraintOwner)

    /// Several constraints that make one alternative, which stand below.
    case all(Ternary)
  }

  static func add(
    _ evaluation: ConstraintEvaluation, of owner: ConstraintOwner, depth: Int, isExcluded: Bool,
    to parts: inout [ReportedPart]
  ) {
    let inner = owner.inside(evaluation.constraint)
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

  /// How it stands, whatever is around it.
  var status: ConstraintStatus {
    switch content {
    case .constraint(let evaluation, _): evaluation.status
    case .all(let truth): truth == .yes ? .satisfied : truth == .no ? .notSatisfied : .notDetermined
    }
  }

  /// What holds and must not is nothing good.
  var role: Role { isExcluded ? .plain : status.role }

  /// Its id, or what stands for several.
  func name(in manifest: Manifest) -> String {
    switch content {
    case .constraint(let evaluation, _): evaluation.constraint.name(in: manifest)
    case .all: "all of these"
    }
  }

  /// What it needs and what the state has.
  func facts(_ sentences: Sentences) -> ConstraintDescription? {
    switch content {
    case .constraint(let evaluation, let owner):
      ConstraintDescription(evaluation, of: owner, sentences)
    case .all: nil
    }
  }
}

extension Sentences {
  /// What stands in a feature's way, and what may yet: own before inherited; with `verbose` everything that the feature
  /// declares itself, too.
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
    ConstraintDescription(constraint.evaluation, of: ConstraintOwner(constraint.feature), self)
  }

  /// The id of a constraint as it is told of `feature`.
  func name(of constraint: ReportedConstraint, seenFrom feature: Int) -> String {
    Blocker(feature: constraint.feature, constraint: constraint.evaluation)
      .name(seenFrom: feature, in: manifest)
  }
}
