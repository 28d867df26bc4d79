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
    options: [
      .filter, .failFast, .coverage, .minCoverage,
      .watch, .format(.text, .json, .junit, .tap, .github), .output,
    ],
    examples: [
      "test manifest.json scenarios.json",
      "test manifest.json scenarios/ --coverage --min-coverage 80",
    ],
    run: { (context) throws(CommandFailure) in
      var run = try ScenarioRun(&context)
      try run.execute(&context)
      let report = run.report
      try run.write(report, context)
      return report.isSatisfied ? .success : .demandFailed
    })
}

extension Option {
  fileprivate static let filter = Option(
    name: "filter", value: .text, placeholder: "NAME",
    help: "Run only the scenarios whose name contains this.")

  fileprivate static let failFast = Option(
    name: "fail-fast", value: .none, help: "Stop behind the first scenario that fails.")

  fileprivate static let coverage = Option(
    name: "coverage", value: .none,
    help: "Tell what no scenario has seen: constraints met and not, features available and not.")

  fileprivate static let minCoverage = Option(
    name: "min-coverage", value: .text, placeholder: "PERCENT",
    help: "Exit with status 1 where less than this is seen.")
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
    leastPercent = try Self.percent(invocation)
    path = invocation.arguments[0]
    let manifest = try context.readManifest(path)
    self.manifest = manifest
    files = try Self.read(Array(invocation.arguments.dropFirst()), for: manifest, &context)
    if invocation.has(.coverage) || leastPercent != nil {
      coverage = Coverage(of: manifest.manifest)
    }
  }

  /// A percentage from 0 to 100.
  private static func percent(_ invocation: Invocation) throws(CommandFailure) -> Double? {
    guard let text = invocation.value(of: .minCoverage) else { return nil }
    guard let percent = Double(text), (0...100).contains(percent) else {
      let problem = UsageProblem.malformed(
        option: Option.minCoverage.name, value: text, form: "a number from 0 to 100")
      throw .usage(UsageProblems(problems: [problem], command: Command.test.name))
    }
    return percent
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
    let filter = context.invocation.value(of: .filter)
    let isSelected = { (scenario: Scenario) in filter.map { scenario.name.contains($0) } ?? true }
    if let filter, !files.contains(where: { $0.scenarios.contains(where: isSelected) }) {
      throw .values([.noScenario(filter, option: Option.filter.name)])
    }
    let stopsAtFailure = context.invocation.has(.failFast)
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

  func write(_ report: ScenarioReport, _ context: CommandContext) throws(CommandFailure) {
    try context.writeResult { sink in
      switch context.invocation.format {
      case .json: ScenarioJSON().write(report, into: &sink)
      case .junit: ScenarioJUnit().write(report, into: &sink)
      case .tap: ScenarioTAP().write(report, into: &sink)
      case .github: ScenarioGitHub().write(report, into: &sink)
      default: ScenarioText(style: context.textStyle).write(report, into: &sink)
      }
    }
  }
}
