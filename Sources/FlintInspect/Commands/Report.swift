extension Command {
  static let report = Command(
    name: "report",
    otherNames: ["html"],
    summary: "Write a self-contained, interactive HTML page of the features.",
    arguments: [.manifest],
    options: .list(audienceOption) + .state + .list(.output),
    examples: [
      "report manifest.json --output report.html",
      "report manifest.json --state subscriber --output report.html",
      "report manifest.json --audience result.json --output report.html",
    ],
    run: { context in
      if context[.output] == nil, Terminal.output.isTerminal {
        throw Problem(
          "cannot print the HTML page to a terminal",
          hint: "write it to a file: --output report.html")
      }
      let file = try context.readManifest()
      let simulated = try context.simulatedState(of: file)
      try context.requireNoProblems()
      var audience: Audience?
      if let path = context[audienceOption] {
        audience = try context.readAudience(path, of: file)
      }
      // The page may be sent to others, so it contains only the file's name and not its folders.
      let path = context.arguments[0]
      let name = path == "-" ? "manifest.json" : path.split(separator: "/").last.map(String.init)
      let page = ReportPage(
        manifest: file.manifest, name: name ?? path, initialState: simulated.state,
        audience: audience)
      try context.writeResult { page.write(to: &$0) }
      return .success
    })
}

private let audienceOption = Setting.one(
  "audience", .file, placeholder: "RESULT",
  help: "Show user counts from a result of 'audience --format json'.")
