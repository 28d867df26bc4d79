internal import FlintScenarios
package import FlintText

/// The format `test --format tap`: version 14 of the Test Anything Protocol. It has one test point for each scenario,
/// and further ones for a required coverage and for the results of `--mutate`.
package struct ScenarioTAP {
  package init() {}

  package func write(_ report: ScenarioReport, into sink: inout ByteSink) {
    let count = report.results.count + (report.requiredPercent == nil ? 0 : 1)
    sink.append("TAP version 14\n1..\(count + mutationPoints(of: report))\n")
    var number = 0
    for suite in report.suites {
      for result in suite.results {
        number += 1
        let verdict = result.isPassed ? "ok" : "not ok"
        sink.append("\(verdict) \(number) - \(Self.description(result.name))\n")
        if !result.isPassed { writeDetails(of: result, in: suite, report, to: &sink) }
      }
    }
    writeCoverage(of: report, to: &sink)
    writeMutation(of: report, from: count + 1, to: &sink)
  }

  private func writeCoverage(of report: ScenarioReport, to sink: inout ByteSink) {
    guard let summary = report.coverageSummary else { return }
    if report.requiredPercent != nil {
      let verdict = report.isCovered ? "ok" : "not ok"
      sink.append("\(verdict) \(report.results.count + 1) - ")
      sink.append("coverage of at least \(report.requiredPercentText) %\n")
    }
    sink.append("# coverage \(summary)\n")
    for item in report.neverSeen { sink.append("# \(visible(report.sentence(for: item)))\n") }
  }

  private func writeDetails(
    of result: ScenarioResult, in suite: ScenarioReport.Suite, _ report: ScenarioReport,
    to sink: inout ByteSink
  ) {
    sink.append("  ---\n  failures:\n")
    for failure in result.failures {
      let facts: [(String, String)] = [
        ("message", failure.message), ("file", suite.file.path), ("expected", failure.expected),
        ("actual", failure.actual), ("why", failure.reasons.joined(separator: "; ")),
        ("see", failure.command(manifestPath: report.manifestPath)),
      ]
      sink.append("    - line: \(suite.line(of: failure.range))\n")
      for (key, value) in facts {
        // Every JSON string is also a YAML string.
        sink.append("      \(key): \(JSONText.quoted(visible(value)))\n")
      }
    }
    sink.append("  ...\n")
  }

  /// Returns a test's name in a form in which TAP does not read a part of it as a directive, such as `# TODO`. The
  /// characters `#` and `\` are escaped, and line ends are replaced by visible texts.
  static func description(_ name: String) -> String {
    var text = ""
    for scalar in visible(name).unicodeScalars {
      if scalar == "#" || scalar == "\\" { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
    return text
  }
}
