import FlintAnalysis
import FlintManifest
import FlintModel
import FlintProject
import FlintText

struct HistoryRun {
  private let path: String
  private let repository: ManifestRepository

  private var commits: [String]

  /// Before the oldest of ``commits``; the newest if these are empty.
  private var base: GitCommit?

  private let start: GitCommit?

  private let workingVersion: ManifestVersion?

  init(_ context: inout CommandContext, since: String?) throws {
    path = context.invocation.arguments[0]
    try context.checkAccess(to: path)
    let (path, revision, revisions) = (path, context.revision(named: path), context.revisions)
    let repository = try Self.reading(path) { () throws(GitProblem) in
      try ManifestRepository(ofManifest: path, revision, in: try revisions.servedRepository())
    }
    self.repository = repository
    let start = try since.map { since in
      try repository.commit(named: since, option: "since")
    }
    self.start = start
    (commits, base) = try Self.reading(path) { () throws(GitProblem) in
      let commits = try repository.commits(to: repository.tip, since: start?.id)
      guard let oldest = commits.first else {
        return (commits, start == nil ? nil : try repository.commit(repository.tip))
      }
      return (commits, try repository.firstParent(of: try repository.commit(oldest)))
    }
    workingVersion = repository.workingFile.map { context.workingVersion(of: $0) }
    try skipBoundary(context)
  }

  /// In a shallow clone, what the oldest commit changed is unknown.
  private mutating func skipBoundary(_ context: CommandContext) throws {
    let (repository, oldest) = (repository, commits.first)
    let boundary = try Self.reading(path) { () throws(GitProblem) -> GitCommit? in
      guard let oldest else { return nil }
      let commit = try repository.commit(oldest)
      return try repository.isBoundary(commit) ? commit : nil
    }
    guard let boundary else { return }
    commits.removeFirst()
    base = boundary
    context.diagnostics.warn(
      "the repository is a shallow clone without history before commit \(boundary.id)")
  }

  private static func reading<Result>(
    _ path: String, _ body: () throws(GitProblem) -> Result
  ) throws -> Result {
    do throws(GitProblem) {
      return try body()
    } catch {
      throw error == .outsideServedFolder
        ? Problem.outsideFolder(path) : Problem.noHistory(path, error)
    }
  }

  // MARK: The report

  mutating func report(_ context: inout CommandContext) throws -> HistoryReport {
    let question = try question(&context)
    var history = StatusHistory(of: question.features)
    let state = question.state
    func evaluator(of file: ManifestFile) -> Evaluator {
      Evaluator(file.manifest, in: state.state(of: file))
    }
    let manifests = CommittedManifests(repository)
    var versions: [HistoryReport.Version] = []
    var skipped: [HistoryReport.Skipped] = []
    var progress = Progress(total: commits.count, of: "commits", for: context.host)
    defer { progress.clear() }
    if let start, let file = try lastManifest(to: start, manifests) {
      history.recordFirstStatuses(with: file.names, evaluator(of: file))
    }
    if let base, let file = try lastManifest(to: base, manifests) {
      history.recordBaseline(with: file.names, evaluator(of: file))
    }
    var last: ManifestVersion?
    for id in commits {
      progress.advance()
      let (commit, version, isKnown) = try self.version(at: id, manifests)
      versions.append(.commit(ReportedCommit(commit)))
      if let message = version.message {
        skipped.append(.init(version: versions.count - 1, message: message))
      } else if let file = version.file, !isKnown || last == nil {
        history.add(version: versions.count - 1, with: file.names, evaluator(of: file))
      }
      last = version
    }
    if let workingVersion, try differsFromTip(workingVersion, manifests) {
      versions.append(.workingTree)
      if let message = workingVersion.message {
        skipped.append(.init(version: versions.count - 1, message: message))
      } else if let file = workingVersion.file {
        history.add(version: versions.count - 1, with: file.names, evaluator(of: file))
      }
    }
    return HistoryReport(
      history, versions: versions, skipped: skipped, state: state.json, origin: state.origin,
      flags: context.invocation.stateFlags.map { $0.option.typed($0.value) },
      namesFeatures: context.invocation.arguments.count > 1)
  }

  private func version(
    at id: String, _ manifests: CommittedManifests
  ) throws -> (GitCommit, ManifestVersion, isKnown: Bool) {
    let repository = repository
    return try Self.reading(path) { () throws(GitProblem) in
      let commit = try repository.commit(id)
      let (version, isKnown) = try manifests.version(at: commit)
      return (commit, version, isKnown)
    }
  }

  private func differsFromTip(
    _ version: ManifestVersion, _ manifests: CommittedManifests
  ) throws -> Bool {
    !version.isSame(as: try self.version(at: repository.tip, manifests).1)
  }

  private func lastManifest(
    to commit: GitCommit, _ manifests: CommittedManifests
  ) throws -> ManifestFile? {
    let repository = repository
    return try Self.reading(path) { () throws(GitProblem) in
      if let file = try manifests.version(at: commit).version.file { return file }
      for id in try repository.commits(to: commit.id).reversed() {
        let version = try manifests.version(at: try repository.commit(id)).version
        if let file = version.file { return file }
      }
      return nil
    }
  }

  // MARK: The question

  private struct Question {
    let features: [(id: String, name: String)]
    let state: HistoryState
  }

  /// Names of the newest version first, then of older ones.
  private func question(_ context: inout CommandContext) throws -> Question {
    var versions = NewestFirst(self)
    guard let newest = try versions.next() else { throw failure }
    var union = ManifestUnion(newest)
    var inputs = StateInputs()
    var file: ManifestFile? = newest
    let mayBeLenient = context.invocation[.lenient]
    var isLenient = false
    while true {
      do {
        try inputs.read(&context, file, of: union.manifest)
        return try Self.question(&context, inputs, of: union, newest, isLenient: isLenient)
      } catch {
        // Another version of the manifest may know the names.
        guard error is Problems || error is InvalidInput else { throw error }
        file = try versions.next()
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
    _ context: inout CommandContext, _ inputs: StateInputs, of union: ManifestUnion,
    _ newest: ManifestFile, isLenient: Bool
  ) throws -> Question {
    let ids = context.invocation.arguments.dropFirst()
    let named = context.features(ids, of: union.manifest)
    let state = try HistoryState(
      context.invocation, inputs, of: union, isLenient: isLenient)
    for problem in state.problems { context.note(problem) }
    try context.requireNoProblems()
    for (source, warnings) in state.warnings {
      context.diagnostics.write(warnings, in: source)
    }
    let features = ids.isEmpty ? Array(newest.manifest.features.indices) : named
    return Question(
      features: features.map {
        (union.manifest.features[$0].id, union.manifest.features[$0].name)
      }, state: state)
  }

  private var failure: any Error {
    if case .invalid(let input) = workingVersion { return input }
    return Problem.noHistory(path, .neverValid)
  }

  private struct NewestFirst {
    private let run: HistoryRun
    private let manifests: CommittedManifests
    private var rest: ArraySlice<String>
    private var working: ManifestVersion?
    private var base: GitCommit?

    init(_ run: HistoryRun) {
      self.run = run
      manifests = CommittedManifests(run.repository)
      rest = run.commits[...]
      working = run.workingVersion
      base = run.base
    }

    mutating func next() throws -> ManifestFile? {
      if let version = working {
        working = nil
        if let file = version.file { return file }
      }
      while let id = rest.popLast() {
        let (_, version, isKnown) = try run.version(at: id, manifests)
        if !isKnown, let file = version.file { return file }
      }
      guard let base else { return nil }
      self.base = nil
      return try run.lastManifest(to: base, manifests)
    }
  }
}

extension ManifestRepository {
  fileprivate func commit(
    named revision: String, option: String
  ) throws -> GitCommit {
    do throws(GitProblem) {
      return try commit(named: revision)
    } catch {
      throw Problem(
        "\(quoted(revision)) in '--\(option)' is not a commit: \(visible(error.reason))")
    }
  }
}

extension CommandContext {
  fileprivate mutating func workingVersion(of path: String) -> ManifestVersion {
    let source: SourceFile
    do {
      source = try read(path)
    } catch {
      return .missing((error as? Problem)?.message ?? FileName.shown(path))
    }
    do throws(InvalidInput) {
      return .manifest(try manifest(in: source, at: path))
    } catch {
      return .invalid(error)
    }
  }
}

extension ReportedCommit {
  init(_ commit: GitCommit) {
    self.init(
      id: commit.id, date: commit.date, author: commit.author, subject: commit.subject)
  }
}

/// A valid manifest, or why there is none.
enum ManifestVersion {
  case manifest(ManifestFile)
  case invalid(InvalidInput)

  case missing(String)

  var file: ManifestFile? {
    switch self {
    case .manifest(let file): file
    case .invalid, .missing: nil
    }
  }

  /// Nil if valid.
  var message: String? {
    switch self {
    case .manifest: nil
    case .invalid(let input): input.summary
    case .missing(let message): message
    }
  }

  /// The same bytes with includes; invalid ones also the same errors.
  func isSame(as other: ManifestVersion) -> Bool {
    switch (self, other) {
    case (.manifest(let one), .manifest(let other)): one.source.text.isSame(as: other.source.text)
    case (.invalid(let one), .invalid(let other)):
      one.source.text.isSame(as: other.source.text)
        && one.diagnostics.map(\.message) == other.diagnostics.map(\.message)
    case (.missing, .missing): true
    case (.manifest, _), (.invalid, _), (.missing, _): false
    }
  }
}

/// Reads a commit's files only if they differ from the last.
final class CommittedManifests {
  private let repository: ManifestRepository

  private var last: (lookups: [RevisionFiles.Lookup], version: ManifestVersion)?

  init(_ repository: ManifestRepository) { self.repository = repository }

  /// `isKnown` if it is the previous one.
  func version(
    at commit: GitCommit
  ) throws(GitProblem) -> (version: ManifestVersion, isKnown: Bool) {
    if Cancellation.isRequested { throw .stopped }
    let snapshot = repository.snapshot(of: commit)
    let found: GitSnapshot.Found?
    do throws(GitProblem) {
      if let last, try isSame(last.lookups, in: snapshot) { return (last.version, true) }
      found = try snapshot.resolve(repository.path)
    } catch {
      if error == .stopped { throw error }
      last = nil
      return (.missing("\(repository.path.text): \(error.reason)"), false)
    }
    // Without a prefix, the paths in messages are relative to the root of the repository.
    let files = RevisionFiles(snapshot, prefix: "", in: repository.served)
    let version = read(found, files)
    last = ([RevisionFiles.Lookup(repository.path, found)] + files.lookups, version)
    return (version, false)
  }

  private func isSame(
    _ lookups: [RevisionFiles.Lookup], in snapshot: GitSnapshot
  ) throws(GitProblem) -> Bool {
    for lookup in lookups {
      let found = try snapshot.resolve(lookup.requestedPath)
      if RevisionFiles.Lookup(lookup.requestedPath, found) != lookup { return false }
    }
    return true
  }

  private func read(
    _ found: GitSnapshot.Found?, _ files: RevisionFiles
  ) -> ManifestVersion {
    let path = repository.path.text
    guard found != nil else { return .missing("\(path): no such file") }
    let source: SourceFile
    do throws(UnreadableFile) {
      source = try files.read(path)
    } catch {
      return .missing("\(path): \(error.reason)")
    }
    do throws(InvalidInput) {
      return .manifest(try ManifestFile(source, at: path, including: files))
    } catch {
      return .invalid(error)
    }
  }
}

extension SourceText {
  fileprivate func isSame(as other: SourceText) -> Bool {
    bytes.count == other.bytes.count && bytes.elementsEqual(other.bytes)
  }
}

extension InvalidInput {
  fileprivate var summary: String {
    let errors = diagnostics.filter { $0.severity == .error }
    guard let first = errors.first ?? diagnostics.first else { return source.path }
    var text = source.path
    if let range = first.range {
      var positions = SourcePositions(source)
      let position = positions.position(of: range.lowerBound)
      text = "\(position.path):\(position.location.line):\(position.location.column)"
    }
    text += ": \(first.message) [\(first.rule)]"
    return errors.count > 1 ? text + " (and \(errors.count - 1) more)" : text
  }
}
