internal import FlintCore
internal import FlintManifest
internal import FlintReport
internal import FlintScenarios
internal import FlintText

extension Command {
  static let browse = Command(
    name: "browse",
    summary: "Explore features in the terminal while changing the state.",
    arguments: [.manifest],
    options: .state,
    examples: ["browse manifest.json", "browse manifest.json --state subscriber"],
    run: { (context) throws(CommandFailure) in
      try requireTerminal()
      let path = context.invocation.arguments[0]
      let file = try context.readManifest(path)
      var problems: [ValueProblem] = []
      let simulated = try context.simulatedState(of: file, problems: &problems)
      guard problems.isEmpty else { throw .values(problems) }
      // A state from standard input cannot be read again by the command that `browse` prints at its end.
      let isRepeatable = simulated.origin != .file("-")
      let base = StartingState(
        origin: simulated.origin, state: isRepeatable ? simulated.beginning : nil)

      let browser: BrowserState
      do throws(SystemError) {
        let screen = try FullScreen()
        var loop = BrowserLoop(
          BrowserState(
            file.manifest, path: path, base: base, state: simulated.state, size: screen.size),
          on: screen, style: context.textStyle)
        browser = loop.run()
      } catch {
        throw .noScreen(.notATerminal)
      }
      switch browser.outcome {
      case .quit, nil: break
      case .evaluate:
        let line = EvaluateLine(
          manifest: browser.manifest, manifestPath: path, base: browser.base, state: browser.state)
        try context.write(to: "-") { $0.append(line.text + "\n") }
      case .record(let name):
        let recorded = RecordedCase(
          given: .state(browser.state),
          expected: browser.evaluator.all.map {
            RecordedExpectation(all: $0, in: browser.manifest)
          })
        let scenario = RecordedScenario(name: name, cases: [recorded])
        try context.write(to: "-") { sink in
          sink.jsonLine { scenario.write(of: browser.manifest, to: &$0) }
        }
      }
      return .success
    })

  private static func requireTerminal() throws(CommandFailure) {
    guard POSIX.isTerminal(POSIX.standardInput), Terminal.output.isTerminal else {
      throw .noScreen(.notATerminal)
    }
    if POSIX.environment("TERM") == "dumb" { throw .noScreen(.dumb) }
  }
}

/// The reason why `browse`, which uses the whole screen of a terminal, cannot run.
enum ScreenProblem: Error {
  /// Standard input or standard output is not a terminal.
  case notATerminal
  /// The terminal can only print line by line (the environment variable `TERM` is `dumb`).
  case dumb
}
