extension Command {
  static let history = Command(
    name: "history",
    summary: "Find the commits that changed a feature's status.",
    arguments: [
      .manifest,
      Argument(
        placeholder: "FEATURE", kind: .feature, count: .any,
        help: "Features to list, by id or name [all]."),
    ],
    options: .list(sinceOption, exitCodeOption) + .state + .list(formatOption, .output),
    examples: [
      "history manifest.json",
      "history manifest.json smart-playlists --platform iOS",
      "history manifest.json --since v2.0 --exit-code",
    ],
    run: { (context) throws(CommandFailure) in
      var run = try HistoryRun(&context, since: context.invocation[sinceOption])
      let report = try run.report(&context)
      try context.write(report, as: formatOption)
      return context.invocation[exitCodeOption] && report.hasLoss ? .checkFailed : .success
    })
}

private let sinceOption = Setting.one(
  "since", .text, placeholder: "REV", help: "Start at this commit [the first].")

private let exitCodeOption = Setting.flag(
  "exit-code", help: "Exit with status 1 if a feature is no longer available.")

private let formatOption: Setting<Renderer<HistoryReport>> =
  .format(
    ("text", { HistoryText(style: $1.textStyle).write($0, into: &$2) }),
    ("json", { report, _, sink in report.writeJSON(into: &sink) }))
