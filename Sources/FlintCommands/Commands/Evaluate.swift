internal import FlintCore
internal import FlintManifest
internal import FlintReport
internal import FlintText

extension Command {
  static let evaluate = Command(
    name: "evaluate",
    summary: "Which features are available in a simulated state, and why or why not.",
    arguments: [
      .manifest,
      Argument(
        placeholder: "FEATURE", kind: .feature, count: .any,
        help: "The features to list; without any, all of them."),
    ],
    options: [.require, .baseline] + Option.stateOptions + [
      .watch, .format(.text, .json, .markdown, .junit, .github), .verbose, .output,
    ],
    examples: [
      "evaluate manifest.json --os-version 17.2 --grant camera",
      "evaluate manifest.json --state subscriber --require speed",
    ],
    run: { (context) throws(CommandFailure) in
      let listing = try FeatureListing(&context)
      try listing.write(context)
      return listing.lacksRequired(context.colorChoice) ? .demandFailed : .success
    })
}

extension Option {
  fileprivate static let require = Option(
    name: "require", value: .feature, repeats: true, takesList: true,
    help: "Exit with status 1 unless this feature is available.")

  fileprivate static let baseline = Option(
    name: "baseline", value: .state, help: "List only what differs from this state.")
}

/// One run of `evaluate`: what is listed of whom, in which state.
private struct FeatureListing {
  private let file: ManifestFile
  private let evaluator: Evaluator
  private let baseline: (evaluator: Evaluator, origin: StateOrigin)?
  private let simulated: SimulatedState
  /// The features that arguments name, nil for all.
  private let named: [Int]?
  private let required: [Int]

  /// Everything that is wrong with the line is told at once.
  init(_ context: inout CommandContext) throws(CommandFailure) {
    let invocation = context.invocation
    file = try context.readManifest(invocation.arguments[0])
    var problems: [ValueProblem] = []
    let ids = invocation.arguments.dropFirst()
    let features = context.features(ids, of: file.manifest, problems: &problems)
    named = ids.isEmpty ? nil : features
    required = context.features(
      invocation.values(of: .require), option: .require, of: file.manifest,
      problems: &problems)
    simulated = try context.simulatedState(of: file, problems: &problems)
    let other = try context.state(.baseline, of: file, problems: &problems)
    guard problems.isEmpty else { throw .values(problems) }
    evaluator = Evaluator(file.manifest, in: simulated.state)
    let declared = file.manifest
    baseline = other.map { (Evaluator(declared, in: $0.state), $0.origin) }
  }

  /// Evaluates twice, to count and to list, rather than hold a hundred thousand results.
  func write(_ context: CommandContext) throws(CommandFailure) {
    let head = EvaluationHead(
      manifestPath: FileName.shown(context.invocation.arguments[0]),
      sentences: Sentences(evaluator), counts: counts,
      features: named, required: Set(required), origin: simulated.origin, flags: simulated.flags,
      baseline: baseline.map { .init(sentences: Sentences($0.evaluator), origin: $0.origin) },
      location: locations(context.invocation.format))
    let isWhole = named == nil && baseline == nil
    try context.writeResult { sink in
      if context.invocation.format == .json, isWhole {
        var renderer = EvaluationJSON()
        renderer.begin(head, into: &sink)
        renderer.addAll(evaluator.evaluations(of:), into: &sink)
        renderer.end(into: &sink)
        return
      }
      var renderer = renderer(context)
      renderer.begin(head, into: &sink)
      forEachListed { evaluation, old in renderer.add(evaluation, baseline: old, into: &sink) }
      renderer.end(into: &sink)
    }
  }

  /// Where each feature stands, for the formats that say so.
  private func locations(_ format: Format) -> (@Sendable (Int) -> SourceLocation?)? {
    guard format == .github || format == .junit else { return nil }
    let places = ManifestPlaces(file)
    var locator = SourceLocator(file.source.text)
    let locations = file.manifest.features.indices.map { feature in
      locator.location(of: places.feature(feature).lowerBound)
    }
    return { locations[$0] }
  }

  private func renderer(_ context: CommandContext) -> any EvaluationRenderer {
    let isVerbose = context.invocation.has(.verbose)
    return switch context.invocation.format {
    case .json: EvaluationJSON()
    case .markdown: EvaluationMarkdown(verbose: isVerbose)
    case .junit: EvaluationJUnit()
    case .github: EvaluationGitHub()
    default: EvaluationText(style: context.textStyle, verbose: isVerbose)
    }
  }

  private var counts: StatusCounts {
    if named == nil, baseline == nil { return StatusCounts(evaluator.statuses()) }
    var counts = StatusCounts()
    forEachListed { evaluation, _ in counts.count(evaluation.status) }
    return counts
  }

  /// Everything that is listed, in the manifest's order, with its result in the baseline.
  private func forEachListed(_ body: (FeatureEvaluation, _ old: FeatureEvaluation?) -> Void) {
    let baseline = baseline.map { evaluations(by: $0.evaluator).makeIterator() }
    for evaluation in evaluations(by: evaluator) {
      let old = baseline?.next()
      if old.map({ evaluation.differs(from: $0) }) ?? true { body(evaluation, old) }
    }
  }

  private func evaluations(by evaluator: Evaluator) -> AnySequence<FeatureEvaluation> {
    guard let named else { return AnySequence(evaluator.all) }
    return AnySequence(named.lazy.map { evaluator.evaluate($0) })
  }

  /// Whether something required is not available. What the result does not list is told on standard
  /// error.
  func lacksRequired(_ color: ColorChoice) -> Bool {
    let missing = required.filter { evaluator.status(of: $0) != .available }
    let unlisted = missing.filter { !isListed($0) }
    Diagnostics.write(
      unlisted.map { feature in
        let id = evaluator.manifest.features[feature].id
        let status = evaluator.status(of: feature).name
        return Notice(message: "feature \(quoted(id)) is required, but \(status)", hint: nil)
      }, color: color)
    return !missing.isEmpty
  }

  private func isListed(_ feature: Int) -> Bool {
    if let named, !named.contains(feature) { return false }
    guard let baseline else { return true }
    return evaluator.evaluate(feature).differs(from: baseline.evaluator.evaluate(feature))
  }
}
