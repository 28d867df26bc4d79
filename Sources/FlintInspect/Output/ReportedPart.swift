/// A constraint with its status and facts as reports show them, or a heading above an operand.
struct ReportedPart {
  /// The constraint's id, or a heading: `level-builder/permission:camera`, `any of:`
  var name: String

  /// Nil for a heading above an operand.
  let evaluation: ConstraintEvaluation?
  let context: ConstraintContext

  /// The constraint's own status, which a `not` around it does not invert.
  let status: ConstraintStatus

  /// The nesting level; 0 for the reported constraint itself.
  let depth: Int

  /// Whether the part is inside an odd number of `not`s.
  let isExcluded: Bool

  /// The constraint and its operands in pre-order.
  /// - Parameter isComplete: Whether operands that block nothing are included.
  static func all(
    _ evaluation: ConstraintEvaluation, in context: ConstraintContext, of manifest: Manifest,
    isComplete: Bool, depth: Int = 0, isExcluded: Bool = false
  ) -> [ReportedPart] {
    let constraint = evaluation.constraint
    let whole = ReportedPart(
      name: constraint.heading ?? constraint.name(in: manifest), evaluation: evaluation,
      context: context, status: evaluation.status, depth: depth, isExcluded: isExcluded)
    if evaluation.status == .notActive { return [whole] }
    let isNot = if case .not = constraint { true } else { false }
    let hasHeadings = if case .anyOf = constraint { true } else { false }
    let isExcluded = isExcluded != isNot
    func isListed(_ status: ConstraintStatus) -> Bool {
      isComplete || (isExcluded ? status != .notSatisfied : status.isOpen)
    }
    let inner = context.inside(constraint)
    func parts(_ operand: [ConstraintEvaluation], depth: Int) -> [ReportedPart] {
      operand.flatMap {
        all(
          $0, in: inner, of: manifest, isComplete: isComplete, depth: depth, isExcluded: isExcluded)
      }
    }
    return evaluation.operands.filter { isListed(ConstraintStatus($0.truth)) }
      .reduce(into: [whole]) { all, operand in
        let listed = operand.filter { isListed($0.status) }
        let hasHeading = hasHeadings && listed.count > 1
        if hasHeading {
          all.append(
            ReportedPart(
              name: "all of:", evaluation: nil, context: inner,
              status: ConstraintStatus(operand.truth), depth: depth + 1, isExcluded: isExcluded))
        }
        all += parts(listed, depth: depth + (hasHeading ? 2 : 1))
      }
  }

  /// The status as a symbol. Blank inside a `not`, where a satisfied constraint is no success.
  var symbol: String { isExcluded ? " " : status.symbol }
  var role: Role { isExcluded ? .plain : status.role }

  /// `denied; needs authorized`
  func values(_ sentences: Sentences) -> Line? {
    guard let evaluation else { return nil }
    if status == .notActive {
      return "\(sentences.evaluator.message(of: evaluation, of: context), .quiet)"
    }
    let line = values(evaluation, sentences)
    guard evaluation.hasUnknownGuard else { return line }
    let note = "possibly not required"
    return line.map { "\($0)\(", \(note)", .quiet)" } ?? "\(note, .quiet)"
  }

  private func values(_ evaluation: ConstraintEvaluation, _ sentences: Sentences) -> Line? {
    switch evaluation.constraint {
    case .condition(let index):
      let condition = sentences.manifest.conditions[index]
      return condition.name == condition.id ? nil : "“\(condition.name)”"
    case .rollout(let requirement):
      if let outcome = requirement.fixedOutcome(in: context) { return "\(outcome)" }
    default: break
    }
    return ConstraintDescription(evaluation, of: context, sentences).map {
      "\($0.actual, role)\("; \(isExcluded ? "excludes" : "needs") ", .quiet)\($0.required)"
    }
  }

  /// `✗ permission:camera  denied; needs authorized`
  func line(_ details: Line?) -> Line {
    var line: Line = "\(symbol, role) \(name)"
    if let details { line += "  \(details)" }
    return line
  }
}

extension Constraint {
  /// The heading shown instead of the ids `allOf`, `anyOf` and `not`.
  var heading: String? {
    switch self {
    case .allOf: "all of:"
    case .anyOf: "any of:"
    case .not: "none of:"
    default: nil
    }
  }
}

extension Blocker {
  /// The blocker and its operands in pre-order. `isComplete` includes operands that block nothing.
  func parts(
    seenFrom feature: Int?, in manifest: Manifest, isComplete: Bool
  ) -> [ReportedPart] {
    var parts = ReportedPart.all(
      constraint, in: ConstraintContext(self.feature), of: manifest, isComplete: isComplete)
    // A prefix names the block, or the ancestor that declares the constraint.
    let name = name(seenFrom: feature, in: manifest)
    parts[0].name = name.dropLast(constraint.constraint.name(in: manifest).count) + parts[0].name
    return parts
  }
}
