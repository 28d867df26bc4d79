import FlintManifest
import FlintModel
import FlintScenarios
import FlintText

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
      context.warnOfImpossibleState(breaking: listing.broken, of: listing.file.manifest)
      context.warnOfMissingDate(
        deciding: listing.undetermined, in: listing.simulated.state, of: listing.file.manifest)
      if let name = context.invocation[asScenarioOption] {
        try context.write(try listing.scenario(called: name), of: listing.file)
      } else if context.invocation[.quiet] {
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
    (
      "text",
      { $0.write(EvaluationText(style: $1.textStyle, verbose: $1.invocation[.verbose]), &$2) }
    ),
    ("json", { listing, _, sink in listing.writeJSON(&sink) }),
    ("markdown", { $0.write(EvaluationMarkdown(verbose: $1.invocation[.verbose]), &$2) }),
    (
      "junit",
      { listing, _, sink in
        listing.includingRequired.write(EvaluationJUnit(), &sink, withPositions: true)
      }
    ),
    (
      "github",
      { listing, _, sink in
        listing.includingRequired.write(EvaluationGitHub(), &sink, withPositions: true)
      }
    ))

private struct FeatureListing {
  private let path: String
  let file: ManifestFile
  private let evaluator: Evaluator
  private let baseline: (evaluator: Evaluator, origin: StateOrigin)?
  let simulated: SimulatedState
  private var named: [Int]?
  private let required: [Int]

  /// Throws all problems together.
  init(_ context: inout CommandContext) throws {
    let invocation = context.invocation
    path = FileName.shown(invocation.arguments[0])
    file = try context.readManifest(invocation.arguments[0])
    let ids = invocation.arguments.dropFirst()
    let features = context.features(ids, of: file.manifest)
    let asked = ids.isEmpty ? nil : file.manifest.withDescendants(of: features)
    let ofTeams = context.featuresOfTeams(of: file.manifest)
    named =
      ofTeams.map { ofTeams in asked.map { $0.filter(Set(ofTeams).contains) } ?? ofTeams } ?? asked
    required = context.features(
      invocation[requireOption], option: requireOption.name, of: file.manifest)
    simulated = try context.simulatedState(of: file)
    var other: SimulatedState?
    if let name = invocation[.baseline] {
      other = try context.state(
        name, of: file, option: Setting.baseline.name)
    }
    try context.requireNoProblems()
    evaluator = Evaluator(file.manifest, in: simulated.state)
    let declared = file.manifest
    baseline = other.map { (Evaluator(declared, in: $0.state), $0.origin) }
  }

  /// For CI formats, which show features but no errors.
  var includingRequired: FeatureListing {
    var listing = self
    listing.named = named.map { Set($0).union(required).sorted() }
    return listing
  }

  var broken: [Int] { evaluator.brokenAssumptions }

  /// The undetermined features among those that are listed or required.
  var undetermined: [Int] {
    ((named ?? Array(file.manifest.features.indices)) + required)
      .filter { evaluator.status(of: $0) == .undetermined }
  }

  /// Evaluates twice, to count and to write: results of a hundred thousand features take too much
  /// memory.
  func write(
    _ renderer: some EvaluationRenderer, _ sink: inout ByteSink, withPositions: Bool = false
  ) {
    var renderer = renderer
    renderer.begin(reportContext(withPositions: withPositions), into: &sink)
    forEachListed { evaluation, old in renderer.add(evaluation, baseline: old, into: &sink) }
    renderer.end(into: &sink)
  }

  func writeJSON(_ sink: inout ByteSink) {
    var renderer = EvaluationJSON()
    guard named == nil, baseline == nil else { return write(renderer, &sink) }
    renderer.begin(reportContext(withPositions: false), into: &sink)
    renderer.addAll(
      { [evaluator] range, add in
        for evaluation in evaluator.evaluations(of: range) { add(evaluation) }
      }, into: &sink)
    renderer.end(into: &sink)
  }

  func scenario(called name: String) throws -> RecordedScenario {
    var expected: [RecordedExpectation] = []
    forEachListed { found, _ in
      expected.append(RecordedExpectation(all: found, in: evaluator.manifest))
    }
    if expected.isEmpty { throw Problem.nothingToExpect }
    let recorded = RecordedCase(given: .state(simulated.state), expected: expected)
    return RecordedScenario(name: name, cases: [recorded])
  }

  private func reportContext(withPositions: Bool) -> ReportContext {
    ReportContext(
      manifestPath: path, sentences: Sentences(evaluator), counts: counts, features: named,
      required: Set(required), origin: simulated.origin, flags: simulated.flags,
      baseline: baseline.map { .init(sentences: Sentences($0.evaluator), origin: $0.origin) },
      position: withPositions ? positions : nil)
  }

  private var positions: @Sendable (Int) -> SourcePosition? {
    let ranges = ManifestLocations(file)
    var locator = SourcePositions(file.source)
    let positions = file.manifest.features.indices.map { feature in
      locator.position(of: ranges.feature(feature).lowerBound)
    }
    return { positions[$0] }
  }

  private var counts: StatusCounts {
    if named == nil, baseline == nil { return StatusCounts(evaluator.statuses()) }
    var counts = StatusCounts()
    forEachListed { evaluation, _ in counts.count(evaluation.status) }
    return counts
  }

  private func forEachListed(_ body: (FeatureEvaluation, _ old: FeatureEvaluation?) -> Void) {
    var baseline = baseline.map { Evaluations(of: named, by: $0.evaluator) }
    var evaluations = Evaluations(of: named, by: evaluator)
    while let evaluation = evaluations.next() {
      let old = baseline?.next()
      if old.map({ evaluation.differs(from: $0) }) ?? true { body(evaluation, old) }
    }
  }

  private struct Evaluations: IteratorProtocol {
    private let evaluator: Evaluator
    private var some: ArraySlice<Int>?
    private var all: Evaluator.Evaluations

    init(of some: [Int]?, by evaluator: Evaluator) {
      self.evaluator = evaluator
      self.some = some?[...]
      all = evaluator.all
    }

    mutating func next() -> FeatureEvaluation? {
      some == nil ? all.next() : some?.popFirst().map { evaluator.evaluate($0) }
    }
  }

  /// Reports each on standard error.
  func lacksRequired(_ diagnostics: Diagnostics) -> Bool {
    let missing = required.lazy.map { evaluator.evaluate($0) }.filter { $0.status != .available }
    let sentences = Sentences(evaluator)
    diagnostics.write(
      missing.map { evaluation in
        let id = evaluator.manifest.features[evaluation.feature].id
        let reason = visible(sentences.headline(of: evaluation))
        return Problem("\(quoted(id)) is required, but \(evaluation.status.name): \(reason)")
      })
    return !missing.isEmpty
  }
}

extension Manifest {
  /// Returns the given features and everything in them, in the manifest's order.
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

/// One feature at a time, so that they are never all in memory.
protocol EvaluationRenderer {
  mutating func begin(_ head: ReportContext, into sink: inout ByteSink)

  /// Parents first.
  /// - Parameter old: In ``ReportContext/baseline``.
  mutating func add(
    _ evaluation: FeatureEvaluation, baseline old: FeatureEvaluation?, into sink: inout ByteSink)

  mutating func end(into sink: inout ByteSink)
}

extension FeatureEvaluation {
  /// Whether the status, or the constraints that block the feature, differ from those in another state.
  func differs(from old: FeatureEvaluation) -> Bool {
    status != old.status
      || blockers.map(BlockerIdentity.init) != old.blockers.map(BlockerIdentity.init)
  }
}

struct EvaluationText: EvaluationRenderer {
  private let style: TextStyle
  private let verbose: Bool
  private var head: ReportContext?
  private var tree: FeatureTree?

  init(style: TextStyle, verbose: Bool = false) {
    self.style = style
    self.verbose = verbose
  }

  mutating func begin(_ head: ReportContext, into sink: inout ByteSink) {
    self.head = head
    tree = FeatureTree(head, width: style.width, verbose: verbose)
    write(StateLines(head, isDetailed: verbose).lines, to: &sink)
  }

  mutating func add(
    _ evaluation: FeatureEvaluation, baseline old: FeatureEvaluation?, into sink: inout ByteSink
  ) {
    write(tree?.lines(evaluation, baseline: old) ?? [], to: &sink)
  }

  mutating func end(into sink: inout ByteSink) {
    guard let head else { return }
    write(SummaryLines(head).lines, to: &sink)
  }

  private func write(_ lines: [Line], to sink: inout ByteSink) {
    TerminalWriter(style: style).write(lines, to: &sink)
  }
}

struct EvaluationMarkdown: EvaluationRenderer {
  private let verbose: Bool
  private var head: ReportContext?
  private var isFirst = true

  init(verbose: Bool = false) {
    self.verbose = verbose
  }

  mutating func begin(_ head: ReportContext, into sink: inout ByteSink) {
    self.head = head
    let state = head.sentences.state
    let name = MarkdownText.cell(state.manifest.app.name ?? head.manifestPath)
    sink.append("### \(name) on \(state.deviceDisplayText), \(state.appDisplayText)\n\n")
    sink.append("State: \(MarkdownText.cell(head.origin.displayText))")
    if !head.flags.isEmpty {
      sink.append(", with \(MarkdownText.code(head.flags.joined(separator: " ")))")
    }
    if let baseline = head.baseline {
      sink.append("<br>Compared with: \(MarkdownText.cell(baseline.origin.displayText))")
    }
    let counts = FeatureStatus.allCases.map { "\(head.counts[$0]) \($0.name)" }
    sink.append("\n\n**\(counts.joined(separator: ", "))**\n")
  }

  mutating func add(
    _ evaluation: FeatureEvaluation, baseline old: FeatureEvaluation?, into sink: inout ByteSink
  ) {
    guard let head else { return }
    if isFirst { sink.append("\n| Feature | Status | Why | Next step |\n|---|---|---|---|\n") }
    isFirst = false
    let manifest = head.sentences.manifest
    let feature = manifest.features[evaluation.feature]
    let depth = Array(manifest.ancestors(of: evaluation.feature)).count
    let cells = [
      String(repeating: "&emsp;", count: depth) + MarkdownText.cell(feature.name)
        + note(evaluation.feature, in: manifest),
      status(evaluation, old),
      why(evaluation, head.sentences),
      head.sentences.stepsDisplayText(of: evaluation).map { MarkdownText.cell($0) } ?? "",
    ]
    sink.append("| \(cells.joined(separator: " | ")) |\n")
  }

  mutating func end(into sink: inout ByteSink) {
    if isFirst { sink.append(head?.baseline == nil ? "\nNo features.\n" : "\nNo differences.\n") }
  }

  private func note(_ index: Int, in manifest: Manifest) -> String {
    let until = manifest.features[index].until.map { "remove by \($0)" }
    let team = manifest.team(of: index).map { "team \($0)" }
    let notes = [team, until].compactMap(\.self)
    return notes.isEmpty ? "" : "<br>" + MarkdownText.cell(notes.joined(separator: ", "))
  }

  private func status(_ evaluation: FeatureEvaluation, _ old: FeatureEvaluation?) -> String {
    let new = "\(evaluation.status.symbol) \(evaluation.status.name)"
    let isRequired = head?.required.contains(evaluation.feature) == true
    let note = isRequired && evaluation.status != .available ? "<br>**required**" : ""
    guard let old, old.status != evaluation.status else { return new + note }
    return "\(old.status.symbol) \(old.status.name) → \(new)" + note
  }

  private func why(_ evaluation: FeatureEvaluation, _ sentences: Sentences) -> String {
    let reported = sentences.reported(of: evaluation, verbose: verbose).flatMap { constraint in
      let status = constraint.evaluation.status
      let name = sentences.name(of: constraint, seenFrom: evaluation.feature)
      if status == .notActive { return [line(status, name, nil)] }
      return [line(status, name, sentences.facts(of: constraint))]
        + constraint.parts.map { part in
          String(repeating: "&emsp;", count: part.depth)
            + line(part.status, part.name(in: sentences.manifest), part.facts(sentences))
        }
    }
    return ([MarkdownText.cell(sentences.headline(of: evaluation))] + reported)
      .joined(separator: "<br>")
  }

  private func line(_ status: ConstraintStatus, _ name: String, _ facts: ConstraintDescription?)
    -> String
  {
    let result = "\(status.symbol) \(MarkdownText.code(name))"
    guard let facts else { return result }
    return result
      + " needs \(MarkdownText.cell(facts.required)), now \(MarkdownText.cell(facts.actual))"
  }
}
