internal import FlintAnalysis
internal import FlintCore
internal import FlintManifest
internal import FlintReport

extension Command {
  static let diff = Command(
    name: "diff",
    summary: "Whose availability changes between two manifests, over every state.",
    arguments: [
      Argument(placeholder: "OLD", kind: .file, help: "The manifest as it was."),
      Argument(placeholder: "NEW", kind: .file, help: "The manifest as it is to be."),
    ],
    options: [.exitCode, .format(.text, .json, .markdown), .output],
    examples: [
      "diff old.json new.json",
      "diff old.json new.json --format markdown --exit-code",
    ],
    run: { (context) throws(CommandFailure) in
      let old = try context.readManifest(context.invocation.arguments[0]).manifest
      let new = try context.readManifest(context.invocation.arguments[1]).manifest
      let difference = Differences.between(old, new)
      let report = DifferenceReport(
        difference, beginsFresh: new.initialState == DeviceState())
      try context.writeResult { sink in
        switch context.invocation.format {
        case .json: report.writeJSON(into: &sink)
        case .markdown: report.writeMarkdown(into: &sink)
        default: report.writeText(style: context.textStyle, into: &sink)
        }
      }
      let fails = !difference.features.isEmpty && context.invocation.has(.exitCode)
      return fails ? .demandFailed : .success
    })
}

extension Option {
  fileprivate static let exitCode = Option(
    name: "exit-code", value: .none, help: "Exit with status 1 when anything changed.")
}
