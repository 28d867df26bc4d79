import FlintModel
import FlintManifest
import FlintProject
import FlintScenarios
import FlintText

extension CommandContext {
  /// Creates the file if necessary. `--output` gets the changed text instead.
  mutating func add(
    _ scenario: RecordedScenario, to path: String, of manifest: ManifestFile
  ) throws(CommandFailure) {
    try refuseRevision(path)
    let target = invocation[.output] ?? path
    if invocation[.output] != nil, FileIdentity(target) == FileIdentity(path) {
      throw .file(FileProblem(.write, target, .isOtherOutput("into")))
    }
    try POSIX.locking(folderOf: path) { () throws(CommandFailure) in
      let file = try readScenarios(path, of: manifest)
      let existing: Output.Existing =
        target == path ? .replaceUnchanged(file?.source.text) : .replace
      guard let file else {
        let suite = RecordedSuite([scenario], of: manifest.manifest)
        return try write(to: target, existing: existing) { suite.write(into: &$0) }
      }
      if file.scenarios.contains(where: { $0.name.isSame(as: scenario.name) }) {
        throw .values([.scenarioExists(scenario.name, path: path)])
      }
      let insertion = ScenarioInsertion(of: scenario, for: manifest.manifest, into: file)
      try write(to: target, existing: existing) { insertion.write(to: &$0) }
    }
  }

  private mutating func readScenarios(
    _ path: String, of manifest: ManifestFile
  ) throws(CommandFailure) -> ScenarioFile? {
    let source: SourceFile
    do throws(CommandFailure) {
      source = try read(path)
    } catch {
      if case .file(let problem) = error, case .notFound = problem.reason { return nil }
      throw error
    }
    do throws(InvalidInput) {
      return try ScenarioFile(source, for: manifest)
    } catch {
      throw .invalidInput(error)
    }
  }

  /// Reads scenario files, and all scenario files in folders and their subfolders, in the order of their names. Files
  /// in a folder that contain no scenarios, such as manifests, are skipped.
  ///
  /// - Returns: The text of each file, and its path on disk or in Git (`REV:PATH`).
  mutating func readScenarioSources(
    _ paths: [String]
  ) throws(CommandFailure) -> [(path: String, source: SourceFile)] {
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
  ) throws(CommandFailure) -> [(path: String, source: SourceFile)] {
    try checkAccess(to: path)
    let folder = path.last == "/" ? String(path.dropLast()) : path
    let sources: [(path: String, source: SourceFile)]
    if let revision = revision(named: path) {
      guard let names = try entries(of: revision) else { return [(path, try read(path))] }
      sources = try scenarioSources(in: folder, of: names)
    } else {
      guard path != "-", POSIX.isFolder(path) else { return [(path, try read(path))] }
      sources = try scenarioSources(in: folder)
    }
    if sources.isEmpty { throw .file(FileProblem(.read, path, .noScenarios)) }
    return sources
  }

  private mutating func scenarioSources(
    in folder: String
  ) throws(CommandFailure) -> [(path: String, source: SourceFile)] {
    watch(folder)
    var sources: [(path: String, source: SourceFile)] = []
    for name in POSIX.names(in: folder) where !name.hasPrefix(".") {
      let path = folder + "/" + name
      try checkAccess(to: path)
      if POSIX.isFolder(path) {
        sources += try scenarioSources(in: path)
      } else if name.hasSuffix(".json"), (try? POSIX.status(path))?.isRegular ?? true {
        let source = try read(path)
        if source.mayContainScenarios { sources.append((path, source)) }
      }
    }
    return sources
  }

  private mutating func scenarioSources(
    in folder: String, of names: [String]
  ) throws(CommandFailure) -> [(path: String, source: SourceFile)] {
    var sources: [(path: String, source: SourceFile)] = []
    for name in names where !name.hasPrefix(".") {
      guard let revision = RevisionPath(folder + "/" + name) else { continue }
      if let inner = try entries(of: revision) {
        sources += try scenarioSources(in: revision.text, of: inner)
      } else if name.hasSuffix(".json") {
        let source = try read(revision)
        if source.mayContainScenarios { sources.append((revision.text, source)) }
      }
    }
    return sources
  }
}

extension SourceFile {
  /// Whether the file has a key of scenario files, or is not JSON: it may be a truncated scenario file. Saved results of
  /// `test` have such a key, too.
  fileprivate var mayContainScenarios: Bool {
    guard let document = try? document() else { return true }
    return document.withRoot { root in
      root.member("scenarioVersion") != nil
        || root.member("scenarios") != nil && root.member("formatVersion") == nil
    }
  }
}
