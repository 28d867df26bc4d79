package import FlintManifest
internal import FlintScenarios

/// `test --format junit`: a suite a file, a case a scenario. No clock: the same input gives the same bytes.
package struct ScenarioJUnit {
  package init() {}

  package func write(_ report: ScenarioReport, into sink: inout ByteSink) {
    sink.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    sink.append(
      "<testsuites name=\"flint-inspect test\" \(counts(report.results)) errors=\"0\">\n")
    for suite in report.suites { write(suite, report, to: &sink) }
    sink.append("</testsuites>\n")
  }

  private func counts(_ results: [ScenarioResult]) -> String {
    "tests=\"\(results.count)\" failures=\"\(results.count { !$0.isPassed })\""
  }

  private func write(
    _ suite: ScenarioReport.Suite, _ report: ScenarioReport, to sink: inout ByteSink
  ) {
    let path = XMLText.escaped(suite.file.path)
    sink.append("  <testsuite name=\"\(path)\" \(counts(suite.results))")
    sink.append(" errors=\"0\" skipped=\"0\" file=\"\(path)\">\n")
    for result in suite.results {
      sink.append("    <testcase name=\"\(XMLText.escaped(result.name))\" classname=\"\(path)\"")
      guard !result.isPassed else {
        sink.append("/>\n")
        continue
      }
      sink.append(">\n")
      // JUnit's schema has one failure a case; the others stand in its text.
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
