import FlintManifest
import FlintModel
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
    run: { context in
      let today = try context.invocation[todayOption].map {
        try Clock.date($0, option: todayOption.name)
      }
      let project = context.projectFiles()
      var findings: [Findings] = []
      var manifests: [ManifestFile?] = []
      for path in context.distinct(context.invocation.arguments) {
        guard let source = context.readOrNote(path) else { continue }
        let (found, manifest) = Findings.inManifest(source, with: project, today: today) {
          (source) throws(InvalidInput) in try context.manifest(in: source, at: path)
        }
        findings += found
        manifests.append(manifest)
      }
      try context.requireNoProblems()
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
  /// So that all files that cannot be read are reported.
  fileprivate mutating func readOrNote(_ path: String) -> SourceFile? {
    do {
      return try read(path)
    } catch {
      note(Problem(error))
      return nil
    }
  }

  fileprivate mutating func projectFiles() -> ProjectFiles {
    var project = ProjectFiles()
    for path in distinct(invocation[storekitOption]) {
      project.addStore(readOrNote(path))
    }
    for path in distinct(invocation[infoPlistOption]) {
      project.addPropertyList(readOrNote(path))
    }
    return project
  }

  /// Throws if the option `--team` contains a team that occurs in no manifest. Does nothing if any of the manifests is
  /// invalid, because the team may occur in it.
  fileprivate func checkTeams(of files: [ManifestFile?]) throws {
    let read = files.compactMap(\.self)
    guard read.count == files.count else { return }
    let teams = read.flatMap(\.manifest.teams)
    let unknown = invocation[.team].filter { teams.index(ofSame: $0) == nil }
    if unknown.isEmpty { return }
    throw Problems(
      unknown.map { name in
        .unknown(
          .team, name, option: Setting.team.name, hint: suggestion(for: name, among: teams))
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

/// Of one file, by position.
struct Findings: Sendable {
  let file: SourceFile
  let diagnostics: [Diagnostic]

  /// False for an invalid manifest, whose teams are unknown.
  let canFilterByTeam: Bool

  /// By `--team`.
  let omittedCount: Int

  init(
    file: SourceFile, diagnostics: [Diagnostic], canFilterByTeam: Bool = true, omittedCount: Int = 0
  ) {
    self.file = file
    self.canFilterByTeam = canFilterByTeam
    self.omittedCount = omittedCount
    self.diagnostics = DiagnosticFormatter.sorted(diagnostics)
  }

  func filtered(_ isIncluded: (Diagnostic) -> Bool) -> Findings {
    Findings(
      file: file, diagnostics: diagnostics.filter(isIncluded), canFilterByTeam: canFilterByTeam,
      omittedCount: omittedCount)
  }

  /// Nil for a whole file.
  func located() -> [(diagnostic: Diagnostic, start: SourceLocation?, end: SourceLocation?)] {
    var starts = SourceLocator(file.text)
    var ends = SourceLocator(file.text)
    return diagnostics.map { diagnostic in
      guard let range = diagnostic.range else { return (diagnostic, nil, nil) }
      return (
        diagnostic, starts.location(of: range.lowerBound), ends.location(of: range.upperBound)
      )
    }
  }
}

extension [Findings] {
  /// By file, included ones too.
  init(in file: SourceFile, _ diagnostics: [Diagnostic], canFilterByTeam: Bool = true) {
    self = file.byFile(diagnostics).map {
      Findings(file: $0.file, diagnostics: $0.diagnostics, canFilterByTeam: canFilterByTeam)
    }
  }

  func count(_ severity: Diagnostic.Severity) -> Int {
    reduce(0) { sum, file in
      sum + file.diagnostics.indices.count { file.diagnostics[$0].severity == severity }
    }
  }
}

struct RuleDescription: Hashable, Sendable {
  let id: String
  let severity: Diagnostic.Severity

  let summary: String
}

struct FindingsText {
  private let style: TextStyle
  private let isQuiet: Bool

  init(style: TextStyle, isQuiet: Bool = false) {
    self.style = style
    self.isQuiet = isQuiet
  }

  func write(_ findings: [Findings], into sink: inout ByteSink) {
    let formatter = DiagnosticFormatter(
      style: style.color ? .colored : .plain, width: style.width, isASCII: style.isASCII)
    for file in findings {
      formatter.write(file.diagnostics, in: file.file) { sink.append($0) }
    }
    // If no file could be read, there is nothing to summarize.
    if isQuiet || findings.isEmpty { return }
    TerminalWriter(style: style).write(summary(findings), to: &sink)
  }

  private func summary(_ findings: [Findings]) -> Line {
    let counts = Diagnostic.Severity.allCases.map { ($0, findings.count($0)) }
    let omittedCount = findings.reduce(0) { $0 + $1.omittedCount }
    var line = Line(hanging: 2)
    guard counts.contains(where: { $0.1 > 0 }) else {
      let files = findings.count == 1 ? "the file" : "\(findings.count) files"
      let others =
        omittedCount == 0 ? "" : ", except \(omittedCount) of other teams or without a team"
      return line.adding("✓ ", .good).adding("no findings in \(files)\(others)")
    }
    for (severity, count) in counts where count > 0 {
      if line.width > 0 { line.add(", ") }
      let role: Role = severity == .error ? .bad : severity == .warning ? .open : .quiet
      line.add(counted(count, severity.rawValue), role)
    }
    if omittedCount > 0 {
      line.add(", and \(omittedCount) of other teams or without a team", .quiet)
    }
    return line
  }
}

struct FindingsJSON {
  func write(_ findings: [Findings], into sink: inout ByteSink) {
    Self.json.write(findings, into: &sink)
  }

  static var json: JSONOutput<[Findings]> {
    .object(nil, nil, .lines) {
      JSONMember.formatVersion
      JSONMember(
        "findings", .list(of: finding, .lines),
        "The findings, grouped by file, in the order of their positions"
      ) { files in
        files.lazy.flatMap { file in
          file.located().lazy.map { Finding($0.diagnostic, at: $0.start, in: file.file.path) }
        }
      }
      JSONMember("summary", summary, "The number of findings of each severity") { $0 }
    }
  }

  private static var summary: JSONOutput<[Findings]> {
    .object {
      Diagnostic.Severity.allCases.map { severity in
        JSONMember(
          named: severity.rawValue + "s", .count, "The number of \(severity.rawValue)s"
        ) {
          $0.count(severity)
        }
      }
    }
  }

  private struct Finding {
    let diagnostic: Diagnostic
    let location: SourceLocation?
    let path: String

    init(_ diagnostic: Diagnostic, at location: SourceLocation?, in path: String) {
      (self.diagnostic, self.location, self.path) = (diagnostic, location, path)
    }
  }

  private static var finding: JSONOutput<Finding> {
    .object("finding", "A problem or a suspicious part of the manifest") {
      JSONMember("rule", .nonEmptyText, "The id of the rule that reported the finding") {
        $0.diagnostic.rule
      }
      JSONMember(
        "severity", .word,
        "The severity. An error makes the manifest invalid; a note is only a suggestion"
      ) { $0.diagnostic.severity }
      JSONMember("path", .text, "The path of the file") { $0.path }
      JSONMember("line", .ordinal, "The line, counted from 1; 1 for a finding about the whole file")
      {
        $0.location?.line ?? 1
      }
      JSONMember("column", .ordinal, "The column in Unicode scalars, counted from 1") {
        $0.location?.column ?? 1
      }
      JSONMember(
        "feature", .orNull(.text), "The id of the feature concerned; null if there is none"
      ) {
        $0.diagnostic.feature
      }
      JSONMember(
        optional: "team", .text, "The team of the feature, or of its nearest ancestor with a team"
      ) { $0.diagnostic.team }
      JSONMember(optional: "until", .text, "The date by which the feature is to be removed") {
        $0.diagnostic.until
      }
      JSONMember(optional: "platform", .nonEmptyText, "The platform to which the finding applies") {
        $0.diagnostic.platform
      }
      JSONMember("message", .nonEmptyText, "A description of the problem, without a final period") {
        $0.diagnostic.message
      }
      JSONMember("hint", .orNull(.text), "A suggested fix; null if there is none") {
        $0.diagnostic.hint
      }
    }
  }
}

struct FindingsGitHub {
  func write(_ findings: [Findings], into sink: inout ByteSink) {
    writeAnnotations(findings, into: &sink)
    let counts = Diagnostic.Severity.allCases.map { severity in
      let count = findings.count(severity)
      return "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    sink.append(counts.joined(separator: ", ") + "\n")
  }

  /// Without the counts.
  func writeAnnotations(_ findings: [Findings], into sink: inout ByteSink) {
    for file in findings {
      for (diagnostic, start, _) in file.located() {
        let level: WorkflowCommand.Level =
          switch diagnostic.severity {
          case .error: .error
          case .warning: .warning
          case .note: .notice
          }
        let hint = diagnostic.hint.map { ". Hint: \($0)" } ?? ""
        let team = diagnostic.team.map { ". Team: \($0)" } ?? ""
        WorkflowCommand(
          level: level, file: file.file.path, location: start, title: diagnostic.rule,
          message: diagnostic.message + hint + team
        ).write(to: &sink)
      }
    }
  }
}
