struct HistoryRun {
  private let repository: ManifestRepository

  /// The oldest first.
  private var commits: [GitCommit]

  /// The commit before the oldest of ``commits``. If ``commits`` is empty, the newest commit.
  private var base: GitCommit?

  private let start: GitCommit?

  private let workingVersion: ManifestVersion?

  /// - Parameter isCheck: Whether a loss fails the check. Then the newest version must be valid.
  static func report(
    _ context: inout CommandContext, since: String?, isCheck: Bool
  ) throws -> HistoryReport {
    let path = context.arguments[0]
    do {
      let run = try HistoryRun(&context, path, since: since)
      let report = try run.report(&context)
      if isCheck { try run.requireKnownResult(report, &context) }
      return report
    } catch let problem as GitProblem {
      throw problem == .outsideServedFolder
        ? Problem.outsideFolder(path)
        : Problem(
          "cannot read the history of \(quoted(path)): \(visible(problem.reason))",
          hint: problem.hint)
    }
  }

  private init(_ context: inout CommandContext, _ path: String, since: String?) throws {
    try context.checkAccess(to: path)
    repository = try ManifestRepository(
      ofManifest: path, context.revision(named: path),
      in: try context.revisions.servedRepository())
    start = try since.map { [repository] since in
      do {
        return try repository.commit(named: since)
      } catch let error as GitProblem {
        throw Problem("\(quoted(since)) in '--since' is not a commit: \(visible(error.reason))")
      }
    }
    commits = try repository.commits(to: repository.tip, since: start)
    workingVersion = repository.workingFile.map { context.workingVersion(of: $0) }
    guard let oldest = commits.first else {
      base = start == nil ? nil : repository.tip
      return
    }
    base = try repository.firstParent(of: oldest)
    // In a shallow clone, what the oldest commit changed is unknown.
    if try repository.isBoundary(oldest) {
      base = commits.removeFirst()
      context.diagnostics.warn(
        "the repository is a shallow clone without history before commit \(oldest.id)")
    }
  }

  // MARK: The report

  private func report(_ context: inout CommandContext) throws -> HistoryReport {
    let (features, state) = try question(&context)
    var history = StatusHistory(of: features)
    func evaluator(of file: ManifestFile) -> Evaluator {
      Evaluator(file.manifest, in: state.state(of: file))
    }
    let manifests = CommittedManifests(repository)
    var versions: [GitCommit?] = []
    var skipped: [HistoryReport.Skipped] = []
    func add(_ commit: GitCommit?, _ version: ManifestVersion, isKnown: Bool = false) {
      if let error = version.error {
        let message = (error as? InvalidInput)?.summary ?? Problem(error).message
        skipped.append(.init(version: versions.count, message: message))
      } else if let file = version.file, !isKnown {
        history.add(version: versions.count, with: file.names, evaluator(of: file))
      }
      versions.append(commit)
    }
    var progress = Progress(total: commits.count, of: "commits", for: context.call)
    defer { progress.clear() }
    if let start, let file = try lastManifest(to: start, manifests) {
      history.recordFirstStatuses(with: file.names, evaluator(of: file))
    }
    if let base, let file = try lastManifest(to: base, manifests) {
      history.add(version: nil, with: file.names, evaluator(of: file))
    }
    for commit in commits {
      progress.advance()
      let (version, isKnown) = try manifests.version(at: commit)
      add(commit, version, isKnown: isKnown && !versions.isEmpty)
    }
    if let workingVersion,
      !workingVersion.isSame(as: try manifests.version(at: repository.tip).version)
    {
      add(nil, workingVersion)
    }
    return HistoryReport(
      features: history.features, versions: versions, skipped: skipped, state: state.json,
      origin: state.origin,
      flags: context.invocation.stateFlags.map { $0.option.typed($0.value) },
      namesFeatures: context.arguments.count > 1)
  }

  private func requireKnownResult(
    _ report: HistoryReport, _ context: inout CommandContext
  ) throws {
    let manifests = CommittedManifests(repository)
    _ = try (workingVersion ?? manifests.version(at: repository.tip).version).get()
    guard !report.namesFeatures, let start, let old = try lastManifest(to: start, manifests)
    else { return }
    let gone = old.manifest.features.map(\.id).filter { id in
      !report.features.contains { $0.id.isSame(as: id) }
    }
    if gone.isEmpty { return }
    context.diagnostics.warn(
      "not compared, because the newest manifest does not declare them: "
        + "\(listed(gone.map(quoted))); name them to compare them")
  }

  private func lastManifest(
    to commit: GitCommit, _ manifests: CommittedManifests
  ) throws -> ManifestFile? {
    if let file = try manifests.version(at: commit).version.file { return file }
    for commit in try repository.commits(to: commit).reversed() {
      if let file = try manifests.version(at: commit).version.file { return file }
    }
    return nil
  }

  // MARK: The question

  private typealias Question = (features: [(id: String, name: String)], state: HistoryState)

  /// Finds the features and the state that the command line names. Names are looked up in the
  /// newest version, then in older ones.
  private func question(_ context: inout CommandContext) throws -> Question {
    let next = newestFirst()
    guard let newest = try next() else { throw failure }
    var union = ManifestUnion(newest)
    var inputs: [String: StateInput] = [:]
    var file: ManifestFile? = newest
    let mayBeLenient = context[.lenient]
    var isLenient = false
    while true {
      do {
        try inputs.read(&context, file, of: union.manifest)
        return try Self.question(&context, inputs, of: union, newest, isLenient: isLenient)
      } catch {
        // Another version of the manifest may know the names.
        guard error is Problems || error is InvalidInput else { throw error }
        file = try next()
        if let file {
          union.add(file.manifest)
        } else if mayBeLenient, !isLenient {
          // No version of the manifest declares the id, so `--lenient` ignores it.
          isLenient = true
        } else {
          throw error
        }
      }
    }
  }

  private static func question(
    _ context: inout CommandContext, _ inputs: [String: StateInput], of union: ManifestUnion,
    _ newest: ManifestFile, isLenient: Bool
  ) throws -> Question {
    let ids = context.arguments.dropFirst()
    let named = context.features(ids, of: union.manifest)
    let state = try HistoryState(
      context.invocation, inputs, of: union, isLenient: isLenient)
    for problem in state.problems { context.note(problem) }
    try context.requireNoProblems()
    for (source, warnings) in state.warnings {
      context.diagnostics.write(warnings, in: source)
    }
    let features = ids.isEmpty ? Array(newest.manifest.features.indices) : named
    return (features.map { union.manifest.features[$0] }.map { ($0.id, $0.name) }, state)
  }

  private var failure: any Error {
    workingVersion?.error as? InvalidInput
      ?? GitProblem("no commit contains a valid manifest at this path")
  }

  /// Returns the next valid manifest at each call.
  private func newestFirst() -> () throws -> ManifestFile? {
    let manifests = CommittedManifests(repository)
    var (commits, working, base) = (commits, workingVersion?.file, base)
    return {
      if let file = working.take() { return file }
      while let commit = commits.popLast() {
        let (version, isKnown) = try manifests.version(at: commit)
        if !isKnown, let file = version.file { return file }
      }
      return try base.take().flatMap { try lastManifest(to: $0, manifests) }
    }
  }
}

extension CommandContext {
  fileprivate mutating func workingVersion(of path: String) -> ManifestVersion {
    ManifestVersion { try manifest(in: try read(path), at: path) }
  }
}

/// A valid manifest, or why there is none: ``InvalidInput``, or a ``Problem`` if it is missing.
typealias ManifestVersion = Result<ManifestFile, any Error>

extension ManifestVersion {
  static func missing(_ message: String) -> ManifestVersion { .failure(Problem(message)) }

  var file: ManifestFile? { try? get() }

  var error: (any Error)? { if case .failure(let error) = self { error } else { nil } }

  /// Whether the bytes, included files and errors are the same.
  func isSame(as other: ManifestVersion) -> Bool {
    let (input, otherInput) = (error as? InvalidInput, other.error as? InvalidInput)
    let source = input?.source ?? file?.source
    let otherSource = otherInput?.source ?? other.file?.source
    return source.map { Array($0.text.bytes) } == otherSource.map { Array($0.text.bytes) }
      && input?.diagnostics.map(\.message) == otherInput?.diagnostics.map(\.message)
  }
}

/// Reads a commit's files only if they differ from the previous call's.
final class CommittedManifests {
  private let repository: ManifestRepository

  private var last: (lookups: RevisionFiles.Lookups, version: ManifestVersion)?

  init(_ repository: ManifestRepository) { self.repository = repository }

  /// `isKnown` is true if the previous call returned the same version.
  func version(
    at commit: GitCommit
  ) throws -> (version: ManifestVersion, isKnown: Bool) {
    if Cancellation.isRequested { throw GitProblem.stopped }
    // Without a prefix, the paths in messages are relative to the root of the repository.
    let files = RevisionFiles(
      GitSnapshot(root: .tree(id: commit.tree), of: repository.objects), prefix: "",
      in: repository.served)
    let path = repository.path.text
    do throws(GitProblem) {
      if let last, try files.areSame(last.lookups) { return (last.version, true) }
      let found = try files.lookUp(repository.path)
      let version = found == nil ? .missing("\(path): no such file") : read(path, files)
      last = (files.lookups, version)
      return (version, false)
    } catch {
      if error == .stopped { throw error }
      last = nil
      return (.missing("\(path): \(error.reason)"), false)
    }
  }

  private func read(_ path: String, _ files: RevisionFiles) -> ManifestVersion {
    ManifestVersion {
      do {
        return try ManifestFile(try files.read(path), at: path, including: files)
      } catch let error as UnreadableFile {
        throw Problem("\(path): \(error.reason)")
      }
    }
  }
}

extension InvalidInput {
  fileprivate var summary: String {
    let errors = diagnostics.filter { $0.severity == .error }
    guard let first = errors.first ?? diagnostics.first else { return source.path }
    var text = source.path
    if let range = first.range {
      var positions = SourcePositions(source)
      text = "\(positions.position(of: range.lowerBound))"
    }
    text += ": \(first.message) [\(first.rule)]"
    return errors.count > 1 ? "\(text) (and \(errors.count - 1) more)" : text
  }
}
