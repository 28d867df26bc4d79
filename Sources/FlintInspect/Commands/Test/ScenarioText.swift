import FlintModel
import FlintScenarios
import FlintText

/// Failures last, where a terminal shows them.
struct ScenarioText {
  private let style: TextStyle
  private let isQuiet: Bool

  init(style: TextStyle, isQuiet: Bool = false) {
    self.style = style
    self.isQuiet = isQuiet
  }

  func write(_ report: ScenarioReport, into sink: inout ByteSink) {
    let writer = TerminalWriter(style: style)
    if isQuiet { return writeFailures(report, writer, &sink) }
    for result in report.results where result.isPassed {
      var line = Line(hanging: 2)
      line.add("✓ ", .good)
      line.add(result.name)
      writer.write(line, to: &sink)
    }
    if report.passed > 0, report.failed > 0 { writer.write(.blank, to: &sink) }
    writeFailed(report, writer, &sink)
    let coverage = report.coverage == nil ? [] : coverageLines(of: report)
    let sections = [coverage, report.mutationLines].filter { !$0.isEmpty }
    // The last failure already ends with a blank line.
    if !sections.isEmpty, report.failed == 0 { writer.write(.blank, to: &sink) }
    for section in sections { writer.write(section + [.blank], to: &sink) }
    writer.write(summary(of: report), to: &sink)
  }

  // MARK: Failures

  private func writeFailures(
    _ report: ScenarioReport, _ writer: TerminalWriter, _ sink: inout ByteSink
  ) {
    writeFailed(report, writer, &sink)
    if !report.isCovered { writer.write(coverageLines(of: report), to: &sink) }
    if report.mutation?.isReached == false { writer.write(report.mutationLines, to: &sink) }
  }

  private func writeFailed(
    _ report: ScenarioReport, _ writer: TerminalWriter, _ sink: inout ByteSink
  ) {
    for suite in report.suites {
      for result in suite.results where !result.isPassed {
        writer.write(failed(result, in: suite, report), to: &sink)
      }
    }
  }

  private func failed(
    _ result: ScenarioResult, in suite: ScenarioReport.Suite, _ report: ScenarioReport
  ) -> [Line] {
    var head = Line(hanging: 2)
    head.add("✗ ", .bad)
    head.add(result.name, .strong)
    var lines = [head]
    for failure in result.failures {
      var line = Line(indentation: 2, hanging: 4)
      line.add("\(suite.file.path):\(suite.line(of: failure.range)): ", .quiet)
      line.add(failure.message)
      lines.append(line)
      lines.append(fact("expected", failure.expected))
      lines.append(fact("actual", failure.actual))
      for (index, reason) in failure.reasons.enumerated() {
        lines.append(fact(index == 0 ? "why" : "", reason))
      }
      var command = fact("see", "")
      command.isWrapped = false
      command.add(failure.command(manifestPath: report.manifestPath), .action)
      lines.append(command)
    }
    lines.append(.blank)
    return lines
  }

  private func fact(_ title: String, _ text: String) -> Line {
    var line = Line(indentation: 4, hanging: 14)
    line.add(title, .quiet)
    line.pad(to: 14, atLeast: 1)
    line.add(text)
    return line
  }

  // MARK: Coverage

  private func coverageLines(of report: ScenarioReport) -> [Line] {
    var head = Line(hanging: 2)
    if !report.isCovered { head.add("✗ ", .bad) }
    head.add("Coverage: ", .strong)
    head.add(report.coverageSummary ?? "", report.isCovered ? .plain : .bad)
    var lines = [head]
    if report.neverSeen.contains(where: { $0.example != nil }) {
      let advice = "To cover one of these outcomes, add the case under it to a scenario:"
      lines.append(Line(indentation: 2).adding(advice, .quiet))
    }
    for item in report.neverSeen {
      var gap = Line(indentation: 2, hanging: 4)
      gap.add("· ", .open)
      gap.add(report.sentence(for: item))
      lines.append(gap)
      guard let example = item.example else { continue }
      // The line is not wrapped, so that it can be copied into a scenario's list of cases.
      var line = Line(indentation: 4, hanging: 6)
      line.isWrapped = false
      line.add(example.text(of: report.manifest), .action)
      lines.append(line)
    }
    return lines
  }

  private func summary(of report: ScenarioReport) -> Line {
    var line = Line()
    line.add(counted(report.results.count, "scenario") + ": ")
    line.add("\(report.passed) passed", report.passed > 0 ? .good : .plain)
    line.add(", ")
    line.add("\(report.failed) failed", report.failed > 0 ? .bad : .plain)
    return line
  }
}
