import FlintScenarios
import FlintText

struct ScenarioGitHub {
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

/// Without times: the same input gives the same bytes.
struct ScenarioJUnit {
  func write(_ report: ScenarioReport, into sink: inout ByteSink) {
    sink.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    let thresholds = report.requiredPercent == nil ? 0 : 1
    let mutation = mutationCounts(of: report)
    let tests = report.results.count + thresholds + mutation.tests
    let failures = report.failed + (report.isCovered ? 0 : 1) + mutation.failures
    sink.append(
      "<testsuites name=\"flint-inspect test\" \(counts(tests, failures)) errors=\"0\">\n")
    for suite in report.suites { write(suite, report, to: &sink) }
    writeCoverage(of: report, to: &sink)
    writeMutation(of: report, to: &sink)
    sink.append("</testsuites>\n")
  }

  private func counts(_ tests: Int, _ failures: Int) -> String {
    "tests=\"\(tests)\" failures=\"\(failures)\""
  }

  private func write(
    _ suite: ScenarioReport.Suite, _ report: ScenarioReport, to sink: inout ByteSink
  ) {
    let path = XMLText.escaped(suite.file.path)
    let failures = suite.results.count { !$0.isPassed }
    sink.append("  <testsuite name=\"\(path)\" \(counts(suite.results.count, failures))")
    sink.append(" errors=\"0\" skipped=\"0\" file=\"\(path)\">\n")
    for result in suite.results {
      sink.append("    <testcase name=\"\(XMLText.escaped(result.name))\" classname=\"\(path)\"")
      guard !result.isPassed else {
        sink.append("/>\n")
        continue
      }
      sink.append(">\n")
      // JUnit's schema allows one failure per test case, so its text lists all failed expectations.
      let message = result.failures.map(\.message).joined(separator: "; ")
      sink.append(
        "      <failure type=\"expectation\" message=\"\(XMLText.escaped(message))\">")
      let texts = result.failures.map { failure in
        XMLText.escaped(details(of: failure, in: suite, report))
      }
      sink.append(texts.joined(separator: "\n") + "</failure>\n    </testcase>\n")
    }
    sink.append("  </testsuite>\n")
  }

  private func writeCoverage(of report: ScenarioReport, to sink: inout ByteSink) {
    guard let summary = report.coverageSummary else { return }
    let path = XMLText.escaped(report.manifestPath)
    let tests = report.requiredPercent == nil ? 0 : 1
    sink.append("  <testsuite name=\"coverage\" \(counts(tests, report.isCovered ? 0 : 1))")
    sink.append(" errors=\"0\" skipped=\"0\" file=\"\(path)\">\n")
    if report.requiredPercent != nil {
      let name = "coverage of at least \(report.requiredPercentText) %"
      sink.append("    <testcase name=\"\(name)\" classname=\"\(path)\"")
      if report.isCovered {
        sink.append("/>\n")
      } else {
        sink.append(
          ">\n      <failure type=\"coverage\" message=\"\(summary)\"/>\n    </testcase>\n")
      }
    }
    let lines = [summary] + report.neverSeen.map { XMLText.escaped(report.sentence(for: $0)) }
    sink.append("    <system-out>\(lines.joined(separator: "\n"))</system-out>\n")
    sink.append("  </testsuite>\n")
  }

  private func details(
    of failure: ExpectationFailure, in suite: ScenarioReport.Suite, _ report: ScenarioReport
  ) -> String {
    let facts = [
      "\(suite.file.path):\(suite.line(of: failure.range)): \(failure.message)",
      "expected: \(failure.expected)", "actual: \(failure.actual)",
      "why: \(failure.reasons.joined(separator: "; "))",
      "see: \(failure.command(manifestPath: report.manifestPath))",
    ]
    return facts.joined(separator: " | ")
  }
}
