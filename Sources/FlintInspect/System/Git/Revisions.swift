/// Reads files at revisions. Git starts when the first one is read.
final class Revisions {
  private let git = Git(folder: nil)
  private let objects: GitObjectReader
  private var snapshots: [RevisionPath.Source: GitSnapshot] = [:]

  private var currentFolder: GitPath?

  private let servedFolder: ServedFolder?

  private var served: ServedRepository?

  init(in servedFolder: ServedFolder?) {
    objects = GitObjectReader(git)
    self.servedFolder = servedFolder
  }

  /// The bytes that `git show` prints.
  func read(_ path: RevisionPath) throws -> SourceText {
    let snapshot = try snapshot(of: path)
    switch try entry(at: path, in: snapshot) {
    case .file(let id): return try snapshot.read(id)
    case .link(let id):
      let target = FileName.text(of: try snapshot.target(of: id))
      throw GitProblem(
        "the path is a symbolic link to '\(target)'", hint: "use the path of the link's target")
    case .folder: throw GitProblem("the path is a directory")
    case .submodule:
      throw GitProblem("the path is in a submodule; files of other repositories are not read")
    }
  }

  func files(for path: RevisionPath) throws -> RevisionFiles {
    RevisionFiles(
      try snapshot(of: path), prefix: path.prefix, currentFolder: try folder(of: path),
      in: try servedRepository())
  }

  /// The names in a folder; nil if the path is no folder.
  func names(in path: RevisionPath) throws -> [String]? {
    let snapshot = try snapshot(of: path)
    guard case .folder(let folder) = try entry(at: path, in: snapshot) else { return nil }
    return try snapshot.entries(of: folder).keys.map { FileName.text(of: $0) }.sorted()
  }

  /// The revision's commit; nil for the index and for a tree.
  func commit(of path: RevisionPath) throws -> GitCommit? {
    guard case .revision(let name) = path.source,
      let commit = try objects.object(named: "\(name)^{commit}")
    else { return nil }
    return try git.commit(commit.id)
  }

  /// Identifies a file by its revision's tree and its path. Nil if there is no such revision or
  /// path.
  func identity(of path: RevisionPath) -> String? {
    guard let location = try? location(of: path), let snapshot = try? snapshot(of: path) else {
      return nil
    }
    return "\(snapshot.root):\(location.text)"
  }

  // MARK: Access

  /// The repository to which clients of `mcp` are limited; nil in a shell.
  /// - Throws: ``GitProblem/outsideServedFolder``.
  func servedRepository() throws -> ServedRepository? {
    guard let servedFolder else { return nil }
    if let served { return served }
    guard let found = try ServedRepository(of: servedFolder) else {
      throw GitProblem.outsideServedFolder
    }
    served = found
    return found
  }

  /// - Throws: ``GitProblem/outsideServedFolder`` if a client of `mcp` may not read the path.
  func requireAccess(to path: RevisionPath) throws {
    guard let served = try servedRepository() else { return }
    let location = GitPath(path.path).normalized(from: try folder(of: path))
    guard let location, served.contains(location) else { throw GitProblem.outsideServedFolder }
    // A revision can also name a tree, such as `main:Sources`, whose paths do not start at the root
    // of the repository. They cannot be compared with the server's folder.
    guard served.folder != .root, case .revision(let name) = path.source,
      try objects.object(named: "\(name)^{commit}") == nil,
      try objects.object(named: "\(name)^{tree}") != nil
    else { return }
    throw GitProblem.outsideServedFolder
  }

  // MARK: Finding

  private func snapshot(of path: RevisionPath) throws -> GitSnapshot {
    if let known = snapshots[path.source] { return known }
    let root: GitFolder
    switch path.source {
    case .revision(let name):
      do throws(GitProblem) {
        guard let tree = try objects.object(named: "\(name)^{tree}") else {
          throw GitProblem.stopped
        }
        root = .tree(id: tree.id)
      } catch {
        throw error == .stopped ? git.reasonForMissing(path.text) : error
      }
    case .index(let stage):
      // During a merge conflict, the index has several versions (stages) of a file. Throws if it lacks the requested
      // one.
      if stage > 0 { _ = try git.output(of: ["cat-file", "-e", path.text]) }
      // The path ":/" lists the whole repository, not only the current folder.
      root = GitFolder(
        index: try git.output(of: ["ls-files", "--stage", "-z", "--full-name", "--", ":/"]),
        stage: stage)
    }
    let snapshot = GitSnapshot(root: root, of: objects)
    snapshots[path.source] = snapshot
    return snapshot
  }

  private func entry(
    at path: RevisionPath, in snapshot: GitSnapshot
  ) throws -> GitEntry {
    let location = try location(of: path)
    if let location, let entry = try snapshot.entry(at: location) { return entry }
    var problem = git.reasonForMissing(path.text)
    if location != nil, problem != .stopped { problem.isMissingPath = true }
    throw problem
  }

  /// The path from the root of the repository; nil outside it.
  private func location(of path: RevisionPath) throws -> GitPath? {
    var location = GitPath(path.path)
    if path.isRelative { return location.normalized(from: try folder(of: path)) }
    // Remove the empty name after a slash at the end of the path.
    if location.names.last == [] { location.names.removeLast() }
    return location
  }

  /// The folder to which the path is relative.
  private func folder(of path: RevisionPath) throws -> GitPath {
    guard path.isRelative else { return .root }
    if let currentFolder { return currentFolder }
    let folder = GitPath(try git.line(of: ["rev-parse", "--show-prefix"])).normalized() ?? .root
    currentFolder = folder
    return folder
  }
}

extension GitPath {
  init(_ text: String) { self.init(bytes: FileName.unterminatedBytes(of: text)) }

  var text: String { FileName.text(of: bytes) }
}

/// Reads a manifest and its included files at one revision. Their paths begin with the revision.
final class RevisionFiles: ManifestFiles {
  /// Paths, and what Git found there. Revisions with the same have the same manifest.
  typealias Lookups = [(path: GitPath, found: GitSnapshot.Found?)]

  var lookups: Lookups = []

  private let snapshot: GitSnapshot

  private let prefix: String

  private let currentFolder: GitPath

  /// The repository to which clients of `mcp` are limited; nil in a shell.
  private let served: ServedRepository?

  init(
    _ snapshot: GitSnapshot, prefix: String, currentFolder: GitPath = .root,
    in served: ServedRepository? = nil
  ) {
    self.snapshot = snapshot
    self.prefix = prefix
    self.currentFolder = currentFolder
    self.served = served
  }

  /// The path from the root. As in Git, each leading `..` removes a name of the current folder.
  private func pathFromRoot(of path: String) -> GitPath {
    var names = GitPath(String(path.unicodeScalars.dropFirst(prefix.unicodeScalars.count))).names[
      ...]
    var folder = currentFolder.names
    while names.first == GitPath.above, !folder.isEmpty {
      names.removeFirst()
      folder.removeLast()
    }
    return GitPath(folder + names)
  }

  private func resolve(_ path: String) throws(GitProblem) -> GitSnapshot.Found? {
    guard let found = try snapshot.resolve(pathFromRoot(of: path)) else { return nil }
    if let served, !served.contains(found.path) { throw .outsideServedFolder }
    return found
  }

  func lookUp(_ path: GitPath) throws(GitProblem) -> GitSnapshot.Found? {
    let found = try snapshot.resolve(path)
    lookups.append((path, found))
    return found
  }

  func areSame(_ lookups: Lookups) throws(GitProblem) -> Bool {
    for (path, old) in lookups {
      let new = try snapshot.resolve(path)
      guard new?.isSame(as: old) ?? (old == nil) else { return false }
    }
    return true
  }

  func realPath(of path: String) -> String? {
    let pathFromRoot = pathFromRoot(of: path)
    do throws(GitProblem) {
      let found = try lookUp(pathFromRoot)
      // Treat a file outside the server's folder like a missing file, as on disk, so that messages do not reveal
      // whether it exists.
      if let found, let served, !served.contains(found.path) { return nil }
      return found.map { "/\($0.path.text)" }
    } catch {
      // Ignore the error here. It is reported when the file is read.
      return pathFromRoot.normalized().map { "/\($0.text)" }
    }
  }

  func read(_ path: String) throws(UnreadableFile) -> SourceFile {
    do throws(GitProblem) {
      if case .file(let id) = try resolve(path)?.entry {
        return SourceFile(path: FileName.shown(path), text: try snapshot.read(id))
      }
    } catch {
      throw UnreadableFile(error.reason)
    }
    throw UnreadableFile("the path is not a file")
  }

  func names(in folder: String) -> [String] {
    guard case .folder(let found) = (try? resolve(folder))?.entry,
      let entries = try? snapshot.entries(of: found)
    else { return [] }
    return entries.keys.sorted { $0.lexicographicallyPrecedes($1) }.map { FileName.text(of: $0) }
  }

  /// The folder of a path, such as `main:app/`. A slash before the colon belongs to the revision.
  func folder(of path: String) -> String {
    prefix + String(path.unicodeScalars.dropFirst(prefix.unicodeScalars.count)).folder
  }
}

extension CommandContext {
  /// The path in Git; nil if a file on disk has this name.
  func revision(named path: String) -> RevisionPath? {
    guard let revision = RevisionPath(path), !POSIX.exists(path) else { return nil }
    return revision
  }

  private func reading<Result>(
    _ revision: RevisionPath, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as GitProblem {
      throw error == .outsideServedFolder
        ? Problem.outsideFolder(revision.text) : Problem.read(revision.text, fromGit: error)
    }
  }

  func checkAccess(to revision: RevisionPath) throws {
    try reading(revision) { try revisions.requireAccess(to: revision) }
  }

  func read(_ revision: RevisionPath) throws -> SourceFile {
    let text = try reading(revision) { try revisions.read(revision) }
    return SourceFile(path: FileName.shown(revision.text), text: text)
  }

  /// Reads included files at the manifest's revision, else from disk. Nil for standard input.
  func includedFiles(ofManifest path: String) -> (any ManifestFiles)? {
    if path == "-" { return nil }
    guard let revision = revision(named: path) else { return DiskFiles(in: call?.folder) }
    // An error is not expected here, because the manifest itself was read from the same revision.
    return try? revisions.files(for: revision)
  }

  /// The names in a folder; nil if the path is no folder.
  func entries(of revision: RevisionPath) throws -> [String]? {
    try reading(revision) { try revisions.names(in: revision) }
  }

  func version(named path: String) -> ComparedVersions.Version {
    guard let revision = revision(named: path) else { return .init() }
    if case .index = revision.source { return .index }
    // The revision may be a tree instead of a commit.
    return .init(commit: try? revisions.commit(of: revision))
  }

  /// Throws for a path in Git, because repositories are never changed.
  func refuseRevision(_ path: String) throws {
    guard revision(named: path) != nil else { return }
    throw Problem.write(
      path, "it is a path in Git, which is read-only",
      hint: "name a file on the disk; if its name contains a colon, put './' before it")
  }
}
