extension Command {
  static let stream = Command(
    name: "stream",
    summary: "Evaluate states, one per line.",
    arguments: [.manifest, .states],
    options: .list(expectOption, strictIDsOption, drawBucketsOption, .output),
    examples: [
      "stream manifest.json",
      "stream manifest.json monday.ndjson tuesday.ndjson",
      "stream manifest.json --strict --output results.ndjson",
    ],
    run: { context in
      let manifest = try context.readManifest()
      let paths = context.populationPaths()
      let files = try context.population(paths)
      let run = PopulationRun(
        manifest,
        LineOptions(
          isStrict: context[strictIDsOption],
          assignsPositions: context[drawBucketsOption],
          comparesExpectations: context[expectOption]))
      let path = context[.output] ?? "-"
      try context.refuseReplacing(path)
      // INVARIANT: one thread writes at a time.
      nonisolated(unsafe) let output = try Output(path: path, filter: WorkflowCommandFilter())
      // If the results appear on a terminal, they show the progress, and no progress line is needed.
      let progress =
        path == "-" && Terminal.output.isTerminal ? nil : ReadingProgress(of: files.size)
      defer { progress?.finish() }
      let summary: StreamSummary
      do throws(PopulationFailure) {
        summary = try run.stream(
          files.input, names: paths.count > 1 ? paths.map(FileName.shown) : [],
          write: {
            output.write($0)
            return output.isOpen
          },
          progress: { bytes, lines in progress?.update(bytes: bytes, lines: lines) })
      } catch {
        if let problem = files.problem { throw problem }
        throw Problem.read(paths[0], "unexpected end of input")
      }
      try output.finish()
      context.diagnostics.warn(ofIgnored: summary.ignored)
      context.diagnostics.warn(ofLinesWithoutPosition: summary.linesWithoutPosition)
      context.diagnostics.warn(ofDrift: summary)
      context.diagnostics.warn(ofRejected: summary.rejections)
      return !summary.rejections.isEmpty || summary.drifted > 0 ? .checkFailed : .success
    })
}

private let expectOption = Setting.flag(
  "expect", help: "Fail if a result differs from the line's 'expect'.")

extension Diagnostics {
  fileprivate func warn(ofDrift summary: StreamSummary) {
    guard summary.drifted > 0 else { return }
    let features = summary.drifted == 1 ? "1 status differs" : "\(summary.drifted) statuses differ"
    let lines = summary.driftedLines == 1 ? "1 line" : "\(summary.driftedLines) lines"
    warn("\(features) from 'expect' in \(lines)")
  }
}
