extension Command {
  static let explain = Command(
    name: "explain",
    otherNames: ["why", "show"],
    summary: "Explain a feature's status in full, with the next step.",
    arguments: [.manifest, .feature],
    options: .list(briefOption) + .state + .list(formatOption, .output),
    examples: ["explain manifest.json dynamic-speed --state subscriber"],
    run: { context in
      let (file, features, simulated) = try context.readSubject()
      let evaluator = Evaluator(file.manifest, in: simulated.state)
      context.warnOfImpossibleState(breaking: evaluator.brokenAssumptions, of: file.manifest)
      let feature = evaluator.evaluate(features[0])
      context.warnOfMissingDate(
        deciding: feature.status == .undetermined ? features : [], in: simulated.state,
        of: file.manifest)
      let ancestors = file.manifest.ancestors(of: features[0]).map { evaluator.evaluate($0) }
      let head = ReportContext(
        manifestPath: FileName.shown(context.arguments[0]),
        sentences: Sentences(evaluator),
        counts: StatusCounts([feature.status]),
        features: features, origin: simulated.origin, flags: simulated.flags)
      let explanation = Explanation(
        head: head, feature: feature, ancestors: ancestors, evaluate: evaluator.evaluate)
      if context[briefOption] {
        // If the feature is too complex for plans, none is known.
        let result = try? Planner.plan(
          features[0], from: simulated.state, in: file.manifest, allowing: .date)
        try context.writeResult { sink in
          context.textStyle.unlimited.write(
            explanation.briefLines(plans: result?.plans ?? []), to: &sink)
        }
        return .success
      }
      try context.write(explanation, as: formatOption)
      return .success
    })
}

private let briefOption = Setting.flag(
  "brief", help: "Print at most three lines, for a customer."
).excluding("format").withheldFromTools()

private let formatOption: Setting<Renderer<Explanation>> = .format(
  asText(\.lines),
  asJSON { _ in Explanation.json })

struct Explanation {
  let head: ReportContext
  let feature: FeatureEvaluation

  /// The nearest first.
  let ancestors: [FeatureEvaluation]

  /// Evaluates another feature in the same state.
  let evaluate: @Sendable (Int) -> FeatureEvaluation

  private var sentences: Sentences { head.sentences }
  private var manifest: Manifest { head.sentences.manifest }

  var lines: [Line] {
    var details = ConstraintDetails(sentences, about: feature.feature, evaluate: evaluate)
    var lines = head.stateLines(isDetailed: false) + title
    lines += section("Own constraints", feature.constraints, feature.feature, &details)
    for ancestor in ancestors {
      lines += section(
        "Inherited from “\(manifest.features[ancestor.feature].name)”", ancestor.constraints,
        ancestor.feature, &details)
    }
    lines += section("Inherited from the app", sentences.evaluator.appConstraints, nil, &details)
    guard let steps = sentences.stepsDisplayText(of: feature) else { return lines }
    return lines + [
      .blank, "\("Next step: ", .strong)\(steps, .action)",
    ]
  }

  /// At most three lines for a customer: the status, the reasons, and what the customer can do.
  func briefLines(plans: [[Change]]) -> [Line] {
    let (status, name) = (feature.status, manifest.features[feature.feature].name)
    let title: Line = "\(status) \(name, .strong)  \(status.name, status.role)"
    if status == .available { return [title] }
    let reasons = sentences.reasons(for: feature)
    let rest = reasons.count - 3
    let shown = reasons.prefix(3) + (rest > 0 ? ["and \(rest) more"] : [])
    var allowed = plans.filter { plan in
      plan.allSatisfy { $0.fact == .date || $0.owner(in: manifest) == .user }
    }
    let awaited = sentences.evaluator.steps(of: feature).filter {
      $0.action == .waitForPurchaseStatus
    }
    .map { $0.message(in: sentences.state).lowercasedFirst }
    if !awaited.isEmpty {
      // Who may already own a product is not told to buy another.
      allowed = [allowed.first?.filter { $0.kind != .purchase } ?? []]
    }
    let possible = PlanAlternatives.merged(
      allowed.map { PlanAlternatives(steps: sentences.state.steps(for: $0) + awaited, owners: []) }
    ).prefix(3).map { $0.steps.joined(separator: ", then ") }
    let advice =
      possible.isEmpty
      ? "Nothing that you can do makes it available"
      : possible.joined(separator: ", or ").capitalizedFirst
    return [
      title, Line(indentation: 2, "\(shown.joined(separator: "; "))"),
      Line(indentation: 2, "\("→ \(advice)", .action)"),
    ]
  }

  private var title: [Line] {
    let declaration = manifest.features[feature.feature]
    var lines: [Line] = ["\(feature.status, of: declaration)"]
    func add(_ line: Line) { lines.append(Line(indentation: 2, hanging: 2, line)) }
    if let description = declaration.description { add("\(description, .quiet)") }
    let parents = manifest.ancestors(of: feature.feature).map {
      "“\(manifest.features[$0].name)”"
    }
    if !parents.isEmpty {
      add("\("part of ", .quiet)\(parents.reversed().joined(separator: " › "))")
    }
    let notes: [Line] = [
      manifest.team(of: feature.feature).map { "\("team ", .quiet)\($0)" },
      declaration.until.map { "\("remove by ", .quiet)\($0)" },
    ].compactMap(\.self)
    if let last = notes.last { add(notes.count > 1 ? "\(notes[0]), \(last)" : last) }
    return lines
  }

  private func section(
    _ heading: String, _ constraints: [ConstraintEvaluation], _ feature: Int?,
    _ details: inout ConstraintDetails
  ) -> [Line] {
    let rows = constraints.filter { !$0.constraint.isOfOtherPlatform(than: sentences.state) }
    if rows.isEmpty { return [] }
    return [.blank, "\(heading, .strong)"]
      + rows.flatMap {
        details.lines(Blocker(feature: feature, constraint: $0), seenFrom: feature)
      }
  }

  static var json: JSONOutput<Explanation> {
    .result {
      JSONMember("manifest", .text, "The path of the manifest, as given on the command line") {
        $0.head.manifestPath
      }
      JSONMember(
        "state", ResolvedState.json, "The state in which the feature is evaluated",
        \.sentences.state)
      JSONMember(
        optional: "broken", ReportContext.brokenAssumptions,
        ReportContext.brokenAssumptionsDocumentation, \.head.brokenAssumptions)
      JSONMember("feature", FeatureJSON.json, "The explained feature", placed: .aboveValue) {
        ($0.feature, $0.sentences)
      }
      JSONMember(
        "ancestors", .list(of: FeatureJSON.json, .lines),
        "The features that contain the explained feature, nearest first"
      ) { explanation in explanation.ancestors.map { ($0, explanation.sentences) } }
      JSONMember(
        optional: "app",
        .list(
          of: JSONOutput<(ConstraintEvaluation, Sentences)>(.constraint) {
            FeatureJSON($0.1).write($0.0, of: ConstraintContext(nil), to: &$1)
          }, .lines),
        "The app's own constraints, which every feature inherits; absent if there are none"
      ) { explanation in
        let constraints = explanation.sentences.evaluator.appConstraints
        return constraints.isEmpty ? nil : constraints.map { ($0, explanation.sentences) }
      }
    }
  }
}

extension FeatureJSON {
  static var json: JSONOutput<(FeatureEvaluation, Sentences)> {
    JSONOutput(.evaluatedFeature) { FeatureJSON($0.1).write($0.0, to: &$1) }
  }
}
