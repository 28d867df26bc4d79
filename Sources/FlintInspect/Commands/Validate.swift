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
      strictOption, ignoreOption, .team, todayOption, storekitOption, infoPlistOption,
      sourcesOption, flagCallOption, .watch, formatOption, .quiet, .output),
    examples: [
      "validate manifest.json", "validate manifest.json --storekit Store.storekit",
      "validate manifest.json --info-plist App/Info.plist",
      "validate manifest.json --sources App --flag-call isEnabled",
      "validate *.json --strict --format sarif",
    ],
    run: { context in
      let today = try context[todayOption].map {
        try Clock.date($0, option: todayOption.name)
      }
      var project = context.projectFiles()
      var read: [Result<ManifestFile, InvalidInput>] = []
      for path in context.distinct(context.arguments) {
        guard let source = context.readOrNote(path) else { continue }
        read.append(
          Result { () throws(InvalidInput) in try context.manifest(in: source, at: path) })
      }
      let manifests = read.map { try? $0.get() }
      context.search(
        &project,
        for: SourceSearch(
          manifests.compactMap(\.self), flagCalls: context[flagCallOption]))
      try context.requireNoProblems()
      var findings = read.flatMap { Findings.inManifest($0, with: project, today: today) }
      findings += project.findings(with: manifests)
      let ignored = context[ignoreOption]
      for rule in ignored where Findings.ruleIDs(ofErrors: true).contains(rule) {
        context.diagnostics.warn("'--ignore \(rule)' has no effect: errors cannot be hidden")
      }
      findings = findings.map { $0.ignoring(ignored) }
      try context.checkTeams(of: manifests)
      var shown = findings.map { $0.ofTeams(context[.team]) }
      let failing: Set<Diagnostic.Severity> = context[strictOption] ? [.error, .warning] : [.error]
      if context.isQuiet {
        shown = shown.map { $0.filtered { failing.contains($0.severity) } }
      }
      try context.write(shown, as: formatOption)
      return failing.allSatisfy { findings.count($0) == 0 } ? .success : .checkFailed
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

private let sourcesOption = Setting.several(
  "sources", .file, placeholder: "PATH",
  help: "Check the features' 'code' against this Swift file or folder.")

private let flagCallOption = Setting.several(
  "flag-call", .text, placeholder: "NAME", takesList: true,
  help: "Functions whose arguments name flags, such as '.turbo'."
).needing(sourcesOption.name)

private let formatOption: Setting<Renderer<[Findings]>> =
  .format(
    ("text", { $0.writeText(style: $1.textStyle, isQuiet: $1.isQuiet, into: &$2) }),
    asJSON { _ in FindingsJSON.json },
    ("sarif", { FindingsSARIF(rules: Findings.rules).write($0, into: &$2) }),
    ("github", { $0.writeGitHub(into: &$2) }))

private let skippedFolders = ["Pods", "Carthage", "DerivedData", "node_modules"]

extension CommandContext {
  /// Reads a file. If that fails, notes the problem for later and returns nil.
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
      if let source = readOrNote(path) { project.addStore(source) }
    }
    for path in distinct(invocation[infoPlistOption]) {
      if let source = readOrNote(path) { project.addPropertyList(source) }
    }
    return project
  }

  fileprivate mutating func search(
    _ project: inout ProjectFiles, for search: SourceSearch
  ) {
    let paths = distinct(invocation[sourcesOption])
    if paths.isEmpty { return }
    var search = search
    for path in paths {
      do {
        for file in try swiftFiles(in: path) {
          if let source = readOrNote(file) { search.read(source) }
        }
      } catch {
        note(Problem(error))
      }
    }
    project.search = search
  }

  /// Paths of Swift files. Links, hidden files, and folders of dependencies and builds are omitted.
  private mutating func swiftFiles(in path: String) throws -> [String] {
    try checkAccess(to: path)
    guard POSIX.isFolder(path) else {
      if path.hasSuffix(".swift") { return [path] }
      guard POSIX.exists(path) else { throw Problem.read(path, SystemError.notFound) }
      throw Problem("\(quoted(path)) is neither a folder nor a Swift file")
    }
    var files: [String] = []
    var folders = [path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path]
    while let folder = folders.popLast() {
      pathsRead.append(WatchedPath(folder))
      var inside: [String] = []
      for name in POSIX.names(in: folder) where !name.hasPrefix(".") {
        let path = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
        guard name.hasSuffix(".swift") || POSIX.isFolder(path), POSIX.linkTarget(path) == nil
        else { continue }
        if !POSIX.isFolder(path) {
          files.append(path)
        } else if !skippedFolders.contains(name) {
          inside.append(path)
        }
      }
      folders += inside.reversed()
    }
    if files.isEmpty { throw Problem("folder \(quoted(path)) contains no Swift files") }
    return files
  }

  /// Throws if `--team` has a team that occurs in no manifest. Does nothing if any of the manifests
  /// is invalid, because the team may occur in it.
  fileprivate mutating func checkTeams(of files: [ManifestFile?]) throws {
    let read = files.compactMap(\.self)
    guard read.count == files.count else { return }
    let teams = read.flatMap(\.manifest.teams)
    for name in invocation[.team] where teams.index(ofSame: name) == nil {
      note(
        .unknown(
          .team, name, option: Setting.team.name, hint: suggestion(for: name, among: teams)))
    }
    try requireNoProblems()
  }
}

/// The findings in one file, by position.
struct Findings {
  let file: SourceFile
  var diagnostics: [Diagnostic]

  /// False for an invalid manifest, whose teams are unknown.
  let canFilterByTeam: Bool

  /// The number of findings that `--team` hides.
  var omittedCount = 0

  /// The number of features in the manifest and its included files.
  var featureCount = 0

  init(file: SourceFile, diagnostics: [Diagnostic], canFilterByTeam: Bool = true) {
    self.file = file
    self.canFilterByTeam = canFilterByTeam
    self.diagnostics = DiagnosticFormatter.sorted(diagnostics)
  }

  func filtered(_ isIncluded: (Diagnostic) -> Bool) -> Findings {
    var findings = self
    findings.diagnostics.removeAll { !isIncluded($0) }
    return findings
  }

  /// Hides findings of these rules, except errors.
  func ignoring(_ rules: [String]) -> Findings {
    filtered { $0.severity == .error || !rules.contains($0.rule) }
  }

  /// The findings about these teams' features. All if `teams` is empty or teams are unknown.
  func ofTeams(_ teams: [String]) -> Findings {
    if teams.isEmpty || !canFilterByTeam { return self }
    var findings = filtered { diagnostic in
      diagnostic.team.map { teams.index(ofSame: $0) != nil } ?? false
    }
    findings.omittedCount = diagnostics.count - findings.diagnostics.count
    return findings
  }

  /// Merges findings that differ only in the platform.
  var acrossPlatforms: Findings {
    var rest = diagnostics[...]
    var findings = self
    findings.diagnostics = []
    while let first = rest.popFirst() {
      var platforms = [first.platform].compactMap(\.self)
      while let next = rest.first, next.range == first.range, let platform = next.platform,
        next.on([""]) == first.on([""])
      {
        platforms.append(platform)
        rest.removeFirst()
      }
      findings.diagnostics.append(platforms.count < 2 ? first : first.on(platforms))
    }
    return findings
  }

  /// The findings with their locations. These are nil for a finding about the whole file.
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
  /// Groups diagnostics by file: `file` itself and those that it includes.
  init(in file: SourceFile, _ diagnostics: [Diagnostic], canFilterByTeam: Bool = true) {
    self = file.byFile(diagnostics).map {
      Findings(file: $0.file, diagnostics: $0.diagnostics, canFilterByTeam: canFilterByTeam)
    }
  }

  func count(_ severity: Diagnostic.Severity) -> Int {
    reduce(0) { $0 + $1.diagnostics.count { $0.severity == severity } }
  }
}

struct RuleDescription: Hashable {
  let id: String
  let severity: Diagnostic.Severity

  let summary: String
}

extension [Findings] {
  func writeText(style: TextStyle, isQuiet: Bool, into sink: inout ByteSink) {
    let formatter = DiagnosticFormatter(style)
    let findings = map(\.acrossPlatforms)
    for file in findings {
      sink.append(formatter.format(file.diagnostics, in: file.file))
    }
    // If no file could be read, there is nothing to summarize.
    if isQuiet || findings.isEmpty { return }
    style.write(findings.summary, to: &sink)
  }

  private var summary: Line {
    let counts = Diagnostic.Severity.allCases.map { ($0, count($0)) }.filter { $1 > 0 }
    let omitted = reduce(0) { $0 + $1.omittedCount }
    let others = "\(omitted) of other teams or without a team"
    if counts.isEmpty {
      let files =
        count == 1 ? FileName.shown(self[0].file.path) : "\(count) files"
      let features = counted(reduce(0) { $0 + $1.featureCount }, "feature")
      let exception = omitted == 0 ? "" : ", except \(others)"
      let summary = "no findings in \(files) (\(features))\(exception)"
      return "\("✓ ", .good)\(summary)"
    }
    var line = counts.map { severity, count -> Line in
      let role: Role = severity == .error ? .bad : severity == .warning ? .open : .quiet
      return "\(counted(count, severity.rawValue), role)"
    }.joined(by: ", ")
    if omitted > 0 { line.add(", and \(others)", .quiet) }
    return line
  }
}

extension Diagnostic {
  /// The finding, about all these platforms instead of one.
  fileprivate func on(_ platforms: [String]) -> Diagnostic {
    guard let platform else { return self }
    var other = self
    other.platform = listed(platforms)
    other.message = message.replacingAll(platform, with: listed(platforms))
    other.hint = hint?.replacingAll(
      "\"\(platform)\"", with: listed(platforms.map { "\"\($0)\"" })
    ).replacingAll("this platform", with: "them")
    other.replacements = []
    return other
  }
}

extension String {
  /// Swift's `replacing` needs newer systems.
  fileprivate func replacingAll(_ part: String, with other: String) -> String {
    // By bytes: walking through characters would be a third of the time that `validate` takes.
    var (bytes, rest) = ([UInt8](), [UInt8](utf8)[...])
    let part = [UInt8](part.utf8)
    while let first = rest.first {
      if first == part.first, rest.starts(with: part) {
        bytes += other.utf8
        rest.removeFirst(part.count)
      } else {
        bytes.append(first)
        rest.removeFirst()
      }
    }
    return String(utf8: bytes)
  }
}

enum FindingsJSON {
  static var json: JSONOutput<[Findings]> {
    .result {
      JSONMember(
        "findings", .list(of: finding, .lines),
        "The findings, grouped by file, in the order of their positions"
      ) { files in
        files.lazy.flatMap { file in
          file.located().lazy.map { ($0.diagnostic, $0.start, file.file.path) }
        }
      }
      JSONMember("summary", summary, "The number of findings of each severity") { $0 }
    }
  }

  private static var summary: JSONOutput<[Findings]> {
    .object {
      Diagnostic.Severity.allCases.map { severity in
        JSONMember(
          named: "\(severity.rawValue)s", .count, "The number of \(severity.rawValue)s"
        ) {
          $0.count(severity)
        }
      }
    }
  }

  private typealias Finding = (diagnostic: Diagnostic, start: SourceLocation?, path: String)

  private static var finding: JSONOutput<Finding> {
    .object("finding", "A problem or a suspicious part of the manifest") {
      JSONMember(
        "rule", .nonEmptyText, "The id of the rule that reported the finding", \.diagnostic.rule)
      JSONMember(
        "severity", .word,
        "The severity. An error makes the manifest invalid; a note is only a suggestion",
        \.diagnostic.severity)
      JSONMember("path", .text, "The path of the file", \.path)
      JSONMember("line", .ordinal, "The line, counted from 1; 1 for a finding about the whole file")
      {
        $0.start?.line ?? 1
      }
      JSONMember("column", .ordinal, "The column in Unicode scalars, counted from 1") {
        $0.start?.column ?? 1
      }
      JSONMember(
        "feature", .orNull(.text), "The id of the feature concerned; null if there is none",
        \.diagnostic.feature)
      JSONMember(
        optional: "team", .text, "The team of the feature, or of its nearest ancestor with a team",
        \.diagnostic.team)
      JSONMember(
        optional: "until", .text, "The date by which the feature is to be removed",
        \.diagnostic.until)
      JSONMember(
        optional: "platform", .nonEmptyText, "The platform to which the finding applies",
        \.diagnostic.platform)
      JSONMember(
        "message", .nonEmptyText, "A description of the problem, without a final period",
        \.diagnostic.message)
      JSONMember(
        "hint", .orNull(.text), "A suggested fix; null if there is none", \.diagnostic.hint)
    }
  }
}

extension [Findings] {
  func writeGitHub(into sink: inout ByteSink) {
    writeAnnotations(into: &sink)
    let counts = Diagnostic.Severity.allCases.map { counted(count($0), $0.rawValue) }
    sink.append("\(counts.list())\n")
  }

  /// Leaves out the line with the number of findings.
  func writeAnnotations(into sink: inout ByteSink) {
    for file in self {
      for (diagnostic, start, _) in file.located() {
        let hint = diagnostic.hint.map { ". Hint: \($0)" } ?? ""
        let team = diagnostic.team.map { ". Team: \($0)" } ?? ""
        WorkflowCommand(
          severity: diagnostic.severity, file: file.file.path, location: start,
          title: diagnostic.rule,
          message: diagnostic.message + hint + team
        ).write(to: &sink)
      }
    }
  }
}
