import FlintAnalysis
import FlintModel
import FlintText

struct ExplanationText {
  private let style: TextStyle

  init(style: TextStyle) {
    self.style = style
  }

  /// - Parameter ancestors: The nearest first.
  func write(
    _ head: ReportContext, feature: FeatureEvaluation, ancestors: [FeatureEvaluation],
    evaluate: @escaping (Int) -> FeatureEvaluation, into sink: inout ByteSink
  ) {
    var details = ConstraintDetails(head.sentences, about: feature.feature, evaluate: evaluate)
    var lines = StateLines(head, isDetailed: false).lines + title(feature, head.sentences)
    lines += section(
      "Own constraints", feature.ownStatus, feature.constraints, feature.feature, &details)
    for ancestor in ancestors {
      let name = head.sentences.manifest.features[ancestor.feature].name
      lines += section(
        "Inherited from “\(name)”", ancestor.ownStatus, ancestor.constraints, ancestor.feature,
        &details)
    }
    lines += appSection(head, &details) + nextStep(feature, head.sentences)
    TerminalWriter(style: style).write(lines, to: &sink)
  }

  /// Writes at most three lines for a customer: the status, the reasons, and what the customer can do.
  ///
  /// - Parameter plans: The plans that make the feature available.
  func writeBrief(
    _ head: ReportContext, feature: FeatureEvaluation, plans: [[Change]], into sink: inout ByteSink
  ) {
    let sentences = head.sentences
    let (status, name) = (feature.status, sentences.manifest.features[feature.feature].name)
    var lines = [
      Line().adding(status.symbol + " ", status.role).adding(name, .strong)
        .adding("  \(status.name)", status.role)
    ]
    if status != .available {
      let reasons = sentences.reasons(for: feature)
      let rest = reasons.count - 3
      lines.append(
        Line(indentation: 2).adding(
          (reasons.prefix(3) + (rest > 0 ? ["and \(rest) more"] : [])).joined(separator: "; ")))
      let possible = plans.filter { plan in
        plan.allSatisfy { change in
          let isWaiting = if case .waitForDate = change { true } else { false }
          return isWaiting || change.owner(in: sentences.manifest) == .user
        }
      }
      let ways = ChangeSentences(sentences.state)
      lines.append(
        Line(indentation: 2).adding(
          possible.isEmpty
            ? "→ Nothing that you can do makes it available"
            : "→ "
              + possible.prefix(3).map { ways.sentence(for: $0).lowercasedFirst }
              .joined(separator: ", or ").capitalizedFirst,
          .action))
    }
    TerminalWriter(style: style.unlimited).write(lines, to: &sink)
  }

  private func title(_ evaluation: FeatureEvaluation, _ sentences: Sentences) -> [Line] {
    let manifest = sentences.manifest
    let feature = manifest.features[evaluation.feature]
    let status = evaluation.status
    var name = Line(hanging: 2)
    name.add(status.symbol + " ", status.role)
    name.add(feature.name, .strong)
    if feature.name != feature.id { name.add("  [\(feature.id)]", .quiet) }
    var verdict = Line(indentation: 2)
    verdict.add(status.name, status.role)
    verdict.add(": " + sentences.headline(of: evaluation, isDetailed: true))
    var lines = [name]
    if let description = feature.description {
      lines.append(Line(indentation: 2).adding(description, .quiet))
    }
    let parents = manifest.ancestors(of: evaluation.feature).map {
      "“\(manifest.features[$0].name)”"
    }
    if !parents.isEmpty {
      let path = parents.reversed().joined(separator: " › ")
      lines.append(Line(indentation: 2).adding("part of ", .quiet).adding(path))
    }
    let (team, until) = (manifest.team(of: evaluation.feature), feature.until)
    if team != nil || until != nil {
      var line = Line(indentation: 2)
      if let team { line = line.adding("team ", .quiet).adding(team) }
      if team != nil, until != nil { line.add(", ") }
      if let until { line = line.adding("remove by ", .quiet).adding("\(until)") }
      lines.append(line)
    }
    return lines + [verdict]
  }

  private func appSection(
    _ head: ReportContext, _ details: inout ConstraintDetails
  ) -> [Line] {
    let constraints = head.sentences.appConstraints
    if constraints.isEmpty { return [] }
    let truth = constraints.reduce(Ternary.yes) { $0 && $1.status.truth }
    return section("Inherited from the app", FeatureStatus(truth), constraints, nil, &details)
  }

  private func section(
    _ heading: String, _ status: FeatureStatus, _ constraints: [ConstraintEvaluation],
    _ feature: Int?, _ details: inout ConstraintDetails
  ) -> [Line] {
    var title = Line(hanging: 2)
    title.add(heading, .strong)
    if constraints.isEmpty {
      title.add(": none")
      return [.blank, title]
    }
    let word =
      switch status {
      case .available: "satisfied"
      case .unavailable: "not satisfied"
      case .undetermined: "unknown"
      }
    title.add(": \(word)", status.role)
    return [.blank, title] + constraints.flatMap { details.lines($0, of: feature) }
  }

  private func nextStep(_ evaluation: FeatureEvaluation, _ sentences: Sentences) -> [Line] {
    guard let steps = sentences.stepsDisplayText(of: evaluation) else { return [] }
    return [.blank, Line(hanging: 2).adding("Next step: ", .strong).adding(steps, .action)]
  }
}
