import FlintAnalysis
import FlintManifest
import FlintModel
import FlintText

extension Command {
  static let explain = Command(
    name: "explain",
    otherNames: ["why", "show"],
    summary: "Explain a feature's status in full, with the next step.",
    arguments: [.manifest, .feature],
    options: .list(briefOption) + .state + .list(formatOption, .output),
    examples: ["explain manifest.json dynamic-speed --state subscriber"],
    run: { context in
      let path = context.invocation.arguments[0]
      let file = try context.readManifest(path)
      let features = context.features(
        context.invocation.arguments.dropFirst(), of: file.manifest)
      let simulated = try context.simulatedState(of: file)
      try context.requireNoProblems()

      let evaluator = Evaluator(file.manifest, in: simulated.state)
      context.warnOfImpossibleState(breaking: evaluator.brokenAssumptions, of: file.manifest)
      let feature = evaluator.evaluate(features[0])
      context.warnOfMissingDate(
        deciding: feature.status == .undetermined ? features : [], in: simulated.state,
        of: file.manifest)
      let ancestors = file.manifest.ancestors(of: features[0]).map { evaluator.evaluate($0) }
      let head = ReportContext(
        manifestPath: FileName.shown(path), sentences: Sentences(evaluator),
        counts: StatusCounts([feature.status]),
        features: features, origin: simulated.origin, flags: simulated.flags)
      if context.invocation[briefOption] {
        let text = ExplanationText(style: context.textStyle)
        // If the feature is too complex for plans, none is known.
        let result = try? Planner.plan(
          features[0], from: simulated.state, in: file.manifest, allowing: .date)
        try context.writeResult { sink in
          text.writeBrief(head, feature: feature, plans: result?.plans ?? [], into: &sink)
        }
        return .success
      }
      let explanation = Explanation(
        head: head, feature: feature, ancestors: ancestors, evaluator: evaluator)
      try context.write(explanation, as: formatOption)
      return .success
    })
}

private let briefOption = Setting.flag(
  "brief", help: "Print at most three lines, for a customer."
).excluding("format").withheldFromTools()

private struct Explanation: Sendable {
  let head: ReportContext
  let feature: FeatureEvaluation
  let ancestors: [FeatureEvaluation]
  let evaluator: Evaluator
}

private let formatOption: Setting<Renderer<Explanation>> = .format(
  (
    "text",
    {
      ExplanationText(style: $1.textStyle)
        .write(
          $0.head, feature: $0.feature, ancestors: $0.ancestors,
          evaluate: $0.evaluator.evaluate, into: &$2)
    }
  ),
  (
    "json",
    { ExplanationJSON().write($0.head, feature: $0.feature, ancestors: $0.ancestors, into: &$2) }
  ))

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

struct ExplanationJSON {
  /// The nearest first.
  func write(
    _ head: ReportContext, feature: FeatureEvaluation, ancestors: [FeatureEvaluation],
    into sink: inout ByteSink
  ) {
    Self.json.write(Explanation(head: head, feature: feature, ancestors: ancestors), into: &sink)
  }

  private struct Explanation {
    let head: ReportContext
    let feature: FeatureEvaluation
    let ancestors: [FeatureEvaluation]
  }

  static var schema: Schema { json.schema }

  private static var json: JSONOutput<Explanation> {
    .object(nil, nil, .lines) {
      JSONMember.formatVersion
      JSONMember("manifest", .text, "The path of the manifest, as given on the command line") {
        $0.head.manifestPath
      }
      JSONMember("state", StateJSON.json, "The state in which the feature is evaluated") {
        StateJSON(state: $0.head.sentences.state)
      }
      JSONMember(optional: "broken", BrokenAssumptions.json, BrokenAssumptions.documentation) {
        BrokenAssumptions(describing: $0.head.sentences)
      }
      JSONMember("feature", FeatureJSON.json, "The explained feature", .aboveValue) {
        ($0.feature, $0.head.sentences)
      }
      JSONMember(
        "ancestors", .list(of: FeatureJSON.json, .lines),
        "The features that contain the explained feature, nearest first"
      ) { explanation in explanation.ancestors.map { ($0, explanation.head.sentences) } }
      JSONMember(
        optional: "app", .list(of: FeatureJSON.appConstraint, .lines),
        "The app's own constraints, which every feature inherits; absent if there are none"
      ) { explanation in
        let sentences = explanation.head.sentences
        let constraints = sentences.appConstraints
        return constraints.isEmpty ? nil : constraints.map { ($0, sentences) }
      }
    }
  }
}

extension FeatureJSON {
  /// Without caches, too slow for many.
  static var json: JSONOutput<(FeatureEvaluation, Sentences)> {
    JSONOutput(.evaluatedFeature) { feature, json in
      let writer = FeatureJSON(feature.1)
      writer.write(feature.0, to: &json)
    }
  }

  static var appConstraint: JSONOutput<(ConstraintEvaluation, Sentences)> {
    JSONOutput(.constraint) { constraint, json in
      let writer = FeatureJSON(constraint.1)
      writer.write(ofApp: constraint.0, to: &json)
    }
  }
}
