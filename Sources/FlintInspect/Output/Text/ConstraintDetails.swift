import FlintModel

/// Required features follow below the constraint; each is explained once.
struct ConstraintDetails {
  private let sentences: Sentences
  private let manifest: Manifest
  private let evaluate: (Int) -> FeatureEvaluation
  private var explained: Set<References.Target>

  private static let depthLimit = 32
  private var depth = 0

  /// - Parameter evaluate: In the same state.
  init(
    _ sentences: Sentences, about feature: Int, evaluate: @escaping (Int) -> FeatureEvaluation
  ) {
    self.sentences = sentences
    manifest = sentences.manifest
    self.evaluate = evaluate
    explained = [.feature(feature)]
  }

  mutating func lines(_ evaluation: ConstraintEvaluation, of feature: Int?) -> [Line] {
    let name = evaluation.constraint.name(block: evaluation.block, in: manifest)
    return lines(evaluation, of: feature, called: name, indentation: 2)
  }

  private mutating func lines(
    _ evaluation: ConstraintEvaluation, of feature: Int?, called name: String, indentation: Int
  ) -> [Line] {
    let status = evaluation.status
    let column = indentation + 4
    let title = Line(indentation: indentation, hanging: column, "\(status) \(name, .strong)")
    let sentence = detail(at: column, "\(sentences.message(of: evaluation, in: feature))")
    guard status != .notActive else {
      return [title, sentence] + condition(of: evaluation, in: feature, at: column)
    }
    let reported = Blocker(feature: feature, constraint: evaluation)
    return [title, sentence, facts(of: reported, at: column)]
      + parts(of: reported, at: column) + condition(of: evaluation, in: feature, at: column)
      + requests(of: evaluation, in: feature, at: column)
      + requiredFeature(evaluation, at: column)
  }

  private func detail(at column: Int, _ text: Line) -> Line {
    Line(indentation: column, hanging: column + 2, text)
  }

  private func facts(of reported: Blocker, at column: Int) -> Line {
    let evaluation = reported.constraint
    let facts = sentences.facts(of: reported).line(evaluation.status.role)
    guard let owner = evaluation.constraint.owner(in: manifest) else {
      return detail(at: column, facts)
    }
    return detail(at: column, "\(facts)\("; owner: \(owner.name)", .quiet)")
  }

  // MARK: Operands

  private mutating func parts(of reported: Blocker, at column: Int) -> [Line] {
    let parts = reported.parts
    if !parts.isEmpty, wasExplained(reported.constraint) { return [reference(at: column)] }
    return lines(parts, at: column)
  }

  private mutating func lines(_ parts: [ReportedPart], at column: Int) -> [Line] {
    var lines: [Line] = []
    var hiddenBelow = Int.max
    for part in parts {
      if part.depth > hiddenBelow { continue }
      hiddenBelow = .max
      let start = column + 2 * part.depth
      var line: Line = "\(part.status.symbol, part.role) \(part.name(in: manifest), .strong)"
      if let facts = part.facts(sentences) { line += "  \(facts.line(part.role))" }
      lines.append(Line(indentation: start, hanging: start + 4, line))
      guard let evaluation = part.evaluation, !part.isExcluded else { continue }
      if case .condition = evaluation.constraint, wasExplained(evaluation) {
        lines.append(reference(at: start + 2))
        hiddenBelow = part.depth
      }
      lines += requiredFeature(evaluation, at: start + 2)
    }
    return lines
  }

  private mutating func wasExplained(_ evaluation: ConstraintEvaluation) -> Bool {
    guard case .condition(let condition) = evaluation.constraint else { return false }
    return !explained.insert(.condition(condition)).inserted
  }

  private func reference(at column: Int) -> Line {
    detail(at: column, "\("explained above", .quiet)")
  }

  private mutating func requiredFeature(
    _ evaluation: ConstraintEvaluation, at column: Int
  ) -> [Line] {
    guard case .feature(let feature) = evaluation.constraint, evaluation.status.isOpen else {
      return []
    }
    guard explained.insert(.feature(feature)).inserted else { return [reference(at: column)] }
    let found = evaluate(feature)
    let title = detail(
      at: column,
      "\(found.status, of: manifest.features[feature]): \(sentences.headline(of: found))")
    guard depth < Self.depthLimit else { return [title] }
    depth += 1
    defer { depth -= 1 }
    // The app's constraints, which every feature inherits, are explained once, at the end.
    return [title]
      + sentences.obstacles(of: found).filter { $0.feature != nil }.flatMap { obstacle in
        lines(
          obstacle.constraint, of: obstacle.feature,
          called: obstacle.name(seenFrom: feature, in: manifest), indentation: column + 2)
      }
  }

  private mutating func condition(
    of evaluation: ConstraintEvaluation, in feature: Int?, at column: Int
  ) -> [Line] {
    guard let feature, let condition = sentences.condition(of: evaluation, in: feature) else {
      return []
    }
    let verdict = ", which is \(condition.truth.word("the case", "not the case"))"
    let guards = condition.constraints.map { displayName(of: $0.constraint) }
      .joined(separator: ", and ")
    let line = detail(
      at: column, "\("required only when ", .quiet)\(guards)\(verdict, .quiet)")
    let parts = parts(of: condition.constraints, ConstraintContext(feature).inGuard)
    return [line] + lines(parts, at: column)
  }

  /// Empty if `required only when` says it all.
  private func parts(
    of guarding: [ConstraintEvaluation], _ context: ConstraintContext
  ) -> [ReportedPart] {
    guarding.allSatisfy(\.operands.isEmpty)
      ? [] : guarding.flatMap { ReportedPart.all($0, in: context, depth: 1) }
  }

  private func displayName(of constraint: Constraint) -> String {
    switch constraint {
    case .requirement(.platforms(let platforms)): return "on " + ConstraintFacts.text(of: platforms)
    case .requirement(.device(let requirement)) where requirement.fact.domain == .version:
      let range = requirement.accepted.versionRange
      return "\(requirement.fact.name) \(range?.description ?? "")"
    case .requirement(.attribute(let requirement)):
      let attribute = manifest.attributes[requirement.attribute]
      let value = ConstraintFacts.Value(requirement.accepted, of: attribute.domain).displayText
      return "“\(attribute.name)” is \(value)"
    case .condition(let condition):
      return "“\(manifest.conditions[condition].name)” is satisfied"
    case .not(let excluded) where excluded.constraints.count == 1:
      guard case .condition(let condition) = excluded.constraints[0] else { fallthrough }
      return "“\(manifest.conditions[condition].name)” is not satisfied"
    case .requirement, .feature, .allOf, .anyOf, .not:
      return constraint.requirement(in: manifest)
    }
  }

  private func requests(
    of evaluation: ConstraintEvaluation, in feature: Int?, at column: Int
  ) -> [Line] {
    sentences.steps(about: evaluation, in: feature).map { step in
      detail(at: column, "\("→ \(step.message(in: sentences.state))", .action)")
    }
  }
}
