struct CommandContext {
  let invocation: Invocation

  /// Nil in a shell.
  let call: ToolCall?
  var reader = InputReader()

  /// Reads files at Git revisions (`REV:PATH`) with one Git process.
  let revisions: Revisions

  var pathsRead: [WatchedPath] = []

  /// Warnings about undeclared ids that were written, and are not repeated.
  var writtenIDWarnings: Set<String> = []

  init(_ invocation: Invocation, for call: ToolCall? = nil) {
    self.invocation = invocation
    self.call = call
    revisions = Revisions(in: call?.folder)
  }

  subscript<Value>(setting: Setting<Value>) -> Value { invocation[setting] }

  var arguments: [String] { invocation.arguments }

  var colorChoice: ColorChoice { invocation[.color] }

  var isQuiet: Bool { invocation[.quiet] }

  /// Writes to standard error, or into the result for `mcp`.
  var diagnostics: Diagnostics {
    call.map { call in .collected { call.errors += $0 } } ?? .standardError(colorChoice)
  }

  /// Problems of the command line, collected to be reported together.
  var problems: [Problem] = []

  mutating func note(_ problem: Problem) { problems.append(problem) }

  /// Evaluates `value`. If that throws, adds the error to ``problems`` and returns nil.
  mutating func attempt<Value>(_ value: @autoclosure () throws -> Value) -> Value? {
    do {
      return try value()
    } catch {
      note(Problem(error))
      return nil
    }
  }

  mutating func requireNoProblems() throws {
    defer { problems = [] }
    if !problems.isEmpty { throw Problems(problems) }
  }

  /// Throws if a client of `mcp` may not read the path.
  mutating func checkAccess(to path: String) throws {
    guard let folder = call?.folder else { return }
    if let revision = revision(named: path) { return try checkAccess(to: revision) }
    try folder.check(path)
  }

  /// Reads a file, standard input (`-`), or a file in Git. `REV:PATH` means Git if there is no file
  /// of this name.
  mutating func read(_ path: String) throws -> SourceFile {
    try checkAccess(to: path)
    if let revision = revision(named: path) { return try read(revision) }
    if path != "-" { pathsRead.append(WatchedPath(path)) }
    return SourceFile(path: FileName.shown(path), text: try reader.read(path))
  }

  /// Writes to `--output`, standard output, or a client of `mcp`.
  func writeResult(_ body: (inout ByteSink) -> Void) throws {
    if let call {
      call.text += ToolCall.rendered(body)
      return
    }
    let filter = WorkflowCommandFilter(
      keepsAnnotations: invocation.options.contains(.init(name: "format", value: "github")))
    let path = invocation[.output] ?? "-"
    try refuseReplacing(path)
    try write(to: path, filter: filter, body)
  }

  func write(
    to path: String, existing: Output.Existing = .replace, filter: WorkflowCommandFilter? = nil,
    _ body: (inout ByteSink) -> Void
  ) throws {
    if call != nil {
      throw Problem.write(path, "the server cannot write files")
    }
    let stream = try Output(path: path, existing: existing, filter: filter)
    var sink = ByteSink { stream.write($0) }
    body(&sink)
    sink.flush()
    try stream.finish()
  }

  /// The terminal's width and colours; for a file, 80 columns without colours.
  var textStyle: TextStyle {
    if call != nil { return TextStyle() }
    let isForFile = invocation[.output] != nil
    if colorChoice == .auto, isForFile { return TextStyle() }
    let terminal = Terminal.output
    let width = isForFile ? 80 : terminal.width
    return TextStyle(
      width: width, color: terminal.usesColor(colorChoice),
      isASCII: !isForFile && !Terminal.usesUTF8)
  }

  /// Warns if the state lacks a date, and thus the status of subscriptions.
  func warnOfMissingDate(
    deciding features: @autoclosure () -> [Int], in state: DeviceState, of manifest: Manifest
  ) {
    guard state.date == nil, !state.endingPurchases.isEmpty else { return }
    let count = state.endingPurchases.count(
      where: manifest.testedProducts(by: manifest.closure(of: features())).contains)
    guard count > 0 else { return }
    diagnostics.warn("--date is missing: the status of \(counted(count, "product")) is unknown")
  }

  /// - Parameter name: The state's name; nil if there is only one state.
  func warnOfImpossibleState(
    breaking assumptions: [Int], of manifest: Manifest, named name: String? = nil
  ) {
    for index in assumptions {
      let assumption = manifest.assumptions[index]
      var text = name.map { "state \(quoted($0)) is impossible" } ?? "the state is impossible"
      text += ": it breaks assumption '\(assumption.id)'"
      if assumption.name != assumption.id { text += " (“\(assumption.name)”)" }
      diagnostics.warn(text)
    }
  }

  /// Throws if no state is possible. If `isProven`, also throws if the manifest is too large to
  /// prove that one is.
  func requirePossibleState(of file: ManifestFile, isProven: Bool = true) throws {
    do throws(NoPossibleState) {
      try file.manifest.requirePossibleState()
    } catch {
      if !isProven, error.rule == .tooLargeToProve { return }
      throw InvalidInput(
        file.source,
        [
          file.manifest.diagnostic(
            .error, rule: error.rule.rawValue, message: error.message, hint: nil,
            range: ManifestLocations(file).value(of: .assumption, error.assumption ?? 0),
            feature: nil,
            platform: nil)
        ])
    }
  }
}

extension Problem {
  /// Suggests `REV:PATH` if the missing file's name may be a revision.
  fileprivate func suggestingRevision(_ path: String) -> Problem {
    guard absence == .onDisk, hint == nil, !path.isEmpty, !path.hasSuffix(".json"),
      path.allSatisfy({ character in
        character.isASCII && (character.isLetter || character.isNumber)
          || "/._-~^@{}".contains(character)
      })
    else { return self }
    return .missing(path, hint: "to read a file at a revision, write \(visible(path)):PATH")
  }
}

extension CommandContext {
  mutating func readManifest() throws -> ManifestFile { try readManifest(arguments[0]) }

  mutating func readManifest(_ path: String) throws -> ManifestFile {
    let source: SourceFile
    do {
      source = try read(path)
    } catch let problem as Problem {
      throw problem.suggestingRevision(path)
    }
    let file = try manifest(in: source, at: path)
    // Not freed, because the process ends soon.
    if call == nil, !self[.watch] { _ = Unmanaged.passRetained(Locked(file)) }
    return file
  }

  /// Reads a manifest; with `--allow-missing`, a missing file has no features.
  mutating func readOldManifest(
    _ path: String
  ) throws -> (file: ManifestFile, isMissing: Bool) {
    let allowsMissing = invocation[.allowMissing]
    do {
      return (try readManifest(path), false)
    } catch let problem as Problem {
      guard allowsMissing, !path.isEmpty, path.last != ":", problem.absence != nil
      else { throw problem }
      let shown = FileName.shown(path)
      diagnostics.note("\(quoted(path)) does not exist; it counts as a manifest without features")
      return (
        try ManifestFile(SourceFile(path: shown, text: SourceText(#"{"manifestVersion": 1}"#))),
        true
      )
    }
  }

  mutating func manifest(
    in source: SourceFile, at path: String
  ) throws(InvalidInput) -> ManifestFile {
    let files = includedFiles(ofManifest: path)
    defer { pathsRead += (files as? DiskFiles)?.looked ?? [] }
    return try ManifestFile(source, at: path, including: files)
  }

  /// Indices of features with these ids or names, ascending, each once. Adds unknown and ambiguous
  /// names to ``problems``.
  /// - Parameter option: The option in which the names were given; nil for arguments.
  mutating func features(
    _ ids: some Collection<String>, option: String? = nil, of manifest: Manifest
  ) -> [Int] {
    var features: Set<Int> = []
    for id in ids {
      if let feature = attempt(try manifest.find(id, .feature, option: option)) {
        features.insert(feature)
      }
    }
    return features.sorted()
  }

  /// Indices of the features of the teams in `--team`; nil without the option. Adds unknown teams
  /// to ``problems``.
  /// - Parameter old: A manifest whose teams are not reported as unknown.
  mutating func featuresOfTeams(of manifest: Manifest, or old: Manifest? = nil) -> [Int]? {
    let names = invocation[.team]
    if names.isEmpty { return nil }
    for name in names where old?.index(of: name, .team) == nil {
      _ = attempt(try manifest.find(name, .team, option: Setting.team.name))
    }
    return manifest.features(ofTeams: names)
  }
}

extension Manifest {
  func features(ofTeams names: [String]) -> [Int] {
    features.indices.filter { feature in
      team(of: feature).map { names.index(ofSame: $0) != nil } ?? false
    }
  }
}

extension CommandContext {
  /// Adds the scenario to a file, which need not exist. With `--output`, writes the changed text to
  /// that file instead.
  mutating func add(
    _ scenario: RecordedScenario, to path: String, of manifest: ManifestFile
  ) throws {
    try refuseRevision(path)
    let target = invocation[.output] ?? path
    if invocation[.output] != nil, FileIdentity(target) == FileIdentity(path) {
      throw Problem.write(target, alsoNamedBy: "into")
    }
    try POSIX.locking(folderOf: path) {
      let file = try readScenarios(path, of: manifest)
      let existing: Output.Existing =
        target == path ? .replaceUnchanged(file?.source.text) : .replace
      guard let file else {
        return try write(to: target, existing: existing) {
          RecordedSuite([scenario], of: manifest.manifest).write(into: &$0)
        }
      }
      if file.scenarios.contains(where: { $0.name.isSame(as: scenario.name) }) {
        throw Problem(
          "\(quoted(path)) already contains a scenario \(quoted(scenario.name))",
          hint: "choose another name; existing scenarios are not replaced")
      }
      try write(to: target, existing: existing) {
        ScenarioInsertion(of: scenario, for: manifest.manifest, into: file).write(to: &$0)
      }
    }
  }

  private mutating func readScenarios(
    _ path: String, of manifest: ManifestFile
  ) throws -> ScenarioFile? {
    do {
      return try ScenarioFile(try read(path), for: manifest)
    } catch let problem as Problem where problem.absence == .onDisk {
      return nil
    }
  }

  /// Reads scenario files; of a folder, those in it and its subfolders, by name. Skips files in
  /// folders that have no scenarios, such as manifests.
  ///
  /// - Returns: Each text with its path on disk or in Git (`REV:PATH`).
  mutating func readScenarioSources(
    _ paths: [String]
  ) throws -> [(path: String, source: SourceFile)] {
    var sources: [(path: String, source: SourceFile)] = []
    for path in paths { sources += try readScenarioSources(path) }
    var isRead = distinct(sources.map(\.path))[...]
    return sources.filter { source in
      guard source.path == isRead.first else { return false }
      isRead.removeFirst()
      return true
    }
  }

  private mutating func readScenarioSources(
    _ path: String
  ) throws -> [(path: String, source: SourceFile)] {
    try checkAccess(to: path)
    guard let names = try names(in: path) else { return [(path, try read(path))] }
    let folder = path.last == "/" ? String(path.dropLast()) : path
    let sources = try scenarioSources(in: folder, of: names)
    if sources.isEmpty {
      throw Problem("folder \(quoted(path)) contains no scenario files")
    }
    return sources
  }

  private mutating func scenarioSources(
    in folder: String, of names: [String]
  ) throws -> [(path: String, source: SourceFile)] {
    var sources: [(path: String, source: SourceFile)] = []
    for name in names where !name.hasPrefix(".") {
      let path = "\(folder)/\(name)"
      try checkAccess(to: path)
      if let names = try self.names(in: path) {
        sources += try scenarioSources(in: path, of: names)
      } else if name.hasSuffix(".json"), (try? POSIX.status(path))?.isRegular ?? true {
        let source = try read(path)
        if source.mayContainScenarios { sources.append((path, source)) }
      }
    }
    return sources
  }

  /// The names in a folder on disk or in Git; nil if it is no folder.
  private mutating func names(in path: String) throws -> [String]? {
    if let revision = revision(named: path) { return try entries(of: revision) }
    guard path != "-", POSIX.isFolder(path) else { return nil }
    pathsRead.append(WatchedPath(path))
    return POSIX.names(in: path)
  }
}

extension SourceFile {
  /// Whether the file has a key of scenario files. Also true if it is not JSON: it may be a
  /// truncated scenario file. Saved results of `test` have such a key but also `formatVersion`.
  fileprivate var mayContainScenarios: Bool {
    guard let document = try? document() else { return true }
    return document.withRoot { root in
      root.member("scenarioVersion") != nil
        || root.member("scenarios") != nil && root.member("formatVersion") == nil
    }
  }
}
