/// Explains constraints, and below them the features that they require, each once.
struct ConstraintDetails {
  private let sentences: Sentences
  private let manifest: Manifest
  private let evaluate: (Int) -> FeatureEvaluation
  private var explained: Set<References.Target>

  private static let depthLimit = 32
  private var depth = 0

  /// - Parameter evaluate: Evaluates a feature in the same state.
  init(
    _ sentences: Sentences, about feature: Int, evaluate: @escaping (Int) -> FeatureEvaluation
  ) {
    self.sentences = sentences
    manifest = sentences.manifest
    self.evaluate = evaluate
    explained = [.feature(feature)]
  }

  /// Lines that explain a blocker and its operands.
  /// - Parameter feature: The feature in whose section the lines are; nil in the app's.
  mutating func lines(
    _ row: Blocker, seenFrom feature: Int?, at column: Int = 2
  ) -> [Line] {
    lines(row.parts(seenFrom: feature, in: manifest, isComplete: true), at: column)
      + condition(of: row.constraint, in: row.feature, at: column + 4)
  }

  private mutating func lines(_ parts: [ReportedPart], at column: Int) -> [Line] {
    var lines: [Line] = []
    var hiddenBelow = Int.max
    for part in parts {
      if part.depth > hiddenBelow { continue }
      hiddenBelow = .max
      let start = column + 2 * part.depth
      lines.append(Line(indentation: start, hanging: start + 4, part.line(sentence(on: part))))
      guard let evaluation = part.evaluation else { continue }
      if !evaluation.operands.isEmpty, wasExplained(evaluation) {
        lines.append(reference(at: start + 4))
        hiddenBelow = part.depth
      }
      if !part.isExcluded { lines += requiredFeature(evaluation, at: start + 2) }
    }
    return lines
  }

  private func sentence(on part: ReportedPart) -> Line? {
    switch part.evaluation?.constraint {
    case .condition, .allOf, .anyOf, .not, nil: part.values(sentences)
    default: part.evaluation.map { "\(sentences.evaluator.message(of: $0, of: part.context))" }
    }
  }

  private mutating func wasExplained(_ evaluation: ConstraintEvaluation) -> Bool {
    guard case .condition(let condition) = evaluation.constraint else { return false }
    return !explained.insert(.condition(condition)).inserted
  }

  private func reference(at column: Int) -> Line {
    Line(indentation: column, "\("explained above", .quiet)")
  }

  private mutating func requiredFeature(
    _ evaluation: ConstraintEvaluation, at column: Int
  ) -> [Line] {
    guard case .feature(let feature) = evaluation.constraint, evaluation.status.isOpen else {
      return []
    }
    guard explained.insert(.feature(feature)).inserted else { return [reference(at: column + 2)] }
    guard depth < Self.depthLimit else { return [] }
    depth += 1
    defer { depth -= 1 }
    // The app's constraints, which every feature inherits, are explained once, at the end.
    return sentences.obstacles(of: evaluate(feature)).filter { $0.feature != nil }
      .flatMap { lines($0, seenFrom: feature, at: column) }
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
    return [
      Line(indentation: column, "\("required only when ", .quiet)\(guards)\(verdict, .quiet)")
    ]
      + lines(parts(of: condition.constraints, ConstraintContext(feature).inGuard), at: column)
  }

  /// The guard's constraints; empty if the line `required only when` describes them fully.
  private func parts(
    of guarding: [ConstraintEvaluation], _ context: ConstraintContext
  ) -> [ReportedPart] {
    guarding.allSatisfy(\.operands.isEmpty)
      ? []
      : guarding.flatMap {
        ReportedPart.all($0, in: context, of: manifest, isComplete: true, depth: 1)
      }
  }

  private func displayName(of constraint: Constraint) -> String {
    switch constraint {
    case .platforms(let platforms): return "on \(ConstraintFacts.text(of: platforms))"
    case .device(let requirement) where requirement.fact.domain == .version:
      return "\(requirement.fact.name) \(requirement.accepted.versionRange?.description ?? "")"
    case .attribute(let requirement):
      let attribute = manifest.attributes[requirement.attribute]
      return
        "“\(attribute.name)” is \(ConstraintFacts.Value(requirement.accepted, of: attribute.domain).displayText)"
    case .condition(let condition):
      return "“\(manifest.conditions[condition].name)” is satisfied"
    case .not(let excluded) where excluded.constraints.count == 1:
      guard case .condition(let condition) = excluded.constraints[0] else { fallthrough }
      return "“\(manifest.conditions[condition].name)” is not satisfied"
    default: return constraint.requirement(in: manifest)
    }
  }
}
