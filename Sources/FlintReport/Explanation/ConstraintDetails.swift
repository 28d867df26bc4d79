internal import FlintCore

/// One constraint in full: how it stands, what it needs, what the state has, who can change it and how.
struct ConstraintDetails {
  private let sentences: Sentences
  private let manifest: Manifest
  private let feature: Int

  init(_ sentences: Sentences, of feature: Int) {
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
    return [title, sentence, facts(of: evaluation)] + condition(of: evaluation)
      + requests(of: evaluation)
  }

  private var detail: Line { Line(indentation: 6, hanging: 8) }

  private func facts(of evaluation: ConstraintEvaluation) -> Line {
    let constraint = evaluation.constraint
    let facts = SpokenFacts(constraint, in: feature, sentences.state)
    return detail.adding("needs ", .quiet).adding(facts.required)
      .adding(", has ", .quiet).adding(facts.actual, evaluation.status.role)
      .adding("; up to the \(constraint.owner(in: manifest).name)", .quiet)
  }

  private func condition(of evaluation: ConstraintEvaluation) -> [Line] {
    guard let condition = sentences.condition(of: evaluation, in: feature) else { return [] }
    let verdict =
      switch condition.truth {
      case .yes: ", which holds"
      case .no: ", which does not hold"
      case .unknown: ", which is not known yet"
      }
    return [
      detail.adding("required when ", .quiet).adding(manifest.spokenName(of: condition.guard))
        .adding(verdict, .quiet)
    ]
  }

  /// Everything that could be done about the constraint, not only what comes first.
  private func requests(of evaluation: ConstraintEvaluation) -> [Line] {
    sentences.steps(about: evaluation, in: feature).map { step in
      detail.adding("→ \(step.message(in: sentences.state))", .action)
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
