internal import FlintManifest
internal import FlintReport

extension Command {
  static let validate = Command(
    name: "validate",
    summary: "Everything that is wrong with a manifest, or suspicious.",
    arguments: [
      Argument(
        placeholder: "MANIFEST", kind: .file, count: .oneOrMore,
        help: "The files that declare the features.")
    ],
    options: [.strict, .watch, .format(.text, .json, .sarif, .github), .output],
    examples: ["validate manifest.json", "validate *.json --strict --format sarif"],
    run: { (context) throws(CommandFailure) in
      var findings: [Findings] = []
      var unreadable: [FileProblem] = []
      for path in context.invocation.arguments {
        do throws(CommandFailure) {
          findings.append(Findings(inManifest: try context.read(path)))
        } catch {
          guard case .file(let problem) = error else { throw error }
          unreadable.append(problem)
        }
      }
      try context.writeResult { context.write(findings, into: &$0) }
      Diagnostics.write(unreadable.map(\.notice), color: context.colorChoice)
      return unreadable.isEmpty ? context.verdict(on: findings) : .noAnswer
    })
}

extension Option {
  fileprivate static let strict = Option(
    name: "strict", value: .none, help: "Let warnings fail, too: exit with status 1.")
}

extension CommandContext {
  fileprivate func write(_ findings: [Findings], into sink: inout ByteSink) {
    switch invocation.format {
    case .json: FindingsJSON().write(findings, into: &sink)
    case .sarif:
      FindingsSARIF(rules: Findings.rules, version: programVersion).write(findings, into: &sink)
    case .github: FindingsGitHub().write(findings, into: &sink)
    default: FindingsText(style: textStyle).write(findings, into: &sink)
    }
  }

  fileprivate func verdict(on findings: [Findings]) -> ExitStatus {
    let failing: Set<Diagnostic.Severity> =
      invocation.has(.strict) ? [.error, .warning] : [.error]
    let fails = findings.contains { $0.diagnostics.contains { failing.contains($0.severity) } }
    return fails ? .demandFailed : .success
  }
}
