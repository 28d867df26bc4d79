package import FlintManifest
internal import FlintScenarios

/// `test --format tap`: version 14 of the Test Anything Protocol, a test point a scenario.
package struct ScenarioTAP {
  package init() {}

  package func write(_ report: ScenarioReport, into sink: inout ByteSink) {
    sink.append("TAP version 14\n1..\(report.results.count)\n")
    var number = 0
    for suite in report.suites {
      for result in suite.results {
        number += 1
        let verdict = result.isPassed ? "ok" : "not ok"
        sink.append("\(verdict) \(number) - \(Self.description(result.name))\n")
        if !result.isPassed { writeDetails(of: result, in: suite, report, to: &sink) }
      }
    }
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
        // A JSON string is a YAML string.
        sink.append("      \(key): \(JSONText.quoted(visible(value)))\n")
      }
    }
    sink.append("  ...\n")
  }

  /// A name that cannot be read as a directive: `#` and `\` are escaped, line ends shown.
  private static func description(_ name: String) -> String {
    var text = ""
    for scalar in visible(name).unicodeScalars {
      if scalar == "#" || scalar == "\\" { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
    return text
  }
}
