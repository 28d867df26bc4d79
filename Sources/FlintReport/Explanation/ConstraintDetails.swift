internal import FlintCore

/// One constraint in full: how it stands, what it needs, what the state has, who can change it and how.
struct ConstraintDetails {
  private let evaluator: Evaluator
  private let manifest: Manifest
  private let feature: Int

  init(_ evaluator: Evaluator, of feature: Int) {
    self.evaluator = evaluator
    manifest = evaluator.manifest
    self.feature = feature
  }

  func lines(_ evaluation: ConstraintEvaluation) -> [Line] {
    let status = evaluation.status
    var title = Line(indentation: 2, hanging: 6)
    title.add(status.symbol + " ", status.role)
    title.add(evaluation.constraint.name(block: evaluation.block, in: manifest), .strong)
    let sentence = detail.adding(evaluator.message(of: evaluation, in: feature))
    guard status != .notActive else { return [title, sentence] + condition(of: evaluation) }
    return [title, sentence, facts(of: evaluation)] + condition(of: evaluation)
      + requests(of: evaluation)
  }

  private var detail: Line { Line(indentation: 6, hanging: 8) }

  private func facts(of evaluation: ConstraintEvaluation) -> Line {
    let constraint = evaluation.constraint
    let facts = SpokenFacts(constraint, in: feature, evaluator.state)
    return detail.adding("needs ", .quiet).adding(facts.required)
      .adding(", has ", .quiet).adding(facts.actual, evaluation.status.role)
      .adding("; up to the \(constraint.owner(in: manifest).name)", .quiet)
  }

  private func condition(of evaluation: ConstraintEvaluation) -> [Line] {
    guard let block = evaluation.block else { return [] }
    let guardian = manifest.features[feature].conditional[block].guardian
    let verdict =
      switch evaluator.truth(of: guardian) {
      case .yes: ", which holds"
      case .no: ", which does not hold"
      case .unknown: ", which is not known yet"
      }
    return [
      detail.adding("required when ", .quiet).adding(manifest.spokenName(of: guardian))
        .adding(verdict, .quiet)
    ]
  }

  /// Everything that could be done about the constraint, not only what comes first.
  private func requests(of evaluation: ConstraintEvaluation) -> [Line] {
    var requests: [(action: NextStep.Action, subjects: DistinctList<NextStep.Subject>)] = []
    evaluator.forEachRequest(of: evaluation, in: feature) { action, subject in
      let index =
        requests.firstIndex { $0.action == action } ?? requests.endIndex
      if index == requests.endIndex { requests.append((action, DistinctList())) }
      requests[index].subjects.append(subject)
    }
    return requests.map { action, subjects in
      let step = NextStep(action: action, subjects: subjects.elements)
      return detail.adding("→ \(step.message(in: evaluator.state))", .action)
    }
  }
}

extension Manifest {
  /// A guard in words: `on iOS >= 14 or macOS, and “build” is release`.
  fileprivate func spokenName(of guardian: ConditionalBlock.Guard) -> String {
    var parts: [String] = []
    if !guardian.platforms.isEmpty {
      let platforms = guardian.platforms.map { platform, versions in
        versions.map { "\(platform.name) \($0)" } ?? platform.name
      }
      parts.append("on " + platforms.joined(separator: " or "))
    }
    if let versions = guardian.appVersion { parts.append("app version \(versions)") }
    for requirement in guardian.attributes {
      let attribute = attributes[requirement.attribute]
      let value = ConstraintFacts.Value(requirement.accepted, of: attribute).spoken
      parts.append("“\(attribute.name)” is \(value)")
    }
    return parts.joined(separator: ", and ")
  }
}
