internal import FlintCore
internal import FlintManifest
internal import FlintReport

extension Command {
  static let report = Command(
    name: "report",
    summary: "One self-contained HTML page, in which the state can be changed.",
    arguments: [.manifest],
    options: Option.stateOptions + [.output],
    examples: [
      "report manifest.json --output report.html",
      "report manifest.json --state subscriber --output report.html",
    ],
    run: { (context) throws(CommandFailure) in
      let file = try context.readManifest(context.invocation.arguments[0])
      var problems: [ValueProblem] = []
      let simulated = try context.simulatedState(of: file, problems: &problems)
      guard problems.isEmpty else { throw .values(problems) }
      let page = ReportPage(file.manifest, initialState: simulated.state)
      try context.writeResult { page.write(to: &$0) }
      return .success
    })
}
