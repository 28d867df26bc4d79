import FlintAnalysis
import FlintModel
import FlintText

/// The first columns are the state's number and command.
struct CoverCSV {
  private let path: String

  init(manifestPath path: String) { self.path = path }

  func write(_ report: CoverReport, into sink: inout ByteSink) {
    let csv = CSVWriter()
    csv.write(
      ["state", "command", "feature", "name", "status", "reason", "onlyBlocker"], into: &sink)
    for (index, state) in report.cover.states.enumerated() {
      let command = report.command(for: state, manifestPath: path)
      let sentences = Sentences(ResolvedState(state.state, in: report.manifest))
      for found in state.features {
        let feature = report.manifest.features[found.feature]
        csv.write(
          [
            "\(index + 1)", command, feature.id, feature.name, found.status.name,
            sentences.reason(for: found),
            sentences.onlyBlocker(of: found)?.name(seenFrom: found.feature, in: report.manifest)
              ?? "",
          ], into: &sink)
      }
    }
  }
}

struct CoverMarkdown {
  private let path: String

  init(manifestPath path: String) { self.path = path }

  func write(_ report: CoverReport, into sink: inout ByteSink) {
    let app = report.manifest.app.name ?? path
    sink.append("### Test plan for \(MarkdownText.cell(app))\n\n")
    sink.append("**\(report.count)** \(report.extent); \(report.proof).")
    sink.append(report.cover.states.count > 1 ? " \(CoverReport.note)\n" : "\n")
    for (index, state) in report.cover.states.enumerated() {
      write(state, number: index + 1, of: report, into: &sink)
    }
  }

  private func write(
    _ state: Cover.CoveredState, number: Int, of report: CoverReport, into sink: inout ByteSink
  ) {
    let resolved = ResolvedState(state.state, in: report.manifest)
    let setup = SetupSentences(resolved)
    let given = state.isStart ? " (given)" : ""
    sink.append("\n#### \(number). \(MarkdownText.cell(setup.title))\(given)\n\n")
    let steps = setup.steps
    if steps.isEmpty {
      sink.append("Set up: a fresh install\n")
    } else {
      sink.append("Set up:\n\n")
      for step in steps { sink.append("- \(MarkdownText.cell(step))\n") }
    }
    let command = report.command(for: state, manifestPath: path)
    sink.append("\n\(MarkdownText.code(command))\n\n")
    if state.features.isEmpty { sink.append("Nothing new.\n") }
    let sentences = Sentences(resolved)
    for found in state.features {
      let feature = report.manifest.features[found.feature]
      let id = feature.name == feature.id ? "" : " " + MarkdownText.code(feature.id)
      var reason = MarkdownText.cell(sentences.reason(for: found))
      if !reason.isEmpty { reason = ": \(reason)" }
      if sentences.onlyBlocker(of: found) != nil { reason += " (only blocker)" }
      sink.append(
        """
        - [ ] \(MarkdownText.cell(feature.name))\(id) \(found.status.symbol) \
        \(found.status.name)\(reason)\n
        """)
    }
  }
}

extension CoverReport {
  fileprivate func command(for state: Cover.CoveredState, manifestPath path: String) -> String {
    let words = ["flint-inspect evaluate", ShellWord.path(path)]
    return (words + StateArguments(state.state, of: manifest).words).joined(separator: " ")
  }
}
