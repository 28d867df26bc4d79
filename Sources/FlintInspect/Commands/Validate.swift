import FlintModel
import FlintManifest
import FlintText

extension Command {
  static let validate = Command(
    name: "validate",
    otherNames: ["check", "lint"],
    summary: "Check a manifest for mistakes.",
    arguments: [
      Argument(
        placeholder: "MANIFEST", kind: .file, count: .oneOrMore,
        help: "The manifest files.")
    ],
    options: .list(
      strictOption, ignoreOption, .team, todayOption, storekitOption, infoPlistOption, .watch,
      formatOption, .quiet, .output),
    examples: [
      "validate manifest.json", "validate manifest.json --storekit Store.storekit",
      "validate manifest.json --info-plist App/Info.plist",
      "validate *.json --strict --format sarif",
    ],
    run: { (context) throws(CommandFailure) in
      var unreadable: [FileProblem] = []
      let today = try context.today
      let project = context.projectFiles(&unreadable)
      var findings: [Findings] = []
      var manifests: [ManifestFile?] = []
      for path in context.distinct(context.invocation.arguments) {
        guard let source = context.read(path, orNote: &unreadable) else { continue }
        let (found, manifest) = Findings.inManifest(source, with: project, today: today) {
          (source) throws(InvalidInput) in try context.manifest(in: source, at: path)
        }
        findings += found
        manifests.append(manifest)
      }
      guard unreadable.isEmpty else {
        context.diagnostics.write(unreadable.map(\.notice))
        return .noResult
      }
      findings += project.findings(with: manifests)
      let ignored = context.invocation[ignoreOption]
      for rule in ignored where Findings.ruleIDs(ofErrors: true).contains(rule) {
        context.diagnostics.warn("'--ignore \(rule)' has no effect: errors cannot be hidden")
      }
      findings = findings.map { $0.ignoring(ignored) }
      try context.checkTeams(of: manifests)
      let teams = context.invocation[.team]
      var shown = findings.map { $0.ofTeams(teams) }
      if context.invocation[.quiet] {
        let failing = context.failingSeverities
        shown = shown.map { $0.filtered { failing.contains($0.severity) } }
      }
      try context.write(shown, as: formatOption)
      return context.verdict(on: findings)
    })
}

private let strictOption = Setting.flag(
  "strict", help: "Exit with status 1 on warnings, too.")

private let ignoreOption = Setting.several(
  "ignore", .choice(Findings.ruleIDs(ofErrors: false)), placeholder: "RULE",
  help: "Hide this rule's findings (except errors)."
).accepting(Findings.ruleIDs(ofErrors: true))

private let todayOption = Setting.one(
  "today", .text, placeholder: "DATE|today",
  help: "Also report features and dates that are over on this date (UTC).")

private let storekitOption = Setting.several(
  "storekit", .file, help: "Check the products against this store configuration.")

private let infoPlistOption = Setting.several(
  "info-plist", .file, help: "Check this Info.plist, project.pbxproj or .xcconfig.")

private let formatOption: Setting<Renderer<[Findings]>> =
  .format(
    (
      "text",
      {
        FindingsText(style: $1.textStyle, isQuiet: $1.invocation[.quiet]).write($0, into: &$2)
      }
    ),
    ("json", { FindingsJSON().write($0, into: &$2) }),
    (
      "sarif",
      {
        FindingsSARIF(rules: Findings.rules, version: programVersion).write($0, into: &$2)
      }
    ),
    ("github", { FindingsGitHub().write($0, into: &$2) }))

extension CommandContext {
  /// Reads a file. If it cannot be read, adds the problem to `unreadable`, so that all such files are reported.
  fileprivate mutating func read(
    _ path: String, orNote unreadable: inout [FileProblem]
  ) -> SourceFile? {
    do throws(CommandFailure) {
      return try read(path)
    } catch {
      if case .file(let problem) = error { unreadable.append(problem) }
      return nil
    }
  }

  fileprivate mutating func projectFiles(_ unreadable: inout [FileProblem]) -> ProjectFiles {
    var project = ProjectFiles()
    for path in distinct(invocation[storekitOption]) {
      project.addStore(read(path, orNote: &unreadable))
    }
    for path in distinct(invocation[infoPlistOption]) {
      project.addPropertyList(read(path, orNote: &unreadable))
    }
    return project
  }

  fileprivate var today: DateTime? {
    get throws(CommandFailure) {
      guard let text = invocation[todayOption] else { return nil }
      guard let date = Clock.date(text) else {
        throw .values([.notADate(text, option: todayOption.name)])
      }
      return date
    }
  }

  /// Throws if the option `--team` contains a team that occurs in no manifest. Does nothing if any of the manifests is
  /// invalid, because the team may occur in it.
  fileprivate func checkTeams(of files: [ManifestFile?]) throws(CommandFailure) {
    let read = files.compactMap(\.self)
    guard read.count == files.count else { return }
    let teams = read.flatMap(\.manifest.teams)
    let unknown = invocation[.team].filter { teams.index(ofSame: $0) == nil }
    if unknown.isEmpty { return }
    throw .values(
      unknown.map { name in
        .unknown(
          .team, name, option: Setting.team.name, known: NameSuggestions(near: name, among: teams))
      })
  }

  fileprivate func verdict(on findings: [Findings]) -> ExitStatus {
    let failing = failingSeverities
    let fails = findings.contains { file in
      file.diagnostics.contains { failing.contains($0.severity) }
    }
    return fails ? .checkFailed : .success
  }

  fileprivate var failingSeverities: Set<Diagnostic.Severity> {
    invocation[strictOption] ? [.error, .warning] : [.error]
  }
}
