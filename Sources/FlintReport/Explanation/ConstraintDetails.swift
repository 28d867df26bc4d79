internal import FlintCore

/// One constraint in full: how it stands, what it needs, what the state has, who can change it and how.
struct ConstraintDetails {
  private let sentences: Sentences
  private let manifest: Manifest

  /// Nil for the app.
  private let feature: Int?

  init(_ sentences: Sentences, of feature: Int?) {
    self.sentences = sentences
    manifest = sentences.manifest
    self.feature = feature
  }

  func lines(_ evaluation: ConstraintEvaluation) -> [Line] {
    let status = evaluation.status
    var title = Line(indentation: 2, hanging: 6)
    title.add(status.symbol + " ", status.role)
    title.add(evaluation.constraint.name(block: evaluation.block, in: manifest), .strong)
    let sentence = detail.adding(sentences.message(of: evaluation, in: feature))
    guard status != .notActive else { return [title, sentence] + condition(of: evaluation) }
    let told = ToldConstraint(evaluation: evaluation, feature: feature, isInherited: false)
    return [title, sentence, facts(of: told)] + lines(told.parts) + condition(of: evaluation)
      + requests(of: evaluation)
  }

  private var detail: Line { Line(indentation: 6, hanging: 8) }

  private func facts(of told: ToldConstraint) -> Line {
    let facts = sentences.facts(of: told)
    let line = detail.adding("needs ", .quiet).adding(facts.required + ",")
      .adding(" has ", .quiet).adding(facts.actual, told.evaluation.status.role)
    guard let owner = told.evaluation.constraint.owner(in: manifest) else { return line }
    return line.adding("; up to the \(owner.name)", .quiet)
  }

  /// What a constraint is made of, as a tree.
  private func lines(_ parts: [ToldPart]) -> [Line] {
    parts.map { part in
      let column = 6 + 2 * part.depth
      var line = Line(indentation: column, hanging: column + 4)
      line.add(part.status.symbol + " ", part.role)
      line.add(part.name(in: manifest), .strong)
      guard let facts = part.facts(sentences) else { return line }
      return line.adding("  needs ", .quiet).adding(facts.required + ",")
        .adding(" has ", .quiet).adding(facts.actual, part.role)
    }
  }

  private func condition(of evaluation: ConstraintEvaluation) -> [Line] {
    guard let feature, let condition = sentences.condition(of: evaluation, in: feature) else {
      return []
    }
    let verdict =
      switch condition.truth {
      case .yes: ", which holds"
      case .no: ", which does not hold"
      case .unknown: ", which is not known yet"
      }
    let spoken = condition.constraints.map { spokenName(of: $0.constraint) }
    let line = detail.adding("required when ", .quiet)
      .adding(spoken.joined(separator: ", and ")).adding(verdict, .quiet)
    return [line] + lines(parts(of: condition.constraints, ConstraintOwner(feature).inGuard))
  }

  /// Of a guard that is made of others; a plain one has been shown already.
  private func parts(
    of guarding: [ConstraintEvaluation], _ owner: ConstraintOwner
  ) -> [ToldPart] {
    if guarding.allSatisfy(\.operands.isEmpty) { return [] }
    var parts: [ToldPart] = []
    for constraint in guarding {
      parts.append(
        ToldPart(content: .constraint(constraint, owner), depth: 1, isExcluded: false))
      ToldPart.add(constraint, of: owner, depth: 2, isExcluded: false, to: &parts)
    }
    return parts
  }

  /// A part of a guard in words: `on iOS >= 14 or macOS`, `“build” is release`.
  private func spokenName(of constraint: Constraint) -> String {
    switch constraint {
    case .platforms(let platforms): return "on " + ConstraintFacts.text(of: platforms)
    case .appVersion(let versions): return "app version \(versions)"
    case .attribute(let requirement):
      let attribute = manifest.attributes[requirement.attribute]
      let value = ConstraintFacts.Value(requirement.accepted, of: attribute).spoken
      return "“\(attribute.name)” is \(value)"
    case .platform, .date, .runtimeEnabled, .userToggled, .permission, .purchase, .rollout,
      .feature, .condition, .allOf, .anyOf, .not:
      var text = ""
      constraint.writeDemand(in: manifest, to: &text)
      return text
    }
  }

  /// Everything that could be done about the constraint, not only what comes first.
  private func requests(of evaluation: ConstraintEvaluation) -> [Line] {
    sentences.steps(about: evaluation, in: feature).map { step in
      detail.adding("→ \(step.message(in: sentences.state))", .action)
    }
  }
}
