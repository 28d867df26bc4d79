extension Command {
  static let evaluate = Command(
    name: "evaluate",
    otherNames: ["list", "status"],
    summary: "Show which features are available in a simulated state, and why.",
    arguments: [
      .manifest,
      Argument(
        placeholder: "FEATURE", kind: .feature, count: .any,
        help: "Features to list, each with the features in it [all]."),
    ],
    options: .list(requireOption, .team, .baseline, asScenarioOption, intoOption) + .state
      + .list(.watch, formatOption, .verbose, .quiet, .output),
    examples: [
      "evaluate manifest.json --os-version 17.2 --grant camera",
      "evaluate manifest.json --state subscriber --require speed",
      "evaluate manifest.json --as-scenario First --into s.json",
    ],
    run: { context in
      let listing = try FeatureListing(&context)
      context.warnOfImpossibleState(
        breaking: listing.evaluator.brokenAssumptions, of: listing.file.manifest)
      context.warnOfMissingDate(
        deciding: listing.undetermined, in: listing.simulated.state, of: listing.file.manifest)
      if let name = context[asScenarioOption] {
        try context.write(try listing.scenario(called: name), of: listing.file)
      } else if context[.quiet] {
        // With `--quiet`, the result is empty; `lacksRequired` reports the required features that are not available.
        try context.writeResult { _ in }
      } else {
        try context.write(listing, as: formatOption)
      }
      return listing.lacksRequired(context.diagnostics) ? .checkFailed : .success
    })
}

private let requireOption = Setting.several(
  "require", .feature, takesList: true,
  help: "Exit with status 1 unless this feature is available.")

private let asScenarioOption = Setting.one(
  "as-scenario", .text, placeholder: "NAME",
  help: "Print a scenario that expects this result."
).excluding("format", "verbose", "quiet").withheldFromTools()

private let intoOption = Setting.one(
  "into", .file,
  help: "Append the scenario to this file; create it if missing."
).needing("as-scenario").excluding("watch").withheldFromTools()

extension CommandContext {
  fileprivate mutating func write(
    _ scenario: RecordedScenario, of manifest: ManifestFile
  ) throws {
    guard let path = invocation[intoOption] else {
      return try writeResult { sink in
        sink.jsonLine { scenario.write(of: manifest.manifest, to: &$0) }
      }
    }
    try add(scenario, to: path, of: manifest)
  }
}

private let formatOption: Setting<Renderer<FeatureListing>> =
  .format(
    ("text", { $0.report().writeText(style: $1.textStyle, verbose: $1[.verbose], into: &$2) }),
    ("json", { $0.writeJSON(&$2) }),
    ("markdown", { $0.report().writeMarkdown(verbose: $1[.verbose], into: &$2) }),
    ("junit", { $0.reportForCI.writeJUnit(into: &$2) }),
    ("github", { $0.reportForCI.writeGitHub(into: &$2) }))

private struct FeatureListing {
  let path: String
  let file: ManifestFile
  let evaluator: Evaluator
  let baseline: (evaluator: Evaluator, origin: StateOrigin)?
  let simulated: SimulatedState
  var named: [Int]?
  let required: [Int]

  /// Reads the command line, and throws all its problems together.
  init(_ context: inout CommandContext) throws {
    path = FileName.shown(context.arguments[0])
    file = try context.readManifest()
    let ids = context.arguments.dropFirst()
    let features = context.features(ids, of: file.manifest)
    let asked = ids.isEmpty ? nil : file.manifest.withDescendants(of: features)
    let ofTeams = context.featuresOfTeams(of: file.manifest)
    named =
      ofTeams.map { ofTeams in asked.map { $0.filter(Set(ofTeams).contains) } ?? ofTeams } ?? asked
    required = context.features(
      context[requireOption], option: requireOption.name, of: file.manifest)
    simulated = try context.simulatedState(of: file)
    let other = try context.baselineState(of: file)
    try context.requireNoProblems()
    evaluator = Evaluator(file.manifest, in: simulated.state)
    let declared = file.manifest
    baseline = other.map { (Evaluator(declared, in: $0.state), $0.origin) }
  }

  /// The undetermined features among those that are listed or required.
  var undetermined: [Int] {
    ((named ?? Array(file.manifest.features.indices)) + required)
      .filter { evaluator.status(of: $0) == .undetermined }
  }

  func writeJSON(_ sink: inout ByteSink) {
    guard named == nil, baseline == nil else { return report().writeJSON(into: &sink) }
    report().writeAllJSON(into: &sink) { [evaluator] range in evaluator.evaluations(of: range) }
  }

  /// The listed and the required features, with positions, for CI services.
  var reportForCI: EvaluationReport {
    var listing = self
    listing.named = named.map { Set($0).union(required).sorted() }
    return listing.report(positions)
  }

  func scenario(called name: String) throws -> RecordedScenario {
    let expected = listed.map { found, _ in
      RecordedExpectation(all: found, in: evaluator.manifest)
    }
    if expected.isEmpty { throw Problem.nothingToExpect }
    return RecordedScenario(
      name: name, cases: [RecordedCase(given: .state(simulated.state), expected: expected)])
  }

  /// Evaluates twice, to count and to write: results of a hundred thousand features take too much
  /// memory.
  func report(_ positions: (@Sendable (Int) -> SourcePosition?)? = nil) -> EvaluationReport {
    EvaluationReport(
      head: ReportContext(
        manifestPath: path, sentences: Sentences(evaluator), counts: counts, features: named,
        required: Set(required), origin: simulated.origin, flags: simulated.flags,
        baseline: baseline.map { .init(sentences: Sentences($0.evaluator), origin: $0.origin) },
        position: positions), results: listed)
  }

  var positions: @Sendable (Int) -> SourcePosition? {
    let ranges = ManifestLocations(file)
    var locator = SourcePositions(file.source)
    let positions = file.manifest.features.indices.map { feature in
      locator.position(of: ranges.feature(feature).lowerBound)
    }
    return { positions[$0] }
  }

  var counts: StatusCounts {
    if named == nil, baseline == nil { return StatusCounts(evaluator.statuses()) }
    return StatusCounts(listed.map(\.0.status))
  }

  var listed: AnyIterator<ComparedEvaluation> {
    let baseline = baseline.map { evaluations(by: $0.evaluator) }
    let new = evaluations(by: evaluator)
    return AnyIterator {
      while let evaluation = new.next() {
        let old = baseline?.next()
        if old.map({ evaluation.differs(from: $0) }) ?? true { return (evaluation, old) }
      }
      return nil
    }
  }

  func evaluations(by evaluator: Evaluator) -> AnyIterator<FeatureEvaluation> {
    guard let named else { return AnyIterator(evaluator.all) }
    return AnyIterator(named.lazy.map { evaluator.evaluate($0) }.makeIterator())
  }

  /// Whether a required feature is not available. Reports each on standard error.
  func lacksRequired(_ diagnostics: Diagnostics) -> Bool {
    let missing = required.lazy.map { evaluator.evaluate($0) }.filter { $0.status != .available }
    let sentences = Sentences(evaluator)
    diagnostics.write(
      missing.map { evaluation in
        Problem(
          "\(quoted(evaluator.manifest.features[evaluation.feature].id)) is required, but \(evaluation.status.name): \(visible(sentences.evaluator.headline(of: evaluation)))"
        )
      })
    return !missing.isEmpty
  }
}

extension Manifest {
  /// These features and all features that they contain, in the manifest's order.
  fileprivate func withDescendants(of indices: [Int]) -> [Int] {
    var isListed = Array(repeating: false, count: features.count)
    for index in indices { isListed[index] = true }
    // Parents precede their children.
    for (index, feature) in features.enumerated() {
      if let parent = feature.parent, isListed[parent] { isListed[index] = true }
    }
    return isListed.indices.filter { isListed[$0] }
  }
}

/// A feature's results in the state and in ``ReportContext/baseline``.
typealias ComparedEvaluation = (FeatureEvaluation, old: FeatureEvaluation?)

struct EvaluationReport {
  let head: ReportContext

  /// Parents first; evaluated one at a time, so that memory holds only one.
  let results: AnyIterator<ComparedEvaluation>
}

extension FeatureEvaluation {
  /// Whether the status or the blockers differ.
  func differs(from old: FeatureEvaluation) -> Bool {
    status != old.status
      || blockers.map(BlockerIdentity.init) != old.blockers.map(BlockerIdentity.init)
  }
}

extension EvaluationReport {
  func writeText(style: TextStyle, verbose: Bool, into sink: inout ByteSink) {
    let tree = FeatureTree(head, verbose: verbose)
    style.write(head.stateLines(isDetailed: verbose), to: &sink)
    for (evaluation, old) in results {
      style.write(tree.lines(evaluation, baseline: old), to: &sink)
    }
    style.write(head.summaryLines, to: &sink)
  }

  func writeMarkdown(verbose: Bool, into sink: inout ByteSink) {
    let state = head.sentences.state
    sink.append(
      "### \(MarkdownText.cell(state.manifest.app.name ?? head.manifestPath)) on \(state.deviceDisplayText), \(state.appDisplayText)\n\n"
    )
    sink.append("State: \(MarkdownText.cell(head.origin.description))")
    if !head.flags.isEmpty {
      sink.append(", with \(MarkdownText.code(head.flags.joined(separator: " ")))")
    }
    if let baseline = head.baseline {
      sink.append("<br>Compared with: \(MarkdownText.cell(baseline.origin.description))")
    }
    sink.append("\n\n**\(head.counts.text)**\n")
    var isEmpty = true
    for (evaluation, old) in results {
      if isEmpty { sink.append("\n| Feature | Status | Why | Next step |\n|---|---|---|---|\n") }
      isEmpty = false
      let cells = [
        title(of: evaluation.feature, in: state.manifest),
        status(evaluation, old),
        why(evaluation, verbose: verbose),
        head.sentences.stepsDisplayText(of: evaluation).map { MarkdownText.cell($0) } ?? "",
      ]
      sink.append("| \(cells.joined(separator: " | ")) |\n")
    }
    if isEmpty { sink.append(head.baseline == nil ? "\nNo features.\n" : "\nNo differences.\n") }
  }

  private func title(of index: Int, in manifest: Manifest) -> String {
    let feature = manifest.features[index]
    return String(repeating: "&emsp;", count: Array(manifest.ancestors(of: index)).count)
      + MarkdownText.cell(feature.name)
      + (feature.note(team: manifest.team(of: index)).map { "<br>\(MarkdownText.cell($0))" } ?? "")
  }

  private func status(_ evaluation: FeatureEvaluation, _ old: FeatureEvaluation?) -> String {
    let new = "\(evaluation.status.symbol) \(evaluation.status.name)"
    let note = head.lacksRequired(evaluation) ? "<br>**required**" : ""
    guard let old, old.status != evaluation.status else { return new + note }
    return "\(old.status.symbol) \(old.status.name) → \(new)\(note)"
  }

  private func why(_ evaluation: FeatureEvaluation, verbose: Bool) -> String {
    head.sentences.parts(of: evaluation, verbose: verbose).map { part in
      String(repeating: "&emsp;", count: part.depth) + "\(part.symbol) "
        + MarkdownText.code(part.name)
        + (part.values(head.sentences).map { " \(MarkdownText.cell($0.text))" } ?? "")
    }.joined(separator: "<br>")
  }
}
