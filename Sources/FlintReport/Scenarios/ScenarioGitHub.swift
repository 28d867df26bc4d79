package import FlintManifest
internal import FlintScenarios

/// `test --format github`: an error on each expectation that failed, and the sum as a notice.
package struct ScenarioGitHub {
  package init() {}

  package func write(_ report: ScenarioReport, into sink: inout ByteSink) {
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
    var sum = "\(report.results.count) scenarios: \(report.passed) passed, \(report.failed) failed"
    if let coverage = report.coverage { sum += "; coverage \(coverage.percentText) %" }
    WorkflowCommand(level: .notice, title: "flint-inspect test", message: sum).write(to: &sink)
  }
}
