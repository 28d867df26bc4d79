import FlintAnalysis
import FlintModel
import FlintText

struct CoverText {
  private let style: TextStyle

  init(style: TextStyle) { self.style = style }

  func write(_ report: CoverReport, into sink: inout ByteSink) {
    let writer = TerminalWriter(style: style)
    writer.write(head(of: report), to: &sink)
    for (index, state) in report.cover.states.enumerated() {
      writer.write([.blank] + lines(for: state, number: index + 1, report), to: &sink)
    }
  }

  // MARK: Head

  private func head(of report: CoverReport) -> [Line] {
    var line = Line(hanging: 2)
    line.add(report.count, .strong)
    line.add(" \(report.extent)")
    line.add("; \(report.proof)", report.cover.isProven ? .good : .open)
    guard report.cover.states.count > 1 else { return [line] }
    return [line, Line(hanging: 2).adding(CoverReport.note, .quiet)]
  }

  // MARK: States

  private func lines(
    for state: Cover.CoveredState, number: Int, _ report: CoverReport
  ) -> [Line] {
    let setup = SetupSentences(ResolvedState(state.state, in: report.manifest))
    let indentation = "\(report.cover.states.count). ".count
    let heading = "\(number). "
    var title = Line(indentation: indentation - heading.count, hanging: indentation + 2)
    title.add(heading, .quiet)
    title.add(setup.title, .strong)
    let steps = setup.steps
    if steps.isEmpty { title.add(", a fresh install") }
    if state.isStart { title.add("  (given)", .quiet) }
    var lines = [title]
    for (index, step) in steps.enumerated() {
      lines.append(row(index == 0 ? "set up" : "", step, indentation))
    }
    if state.shows.isEmpty {
      lines.append(row("expect", "nothing new", indentation))
    }
    let sentences = Sentences(ResolvedState(state.state, in: report.manifest))
    for (index, found) in state.features.enumerated() {
      var line = Line(indentation: indentation, hanging: indentation + 10)
      line.add(index == 0 ? "expect" : "", .quiet)
      line.pad(to: indentation + 8, atLeast: 1)
      line.add(found.status.symbol + " ", found.status.role)
      let feature = report.manifest.features[found.feature]
      line.add(feature.name)
      if feature.name != feature.id { line.add("  [\(feature.id)]", .quiet) }
      line.add("  \(found.status.name)", found.status.role)
      if sentences.onlyBlocker(of: found) != nil {
        line.add("; only blocker: \(sentences.headline(of: found))")
      }
      lines.append(line)
    }
    return lines
  }

  private func row(_ title: String, _ text: String, _ indentation: Int) -> Line {
    var line = Line(indentation: indentation, hanging: indentation + 10)
    line.add(title, .quiet)
    line.pad(to: indentation + 8, atLeast: 1)
    line.add(text)
    return line
  }
}
