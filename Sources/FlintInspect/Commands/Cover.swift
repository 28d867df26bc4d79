extension Command {
  static let cover = Command(
    name: "cover",
    summary: "Find the fewest states that show every possible feature status.",
    arguments: [.manifest],
    options: .list(statusesOption, featureOption, startOption, formatOption, .output),
    examples: [
      "cover manifest.json",
      "cover manifest.json --format scenarios --output cover.json",
      "cover manifest.json --format markdown --output checklist.md",
      "cover manifest.json --start subscriber --statuses",
    ],
    run: { context in
      let file = try context.readManifest()
      let named = context.features(
        context[featureOption], option: featureOption.name, of: file.manifest)
      var starts: [DeviceState] = []
      for name in context[startOption] {
        let state = try context.state(
          name, of: file, option: startOption.name)
        if let state { starts.append(state.state) }
      }
      try context.requireNoProblems()

      try context.requirePossibleState(of: file)

      let extent =
        context[statusesOption] ? CoverExtent.statuses : .statusesAndBlockers
      let features = named.isEmpty ? Array(file.manifest.features.indices) : named
      let cover: Cover
      do throws(Cover.TooComplex) {
        var progress = Progress(total: features.count, of: "features", for: context.call)
        defer { progress.clear() }
        cover = try Cover(
          of: features, in: file.manifest, extent, startingWith: starts
        ) { progress.show($0.text) }
      } catch {
        throw Problem.tooLarge(error.reason, feature: error.feature, in: file.manifest)
      }
      try context.write(CoverReport(cover: cover, manifest: file.manifest), as: formatOption)
      return .success
    })
}

private let statusesOption = Setting.flag(
  "statuses",
  help: "Cover only the statuses of features, not each constraint as the only blocker.")

private let featureOption = Setting.several(
  "feature", .feature, takesList: true, help: "Cover only this feature.")

private let startOption = Setting.several(
  "start", .state,
  help: "Include this state, and add states only for statuses that it does not show.")

private let formatOption: Setting<Renderer<CoverReport>> =
  .format(
    asText(\.lines),
    asJSON { CoverReport.json($0.manifest) },
    ("csv", { $0.writeCSV(manifestPath: $1.arguments[0], into: &$2) }),
    ("markdown", { $0.writeMarkdown(manifestPath: $1.arguments[0], into: &$2) }),
    ("scenarios", { report, _, sink in report.suite.write(into: &sink) }))

extension CoverStep {
  fileprivate var text: String {
    switch self {
    case .feature(let number, let count): "\(number) of \(count) features"
    case .comparing(let number, let count):
      "comparing goal \(number) of \(count) with the others"
    case .placing(let number, let count): "finding states: step \(number) of \(count)"
    case .states(let count): "trying \(count) states"
    }
  }
}

struct CoverReport {
  let cover: Cover
  let manifest: Manifest

  // MARK: Sentences

  var count: String {
    let starts = cover.states.count(where: \.isStart)
    return counted(cover.states.count - starts, starts > 0 ? "further state" : "state")
  }

  var extent: String {
    let starts = cover.states.count(where: \.isStart)
    let verb = cover.states.count - starts == 1 ? "covers" : "cover"
    let hasBlockers = cover.states.contains { !$0.isStart && $0.shows.contains(where: \.isBlocker) }
    let each = starts > 0 ? "the remaining statuses" : "every status of each feature"
    let blockers = starts > 0 ? "only blockers" : "every constraint that can be the only blocker"
    return hasBlockers ? "\(verb) \(each) and \(blockers)" : "\(verb) \(each)"
  }

  static let note =
    "Each state starts from a fresh install, and lists only what no earlier state shows."

  var proof: String {
    cover.isProven ? "no smaller set does" : "at least \(cover.atLeast) are necessary"
  }

  // MARK: Scenarios

  var suite: RecordedSuite { RecordedSuite(scenarios, of: manifest) }

  /// A scenario for each state that shows a new goal.
  var scenarios: [RecordedScenario] {
    cover.states.filter { !$0.shows.isEmpty }.enumerated().map { index, state in
      let blocked = Set(state.shows.filter(\.isBlocker).map(\.feature))
      let expected = state.features.map {
        RecordedExpectation($0, withBlockers: blocked.contains($0.feature), in: manifest)
      }
      return RecordedScenario(
        name: "\(index + 1). \(title(of: state))",
        cases: [RecordedCase(given: .state(state.state), expected: expected)])
    }
  }

  private func title(of state: Cover.CoveredState) -> String {
    let resolved = ResolvedState(state.state, in: manifest)
    let steps = resolved.setupSteps
    let shown = steps.prefix(3).joined(separator: ", ")
    let rest = steps.count > 3 ? " and \(steps.count - 3) more" : ""
    return "\(resolved.setupTitle)\(steps.isEmpty ? ", a fresh install" : ": \(shown)\(rest)")"
  }
}

extension Sentences {
  func onlyBlocker(of evaluation: FeatureEvaluation) -> Blocker? {
    let obstacles = obstacles(of: evaluation)
    return obstacles.count == 1 ? obstacles[0] : nil
  }

  func reason(for evaluation: FeatureEvaluation) -> String {
    evaluation.blockers.map { evaluator.message(of: $0.constraint, in: $0.feature) }.joined(
      separator: ", and ")
  }
}

extension CoverReport {
  var lines: [Line] {
    let role: Role = cover.isProven ? .good : .open
    let head: Line = "\(count, .strong) \(extent)\("; \(proof)", role)"
    let note: Line = "\(Self.note, .quiet)"
    return (cover.states.count > 1 ? [head, note] : [head])
      + cover.states.enumerated().flatMap { [.blank] + lines(for: $1, number: $0 + 1) }
  }

  private func lines(for state: Cover.CoveredState, number: Int) -> [Line] {
    let resolved = ResolvedState(state.state, in: manifest)
    let indentation = "\(cover.states.count). ".count
    func row(_ title: String, _ text: Line) -> Line {
      var line = Line(indentation: indentation, hanging: indentation + 10, "\(title, .quiet)")
      line.pad(to: indentation + 8, atLeast: 1)
      line += text
      return line
    }
    let heading = "\(number). "
    var title = Line(
      indentation: indentation - heading.count, hanging: indentation + 2,
      "\(heading, .quiet)\(resolved.setupTitle, .strong)")
    let steps = resolved.setupSteps
    if steps.isEmpty { title.add(", a fresh install") }
    if state.isStart { title.add("  (given)", .quiet) }
    var lines = [title]
    for (index, step) in steps.enumerated() {
      lines.append(row(index == 0 ? "set up" : "", "\(step)"))
    }
    if state.shows.isEmpty { lines.append(row("expect", "nothing new")) }
    let sentences = Sentences(resolved)
    for (index, found) in state.features.enumerated() {
      let feature = manifest.features[found.feature]
      var line: Line = "\(found.status) \(feature.name)"
      if feature.name != feature.id { line.add("  [\(feature.id)]", .quiet) }
      line += "  \(found.status.name, found.status.role)"
      if sentences.onlyBlocker(of: found) != nil {
        line.add("; only blocker: \(sentences.evaluator.headline(of: found))")
      }
      lines.append(row(index == 0 ? "expect" : "", line))
    }
    return lines
  }

  /// The report as JSON, with ids of `manifest`. An empty manifest is enough for the schema.
  static func json(_ manifest: Manifest = Manifest()) -> JSONOutput<CoverReport> {
    let goal = JSONOutput<CoverGoal>.object(
      "goal",
      "A goal: a feature with a certain status, or a feature that only one constraint blocks",
      rules: ["oneOf": .exactlyOne(of: ["status", "blocker"])]
    ) {
      JSONMember("feature", .id, "The feature's id") { manifest.features[$0.feature].id }
      JSONMember(optional: "status", .status, "The status of the feature") {
        if case .status(let status) = $0.result { status } else { nil }
      }
      JSONMember(
        optional: "blocker", .constraintID,
        "The id of the feature's own constraint that is its only blocker"
      ) {
        guard case .onlyBlocker(let position) = $0.result else { return nil }
        return position.constraint(in: manifest).name(block: position.block, in: manifest)
      }
    }
    let state = JSONOutput<Cover.CoveredState>.object(
      "coveredState", "A state to test, with the goals that it shows", .lines
    ) {
      JSONMember("state", WrittenState.json, "The state") {
        WrittenState($0.state, of: manifest)
      }
      JSONMember(
        "shows", .list(of: goal, .lines),
        "The goals that this state shows and that no earlier state shows", \.shows)
    }
    return .result {
      JSONMember(
        "proven", .boolean,
        "Whether the list `states` is proven to be the smallest that shows every goal",
        \.cover.isProven)
      JSONMember(
        "atLeast", .count,
        "The proven minimum number of states that a cover needs, not counting those given with `--start`",
        \.cover.atLeast)
      JSONMember(
        "bound", .list(of: goal, .lines),
        """
        Goals that each need their own state, because no state shows two of them. Their number is the \
        lower bound `atLeast`
        """, \.cover.bound)
      JSONMember(
        "states", .list(of: state, .lines),
        "The states to test: first those given with `--start`, then the others", \.cover.states)
    }
  }

  /// Writes a row for each feature in each state. The first columns are the state's number and
  /// command.
  func writeCSV(manifestPath path: String, into sink: inout ByteSink) {
    CSVWriter.write(
      ["state", "command", "feature", "name", "status", "reason", "onlyBlocker"], into: &sink)
    for (index, state) in cover.states.enumerated() {
      let command = command(for: state, manifestPath: path)
      let sentences = Sentences(ResolvedState(state.state, in: manifest))
      for found in state.features {
        let feature = manifest.features[found.feature]
        let blocker = sentences.onlyBlocker(of: found)?.name(seenFrom: found.feature, in: manifest)
        CSVWriter.write(
          [
            "\(index + 1)", command, feature.id, feature.name, found.status.name,
            sentences.reason(for: found), blocker ?? "",
          ], into: &sink)
      }
    }
  }

  func writeMarkdown(manifestPath path: String, into sink: inout ByteSink) {
    sink.append("### Test plan for \(MarkdownText.cell(manifest.app.name ?? path))\n\n")
    sink.append("**\(count)** \(extent); \(proof).")
    sink.append(cover.states.count > 1 ? " \(Self.note)\n" : "\n")
    for (index, state) in cover.states.enumerated() {
      let resolved = ResolvedState(state.state, in: manifest)
      let given = state.isStart ? " (given)" : ""
      sink.append("\n#### \(index + 1). \(MarkdownText.cell(resolved.setupTitle))\(given)\n\n")
      let steps = resolved.setupSteps
      sink.append(steps.isEmpty ? "Set up: a fresh install\n" : "Set up:\n\n")
      for step in steps { sink.append("- \(MarkdownText.cell(step))\n") }
      sink.append("\n\(MarkdownText.code(command(for: state, manifestPath: path)))\n\n")
      if state.features.isEmpty { sink.append("Nothing new.\n") }
      let sentences = Sentences(resolved)
      for found in state.features {
        let feature = manifest.features[found.feature]
        let name = MarkdownText.name(feature.name, id: feature.id)
        var reason = MarkdownText.cell(sentences.reason(for: found))
        if !reason.isEmpty { reason = ": \(reason)" }
        if sentences.onlyBlocker(of: found) != nil { reason += " (only blocker)" }
        sink.append("- [ ] \(name) \(found.status.symbol) \(found.status.name)\(reason)\n")
      }
    }
  }

  private func command(for state: Cover.CoveredState, manifestPath path: String) -> String {
    let words = ["flint-inspect evaluate", ShellWord.path(path)]
    return (words + StateArguments(state.state, of: manifest).words).joined(separator: " ")
  }
}
