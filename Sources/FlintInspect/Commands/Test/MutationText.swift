import FlintModel
import FlintScenarios
import FlintText

extension ScenarioReport {
  var mutationLines: [Line] {
    guard let mutation else { return [] }
    var head = Line(hanging: 2)
    if !mutation.isReached { head.add("✗ ", .bad) }
    head.add("Mutation score: ", .strong)
    head.add(mutation.summary, mutation.isReached ? .plain : .bad)
    var lines = [head]
    if !mutation.survivors.isEmpty {
      let text = "The scenarios do not detect these mutants. To detect one, add the case under it:"
      lines.append(Line(hanging: 2).adding(text))
    }
    for survivor in mutation.survivors {
      var line = Line(indentation: 2, hanging: 4)
      line.add("· ", .open)
      let (row, column) = (survivor.location.line, survivor.location.column)
      line.add("\(survivor.path):\(row):\(column): ", .quiet)
      line.add(survivor.whatIsDifferent(in: manifest))
      lines.append(line)
      guard let text = survivor.suggestedCase?.text(of: manifest) else { continue }
      var suggestedCase = Line(indentation: 4)
      suggestedCase.isWrapped = false
      suggestedCase.add(text, .action)
      lines.append(suggestedCase)
    }
    return lines
  }
}

extension ScenarioJUnit {
  func writeMutation(of report: ScenarioReport, to sink: inout ByteSink) {
    guard let mutation = report.mutation else { return }
    let path = XMLText.escaped(report.manifestPath)
    let counts = mutationCounts(of: report)
    sink.append("  <testsuite name=\"mutation\" tests=\"\(counts.tests)\"")
    sink.append(" failures=\"\(counts.failures)\" errors=\"0\" skipped=\"\(counts.skipped)\"")
    sink.append(" file=\"\(path)\">\n")
    if mutation.requiredPercent != nil {
      sink.append(
        "    <testcase name=\"mutation score of at least \(mutation.requiredPercentText) %\"")
      sink.append(" classname=\"\(path)\"")
      if mutation.isReached {
        sink.append("/>\n")
      } else {
        let failure = "<failure type=\"mutation\" message=\"\(mutation.summary)\"/>"
        sink.append(">\n      \(failure)\n    </testcase>\n")
      }
    }
    for survivor in mutation.survivors { write(survivor, report, mutation, to: &sink) }
    sink.append("    <system-out>\(mutation.summary)</system-out>\n  </testsuite>\n")
  }

  func mutationCounts(of report: ScenarioReport) -> (tests: Int, failures: Int, skipped: Int) {
    guard let mutation = report.mutation else { return (0, 0, 0) }
    let survivors = mutation.survivors.count
    let thresholds = mutation.requiredPercent == nil ? 0 : 1
    return mutation.isTolerant
      ? (survivors + thresholds, 0, survivors)
      : (survivors + thresholds, survivors + (mutation.isReached ? 0 : 1), 0)
  }

  private func write(
    _ survivor: MutationReport.Survivor, _ report: ScenarioReport, _ mutation: MutationReport,
    to sink: inout ByteSink
  ) {
    let (line, column) = (survivor.location.line, survivor.location.column)
    let position = XMLText.escaped("\(survivor.path):\(line):\(column)")
    let message = XMLText.escaped(survivor.message(in: report.manifest))
    let suggestedCase = XMLText.escaped(survivor.suggestedCase?.text(of: report.manifest) ?? "")
    sink.append("    <testcase name=\"\(position): \(survivor.mutation.kind.name)\"")
    sink.append(" classname=\"\(XMLText.escaped(survivor.path))\">\n")
    if mutation.isTolerant {
      sink.append("      <skipped/>\n      <system-out>\(message)\n\(suggestedCase)</system-out>\n")
    } else {
      sink.append("      <failure type=\"mutation\" message=\"\(message)\">")
      sink.append("\(position): \(message)\n\(suggestedCase)</failure>\n")
    }
    sink.append("    </testcase>\n")
  }
}

extension ScenarioGitHub {
  /// Errors if the score is not reached, else warnings.
  func writeMutation(of report: ScenarioReport, to sink: inout ByteSink) {
    guard let mutation = report.mutation else { return }
    for survivor in mutation.survivors {
      let suggestedCase =
        survivor.suggestedCase.map { ["case: \($0.text(of: report.manifest))"] } ?? []
      WorkflowCommand(
        level: mutation.isReached ? .warning : .error, file: survivor.path,
        location: survivor.location, title: survivor.mutation.kind.name,
        message: ([survivor.message(in: report.manifest)] + suggestedCase).joined(separator: " | ")
      ).write(to: &sink)
    }
    if !mutation.isReached {
      WorkflowCommand(
        level: .error, file: report.manifestPath, title: "mutation",
        message: "mutation score \(mutation.summary)"
      ).write(to: &sink)
    }
  }
}
