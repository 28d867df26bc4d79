extension Command {
  static let test = Command(
    name: "test",
    summary: "Run scenarios and report which expectations fail.",
    arguments: [
      .manifest,
      Argument(
        placeholder: "SCENARIOS", kind: .file, count: .oneOrMore,
        help: "Scenario files, or folders that contain them."),
    ],
    options: .list(
      filterOption, failFastOption, coverageOption, minCoverageOption, mutateOption, minScoreOption,
      updateOption, completeOption, intoOption, .watch, formatOption, .quiet, .output
    ),
    examples: [
      "test manifest.json scenarios.json",
      "test manifest.json scenarios/ --coverage --min-coverage 80",
      "test manifest.json scenarios.json --update",
      "test manifest.json s.json --complete --into s.json",
    ],
    run: { context in
      var run = try ScenarioRun(&context)
      try run.execute(context)
      if context[mutateOption] { run.mutate(context) }
      if context[completeOption], try run.complete(&context) { return .success }
      let report = run.report
      // Before the report: with exit status 2, nothing is written to standard output.
      if context[updateOption] { try run.update(context) }
      try context.write(report, as: formatOption)
      return report.isSatisfied ? .success : .checkFailed
    })
}

private let filterOption = Setting.one(
  "filter", .text, placeholder: "NAME",
  help: "Run only scenarios whose name contains this text.")

private let failFastOption = Setting.flag(
  "fail-fast", help: "Stop after the first scenario that fails.")

private let coverageOption = Setting.flag(
  "coverage",
  help: "Report which outcomes of constraints and features no scenario shows.")

private let minCoverageOption = Setting.percent(
  "min-coverage", help: "Exit with status 1 if coverage is below this percentage.")

private let mutateOption = Setting.flag(
  "mutate",
  help: "Mutate the manifest and report mutants that no scenario detects.")

private let minScoreOption = Setting.percent(
  "min-score", help: "Exit with status 1 if the mutation score is below this percentage."
).needing(mutateOption.name)

private let updateOption = Setting.flag(
  "update", help: "Replace failing expected values with actual ones (not in claims)."
).excluding(mutateOption.name).withheldFromTools()

private let completeOption = Setting.flag(
  "complete",
  help: "Print cases that complete the coverage and the mutation score of the suite."
).excluding(
  filterOption.name, failFastOption.name, coverageOption.name, minCoverageOption.name,
  mutateOption.name, updateOption.name, "format", "watch"
).withheldFromTools()

private let intoOption = Setting.one(
  "into", .file,
  help: "Append the cases to this file as a scenario; create it if missing."
).needing(completeOption.name).withheldFromTools()

private let formatOption: Setting<Renderer<ScenarioReport>> =
  .format(
    ("text", { $0.writeText(style: $1.textStyle, isQuiet: $1.isQuiet, into: &$2) }),
    ("json", { ScenarioJSON.json.write($0, .pretty, into: &$2) }),
    ("junit", { $0.writeJUnit(into: &$2) }),
    ("github", { $0.writeGitHub(into: &$2) }))

private struct ScenarioRun {
  let path: String
  let manifest: ManifestFile
  var files: [(file: ScenarioFile, path: String)] = []
  let filter: String?
  let requiredPercent: Double?
  var suites: [ScenarioReport.Suite] = []
  var coverage: Coverage?
  var mutation: MutationReport?

  init(_ context: inout CommandContext) throws {
    let paths = Array(context.arguments.dropFirst())
    path = context.arguments[0]
    filter = context[filterOption]
    requiredPercent = context[minCoverageOption]
    if context[updateOption] {
      if paths.contains("-") {
        throw Problem(
          "'--update' cannot rewrite standard input ('-')", hint: "give the path of the file")
      }
      for path in paths { try context.refuseRevision(path) }
    }
    manifest = try context.readManifest(path)
    if context[coverageOption] || requiredPercent != nil || context[completeOption] {
      coverage = Coverage(of: manifest.manifest)
    }
    try read(paths, &context)
  }

  mutating func read(_ paths: [String], _ context: inout CommandContext) throws {
    var failures: [InvalidInput] = []
    for (path, source) in try context.readScenarioSources(paths) {
      do throws(InvalidInput) {
        files.append((try ScenarioFile(source, for: manifest), path))
      } catch {
        failures.append(error)
      }
    }
    for failure in failures.dropLast() { context.diagnostics.write(failure) }
    if let last = failures.last {
      if failures.contains(where: { $0.diagnostics.contains { $0.rule == "unknown-feature" } }),
        !manifest.manifest.features.contains(where: { Self.names($0.id, in: failures) })
      {
        context.diagnostics.write(last)
        throw Problem(
          "the scenarios name no feature of \(quoted(path))",
          hint: "do these scenarios belong to this manifest?")
      }
      throw last
    }
    let completes = context[completeOption]
    if scenarios.isEmpty, !completes { throw Problem("the files contain no scenarios") }
    let isProven =
      scenarios.contains { if case .claim = $0.body { true } else { false } } || completes
      || context[mutateOption]
    if isProven || coverage != nil {
      try context.requirePossibleState(of: manifest, isProven: isProven)
    }
  }

  static func names(_ feature: String, in failures: [InvalidInput]) -> Bool {
    failures.contains {
      String(utf8: $0.source.text.bytes).has("\"\(feature)\"")
    }
  }

  var scenarios: [Scenario] { files.flatMap(\.file.scenarios) }

  func isSelected(_ scenario: Scenario) -> Bool {
    filter.map { scenario.name.has($0) } ?? true
  }

  // MARK: Running

  mutating func execute(_ context: CommandContext) throws {
    let runner = ScenarioRunner(manifest.manifest)
    var proof = ClaimProof(of: manifest.manifest)
    if let filter, !scenarios.contains(where: isSelected) {
      throw Problem("no scenario's name contains \(quoted(filter)) ('--\(filterOption.name)')")
    }
    let stopsAtFailure = context[failFastOption]
    var progress = Progress(total: scenarios.count, of: "scenarios", for: context.call)
    defer { progress.clear() }
    for (file, _) in files {
      var results: [ScenarioResult] = []
      defer { suites.append(ScenarioReport.Suite(file: file.source, results: results)) }
      for scenario in file.scenarios {
        progress.advance()
        if Cancellation.isRequested { return }
        guard isSelected(scenario) else { continue }
        do throws(Diagnostic) {
          results.append(
            coverage == nil
              ? try runner.run(scenario, provingWith: &proof)
              : try runner.run(scenario, provingWith: &proof) { coverage?.observe($0) })
        } catch {
          throw InvalidInput(file.source, [error])
        }
        if stopsAtFailure, results.last?.isPassed == false { return }
      }
    }
  }

  var isPassed: Bool { suites.allSatisfy { $0.results.allSatisfy(\.isPassed) } }

  // MARK: Mutants

  /// Measures the mutation score, unless a scenario fails on the manifest itself.
  mutating func mutate(_ context: CommandContext) {
    guard isPassed else {
      context.diagnostics.warn("no mutation score: a scenario fails on the manifest itself")
      return
    }
    let locations = ManifestLocations(manifest)
    var run = MutationRun(scenarios.filter(isSelected), of: manifest.manifest, locations)
    var progress = Progress(total: run.mutations.count, of: "mutants", for: context.call)
    var tally = MutationTally()
    var survivors: [(range: Range<Int>, Mutation, MutantProof.Difference?)] = []
    for mutation in run.mutations where !Cancellation.isRequested {
      progress.advance()
      switch run.outcome(of: mutation) {
      case .equivalent: tally.equivalent += 1
      case .killed: tally.killed += 1
      case .survived(let difference):
        tally.survived += 1
        survivors.append((locations.range(of: mutation.location), mutation, difference))
      }
    }
    progress.clear()
    survivors.sort { ($0.range.lowerBound, $0.1.kind) < ($1.range.lowerBound, $1.1.kind) }
    var locator = SourcePositions(manifest.source)
    self.mutation = MutationReport(
      tally: tally,
      survivors: survivors.map { range, mutation, difference in
        MutationReport.Survivor(
          mutation: mutation, position: locator.position(of: range.lowerBound),
          difference: difference)
      }, requiredPercent: context[minScoreOption])
  }

  // MARK: Completing

  /// Adds cases that complete the coverage and the mutation score. Returns false if a scenario
  /// fails, which the report then shows.
  mutating func complete(_ context: inout CommandContext) throws -> Bool {
    guard isPassed, let shown = coverage else {
      coverage = nil
      context.diagnostics.warn("no cases are added, because a scenario fails")
      return false
    }
    var progress = Progress(total: 0, of: "mutants", for: context.call)
    let completion = SuiteCompletion(of: scenarios, coverage: shown, for: manifest) {
      progress.show("\($0) of \($1) mutants")
    }
    progress.clear()
    let added = completion.scenario
    guard let path = context[intoOption] else {
      let suite = RecordedSuite([added].compactMap(\.self), of: manifest.manifest)
      try context.writeResult { suite.write(into: &$0) }
      return true
    }
    if let added { try context.add(added, to: path, of: manifest) }
    writeToStandardError("\(quoted(path)): added \(counted(added?.cases.count ?? 0, "case"))\n")
    return true
  }

  // MARK: Updating

  /// Writes the actual results into the scenario files. Reports changed files on standard error.
  func update(_ context: CommandContext) throws {
    for (suite, (file, path)) in zip(suites, files) {
      let update = ExpectationUpdate(of: suite.results, in: file)
      if update.count == 0 { continue }
      try POSIX.locking(folderOf: path) {
        try context.write(to: path, existing: .replaceUnchanged(file.source.text)) {
          update.write(to: &$0)
        }
      }
      writeToStandardError("\(quoted(path)): updated \(counted(update.count, "expectation"))\n")
    }
  }

  var report: ScenarioReport {
    ScenarioReport(
      manifestPath: FileName.shown(path), manifest: manifest.manifest, suites: suites,
      coverage: coverage?.items(), requiredPercent: requiredPercent, mutation: mutation)
  }
}

struct ScenarioReport {
  let manifestPath: String
  let manifest: Manifest
  let suites: [Suite]

  /// Nil if not measured.
  var coverage: [Coverage.Item]?

  var requiredPercent: Double?

  /// Nil if not requested, or if a scenario fails.
  var mutation: MutationReport?

  struct Suite {
    let file: SourceFile
    let results: [ScenarioResult]

    private let locations: [Int: SourceLocation]

    init(file: SourceFile, results: [ScenarioResult]) {
      self.file = file
      self.results = results
      let ranges = results.flatMap { [$0.range] + $0.failures.map(\.range) }
      // Because the offsets are sorted, one pass over the text locates all of them.
      var locator = SourceLocator(file.text)
      var locations: [Int: SourceLocation] = [:]
      for offset in ranges.map(\.lowerBound).sorted() where locations[offset] == nil {
        locations[offset] = locator.location(of: offset)
      }
      self.locations = locations
    }

    func location(of range: Range<Int>) -> SourceLocation {
      locations[range.lowerBound] ?? SourceLocation(line: 1, column: 1)
    }

    func line(of range: Range<Int>) -> Int { location(of: range).line }
  }

  var results: [ScenarioResult] { suites.flatMap(\.results) }
  var passed: Int { results.count { $0.isPassed } }
  var failed: Int { results.count - passed }

  var isCovered: Bool { coverageMeasure?.isReached != false }

  var isSatisfied: Bool { failed == 0 && isCovered && mutation?.measure.isReached != false }
}

extension [Coverage.Item] {
  var seen: Int { count { $0.isSeen } }

  /// The percentage of outcomes that scenarios show; 100 if there is none. Impossible outcomes are
  /// left out, undecided ones count as missed.
  var percent: Double { isEmpty ? 100 : 100 * Double(seen) / Double(count) }

  /// The percentage with one decimal, rounded down.
  var percentText: String {
    let tenths = isEmpty ? 1000 : 1000 * seen / count
    return "\(tenths / 10).\(tenths % 10)"
  }
}

extension ScenarioReport {
  /// Writes failures last, where a terminal shows them.
  func writeText(style: TextStyle, isQuiet: Bool, into sink: inout ByteSink) {
    let failures = suites.flatMap { suite in
      suite.results.filter { !$0.isPassed }.flatMap { lines($0, in: suite) }
    }
    if isQuiet {
      style.write(failures, to: &sink)
      if !isCovered { style.write(coverageLines, to: &sink) }
      if mutation?.measure.isReached == false {
        style.write(mutationLines, to: &sink)
      }
      return
    }
    for result in results where result.isPassed {
      style.write("\("✓ ", .good)\(result.name)", to: &sink)
    }
    if passed > 0, failed > 0 { style.write(.blank, to: &sink) }
    style.write(failures, to: &sink)
    let sections = [coverageLines, mutationLines].filter { !$0.isEmpty }
    // The last failure already ends with a blank line.
    if !sections.isEmpty, failed == 0 { style.write(.blank, to: &sink) }
    for section in sections { style.write(section + [.blank], to: &sink) }
    style.write(
      Line(
        hanging: 0,
        """
        \(counted(results.count, "scenario")): \
        \("\(passed) passed", passed > 0 ? .good : .plain), \
        \("\(failed) failed", failed > 0 ? .bad : .plain)
        """), to: &sink)
  }

  // MARK: Failures

  private func lines(_ result: ScenarioResult, in suite: Suite) -> [Line] {
    var lines: [Line] = ["\("✗ ", .bad)\(result.name, .strong)"]
    for failure in result.failures {
      let position = "\(suite.file.path):\(suite.line(of: failure.range)): "
      lines.append(Line(indentation: 2, "\(position, .quiet)\(failure.sentence)"))
      lines.append(.unwrapped(indentation: 4, failure.command(manifestPath: manifestPath)))
    }
    return lines + [.blank]
  }

  // MARK: Coverage

  private var coverageLines: [Line] {
    guard let measure = coverageMeasure else { return [] }
    let advice = "To cover one of these outcomes, add the case under it to a scenario's 'cases':"
    return lines(
      measure, neverSeen.map { ("\(sentence(for: $0))", $0.example) },
      advice: neverSeen.contains { $0.example != nil }
        ? Line(indentation: 2, hanging: 2, "\(advice, .quiet)") : nil)
  }

  private var mutationLines: [Line] {
    guard let mutation else { return [] }
    return lines(
      mutation.measure,
      mutation.survivors.map {
        (
          "\("\($0.position): ", .quiet)\($0.whatIsDifferent(in: manifest))", $0.suggestedCase
        )
      },
      advice: mutation.survivors.isEmpty
        ? nil : "To detect one of these mutants, add the case under it to a scenario's 'cases':")
  }

  private func lines(
    _ measure: SuiteMeasure, _ items: [(line: Line, example: RecordedCase?)], advice: Line?
  ) -> [Line] {
    [measure.line] + [advice].compactMap(\.self)
      + items.flatMap { line, example in
        [Line(indentation: 2, "\("· ", .open)\(line)")]
          + (example.map { [.unwrapped(indentation: 4, $0.text(of: manifest))] } ?? [])
      }
  }
}

extension Line {
  /// A line that readers can copy into a scenario's list of cases.
  static func unwrapped(indentation: Int, _ text: String) -> Line {
    var line = Line(indentation: indentation, "\(text, .action)")
    line.isWrapped = false
    return line
  }
}
