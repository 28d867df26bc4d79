internal import FlintAnalysis
internal import FlintCore
package import FlintText

/// `cover --format text`: a tester's checklist.
package struct CoverText {
  private let style: TextStyle

  package init(style: TextStyle) { self.style = style }

  package func write(_ report: CoverReport, into sink: inout ByteSink) {
    let writer = TerminalWriter(style: style)
    writer.write(head(of: report), to: &sink)
    for (index, state) in report.cover.states.enumerated() {
      writer.write([.blank] + lines(for: state, number: index + 1, report), to: &sink)
    }
  }

  // MARK: Head

  private func head(of report: CoverReport) -> [Line] {
    let cover = report.cover
    var line = Line(hanging: 2)
    let starts = cover.states.count(where: \.isStart)
    let others = cover.states.count - starts
    line.add(counted(others, starts > 0 ? "further state" : "state"), .strong)
    line.add(others == 1 ? " shows" : " show")
    line.add(starts > 0 ? " what the given ones do not" : " everything that can be seen")
    if cover.isProven {
      line.add("; no fewer do", .good)
    } else {
      line.add("; at least \(cover.atLeast) are needed", .open)
    }
    return [line]
  }

  // MARK: States

  private func lines(
    for state: Cover.CoveredState, number: Int, _ report: CoverReport
  ) -> [Line] {
    let setup = SetupSentences(ResolvedState(state.state, in: report.manifest))
    var title = Line(hanging: 4)
    title.add("\(number). ", .quiet)
    title.add(setup.title, .strong)
    let steps = setup.steps
    if steps.isEmpty { title.add(", a fresh install") }
    if state.isStart { title.add("  (given)", .quiet) }
    var lines = [title]
    for (index, step) in steps.enumerated() {
      lines.append(row(index == 0 ? "set up" : "", step))
    }
    if state.shows.isEmpty {
      lines.append(row("see", "nothing new"))
    }
    let sentences = Sentences(ResolvedState(state.state, in: report.manifest))
    for (index, found) in state.features.enumerated() {
      var line = Line(indentation: 3, hanging: 13)
      line.add(index == 0 ? "see" : "", .quiet)
      line.pad(to: 11, atLeast: 1)
      line.add(found.status.symbol + " ", found.status.role)
      let feature = report.manifest.features[found.feature]
      line.add(feature.name)
      if feature.name != feature.id { line.add("  [\(feature.id)]", .quiet) }
      let isAlone = state.shows.contains { $0.isBlocker && $0.feature == found.feature }
      line.add("  \(found.status.name)\(isAlone ? "," : "")", found.status.role)
      if isAlone, let blocker = found.blockers.first {
        let reason = sentences.message(of: blocker.constraint, in: blocker.feature)
        line.add(" for one reason alone: \(reason)")
      }
      lines.append(line)
    }
    return lines
  }

  private func row(_ title: String, _ text: String) -> Line {
    var line = Line(indentation: 3, hanging: 13)
    line.add(title, .quiet)
    line.pad(to: 11, atLeast: 1)
    line.add(text)
    return line
  }
}
