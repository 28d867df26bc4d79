internal import FlintCore
internal import FlintManifest
internal import FlintReport
internal import FlintScenarios

extension Command {
  static let test = Command(
    name: "test",
    summary: "Runs scripted what-if scenarios and tells which expectations fail.",
    arguments: [
      .manifest,
      Argument(
        placeholder: "SCENARIOS", kind: .file, count: .oneOrMore,
        help: "Files of scenarios, or folders, whose files of scenarios all run."),
    ],
    options: .list(
      .filter, .failFast, .coverage, .minCoverage, .watch, .scenarioFormat, .output),
    examples: [
      "test manifest.json scenarios.json",
      "test manifest.json scenarios/ --coverage --min-coverage 80",
    ],
    run: { (context) throws(CommandFailure) in
      var run = try ScenarioRun(&context)
      try run.execute(&context)
      let report = run.report
      try context.write(report, as: .scenarioFormat)
      return report.isSatisfied ? .success : .demandFailed
    })
}

extension Setting<String?> {
  fileprivate static var filter: Self {
    .one(
      "filter", .text, placeholder: "NAME",
      help: "Run only the scenarios whose name contains this.")
  }
}

extension Setting<Bool> {
  fileprivate static var failFast: Self {
    .flag("fail-fast", help: "Stop behind the first scenario that fails.")
  }

  fileprivate static var coverage: Self {
    .flag(
      "coverage",
      help: "Tell what no scenario has seen: constraints met and not, features available and not.")
  }
}

extension Setting<Double?> {
  fileprivate static var minCoverage: Self {
    .percent("min-coverage", help: "Exit with status 1 where less than this is seen.")
  }
}

extension Setting<Renderer<ScenarioReport>> {
  fileprivate static var scenarioFormat: Self {
    .format(
      (.text, { ScenarioText(style: $1.textStyle).write($0, into: &$2) }),
      (.json, { ScenarioJSON().write($0, into: &$2) }),
      (.junit, { ScenarioJUnit().write($0, into: &$2) }),
      (.tap, { ScenarioTAP().write($0, into: &$2) }),
      (.github, { ScenarioGitHub().write($0, into: &$2) }))
  }
}

/// One run of `test`: every file is read before the first scenario runs.
private struct ScenarioRun {
  private let path: String
  private let manifest: ManifestFile
  private let files: [ScenarioFile]
  private let leastPercent: Double?
  private var suites: [ScenarioReport.Suite] = []
  private var coverage: Coverage?

  init(_ context: inout CommandContext) throws(CommandFailure) {
    let invocation = context.invocation
    leastPercent = invocation[.minCoverage]
    path = invocation.arguments[0]
    let manifest = try context.readManifest(path)
    self.manifest = manifest
    files = try Self.read(Array(invocation.arguments.dropFirst()), for: manifest, &context)
    if invocation[.coverage] || leastPercent != nil {
      coverage = Coverage(of: manifest.manifest)
    }
  }

  /// What is wrong with any of the files is told of all of them.
  private static func read(
    _ paths: [String], for manifest: ManifestFile, _ context: inout CommandContext
  ) throws(CommandFailure) -> [ScenarioFile] {
    var files: [ScenarioFile] = []
    var failures: [InvalidInput] = []
    for path in paths {
      for source in try context.readScenarioSources(path) {
        do throws(InvalidInput) {
          files.append(try ScenarioFile(source, for: manifest))
        } catch {
          failures.append(error)
        }
      }
    }
    if !failures.isEmpty { throw .invalidInputs(failures) }
    return files
  }

  // MARK: Running

  mutating func execute(_ context: inout CommandContext) throws(CommandFailure) {
    let runner = ScenarioRunner(manifest.manifest)
    let filter = context.invocation[.filter]
    let isSelected = { (scenario: Scenario) in filter.map { scenario.name.contains($0) } ?? true }
    if let filter, !files.contains(where: { $0.scenarios.contains(where: isSelected) }) {
      throw .values([.noScenario(filter, option: Setting.filter.option.name)])
    }
    let stopsAtFailure = context.invocation[.failFast]
    var progress = Progress(total: files.reduce(0) { $0 + $1.scenarios.count }, of: "scenarios")
    defer { progress.clear() }
    for file in files {
      var results: [ScenarioResult] = []
      defer { suites.append(ScenarioReport.Suite(file: file.source, results: results)) }
      for scenario in file.scenarios {
        progress.advance()
        guard isSelected(scenario) else { continue }
        let result = try run(scenario, of: file, by: runner)
        results.append(result)
        if stopsAtFailure, !result.isPassed { return }
      }
    }
  }

  private mutating func run(
    _ scenario: Scenario, of file: ScenarioFile, by runner: ScenarioRunner
  ) throws(CommandFailure) -> ScenarioResult {
    do throws(InputProblem) {
      guard coverage != nil else { return try runner.run(scenario) }
      return try runner.run(scenario) { coverage?.observe($0) }
    } catch {
      throw .invalidInput(InvalidInput(file.source, [error.diagnostic]))
    }
  }

  // MARK: Reporting

  var report: ScenarioReport {
    ScenarioReport(
      manifestPath: FileName.shown(path), manifest: manifest.manifest, suites: suites,
      coverage: coverage?.items(), leastPercent: leastPercent)
  }
}
