import FlintScenarios
import FlintText

struct ScenarioGitHub {
  init() {}

  func write(_ report: ScenarioReport, into sink: inout ByteSink) {
    for suite in report.suites {
      for result in suite.results {
        for failure in result.failures {
          let facts = [
            failure.message, "expected: \(failure.expected)", "actual: \(failure.actual)",
            "why: \(failure.reasons.joined(separator: "; "))",
            "see: \(failure.command(manifestPath: report.manifestPath))",
          ]
          WorkflowCommand(
            level: .error, file: suite.file.path,
            location: suite.location(of: failure.range), title: result.name,
            message: facts.joined(separator: " | ")
          ).write(to: &sink)
        }
      }
    }
    let coverage = report.coverageSummary.map { "coverage \($0)" }
    if let coverage, !report.isCovered {
      let facts = [coverage] + report.neverSeen.map { report.sentence(for: $0) }
      WorkflowCommand(
        level: .error, file: report.manifestPath, title: "coverage",
        message: facts.joined(separator: " | ")
      ).write(to: &sink)
    }
    writeMutation(of: report, to: &sink)
    let mutation = report.mutation.map { "mutation score \($0.summary)" }
    let sum = [report.summary] + [coverage, mutation].compactMap(\.self)
    WorkflowCommand(
      level: .notice, title: "flint-inspect test", message: sum.joined(separator: "; ")
    ).write(to: &sink)
  }
}
