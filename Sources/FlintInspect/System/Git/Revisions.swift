import FlintManifest
import FlintProject
import FlintText

/// Starts Git when the first file is read.
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

  /// As `git show`.
  func read(_ path: RevisionPath) throws(GitProblem) -> SourceText {
    let snapshot = try snapshot(of: path)
    switch try entry(at: path, in: snapshot) {
    case .file(let id): return try snapshot.read(id)
    case .link(let id): throw .link(target: FileName.text(of: try snapshot.target(of: id)))
    case .folder: throw .folder
    case .submodule: throw .submodule
    }
  }

  func files(for path: RevisionPath) throws(GitProblem) -> RevisionFiles {
    RevisionFiles(
      try snapshot(of: path), prefix: path.prefix,
      currentFolder: path.isRelative ? try findCurrentFolder() : .root,
      in: try servedRepository())
  }

  /// Nil if it is no folder.
  func names(in path: RevisionPath) throws(GitProblem) -> [String]? {
    let snapshot = try snapshot(of: path)
    guard case .folder(let folder) = try entry(at: path, in: snapshot) else { return nil }
    return try snapshot.names(in: folder).map { FileName.text(of: $0) }.sorted()
  }

  /// Nil for the index, and a tree.
  func commit(of path: RevisionPath) throws(GitProblem) -> GitCommit? {
    guard case .revision(let name) = path.source else { return nil }
    return try objects.object(named: "\(name)^{commit}").flatMap { GitCommit($0) }
  }

  /// Identifies a file by the tree of its revision and its path from the root; nil if there is no such file.
  func identity(of path: RevisionPath) -> String? {
    do throws(GitProblem) {
      guard let location = try location(of: path) else { return nil }
      return "\(try snapshot(of: path).root):\(location.text)"
    } catch {
      return nil
    }
  }

  // MARK: Access

  /// Nil from a shell.
  /// - Throws: ``GitProblem/outsideServedFolder``.
  func servedRepository() throws(GitProblem) -> ServedRepository? {
    guard let servedFolder else { return nil }
    if let served { return served }
    guard let found = try ServedRepository(of: servedFolder) else { throw .outsideServedFolder }
    served = found
    return found
  }

  func mayRead(_ path: RevisionPath) throws(GitProblem) -> Bool {
    let served: ServedRepository
    do throws(GitProblem) {
      guard let found = try servedRepository() else { return true }
      served = found
    } catch {
      if error == .outsideServedFolder { return false }
      throw error
    }
    let folder = path.isRelative ? try findCurrentFolder() : .root
    guard let location = GitPath(path.path).normalized(from: folder), served.contains(location)
    else {
      return false
    }
    // A revision can also name a tree, such as `main:Sources`. Paths in it do not start at the root of the repository,
    // so they cannot be compared with the server's folder.
    guard served.folder != .root, case .revision(let name) = path.source else { return true }
    if try objects.object(named: "\(name)^{commit}") != nil { return true }
    return try objects.object(named: "\(name)^{tree}") == nil
  }

  // MARK: Finding

  private func snapshot(of path: RevisionPath) throws(GitProblem) -> GitSnapshot {
    if let known = snapshots[path.source] { return known }
    let root: GitFolder
    switch path.source {
    case .revision(let name):
      guard let tree = try object(named: "\(name)^{tree}", for: path) else {
        throw git.reasonForMissing(path.text)
      }
      root = .tree(id: tree.id)
    case .index(let stage):
      // During a merge conflict, the index has several versions (stages) of a file. Throws if it lacks the requested
      // one.
      if stage > 0 { _ = try git.output(of: ["cat-file", "-e", path.text]) }
      // The path ":/" lists the whole repository, not only the current folder.
      let listing = try git.output(of: ["ls-files", "--stage", "-z", "--full-name", "--", ":/"])
      root = GitIndexListing(listing, stage: stage).folder
    }
    let snapshot = GitSnapshot(root: root, of: objects)
    snapshots[path.source] = snapshot
    return snapshot
  }

  private func object(
    named name: String, for path: RevisionPath
  ) throws(GitProblem) -> GitObject? {
    do throws(GitProblem) {
      return try objects.object(named: name)
    } catch {
      throw error == .stopped ? git.reasonForMissing(path.text) : error
    }
  }

  private func entry(
    at path: RevisionPath, in snapshot: GitSnapshot
  ) throws(GitProblem) -> GitEntry {
    let location = try location(of: path)
    if let location, let entry = try snapshot.entry(at: location) { return entry }
    let reason = git.reasonForMissing(path.text)
    if location != nil, case .failed(let message) = reason { throw .missingPath(message: message) }
    throw reason
  }

  /// The path from the root of the repository; nil if it leads out of it.
  private func location(of path: RevisionPath) throws(GitProblem) -> GitPath? {
    var location = GitPath(path.path)
    if path.isRelative { return location.normalized(from: try findCurrentFolder()) }
    // Remove the empty name after a slash at the end of the path.
    if location.names.last == [] { location.names.removeLast() }
    return location
  }

  private func findCurrentFolder() throws(GitProblem) -> GitPath {
    if let currentFolder { return currentFolder }
    let prefix = try git.line(of: ["rev-parse", "--show-prefix"])
    let folder = GitPath(prefix).normalized() ?? .root
    currentFolder = folder
    return folder
  }
}

extension GitPath {
  init(_ text: String) { self.init(bytes: FileName.unterminatedBytes(of: text)) }

  var text: String { FileName.text(of: bytes) }
}

/// A manifest and its parts at one revision; paths begin with it.
final class RevisionFiles: ManifestFiles {
  /// A manifest is the same in two revisions if all lookups are.
  struct Lookup: Equatable {
    let requestedPath: GitPath
    private let foundPath: GitPath?

    private let file: String?

    init(_ requestedPath: GitPath, _ found: GitSnapshot.Found?) {
      self.requestedPath = requestedPath
      foundPath = found?.path
      file = if case .file(let id) = found?.entry { id } else { nil }
    }
  }

  private(set) var lookups: [Lookup] = []

  private let snapshot: GitSnapshot

  private let prefix: String

  private let currentFolder: GitPath

  /// Nil from a shell.
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

  /// Each leading `..` removes a name of the current folder, as in Git.
  private func pathFromRoot(of path: String) -> GitPath {
    let scalars = path.unicodeScalars.dropFirst(prefix.unicodeScalars.count)
    var names = GitPath(String(scalars)).names[...]
    var folder = currentFolder.names
    while names.first == Array("..".utf8), !folder.isEmpty {
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

  func realPath(of path: String) -> String? {
    let pathFromRoot = pathFromRoot(of: path)
    do throws(GitProblem) {
      let found = try snapshot.resolve(pathFromRoot)
      lookups.append(Lookup(pathFromRoot, found))
      // Treat a file outside the server's folder like a missing file, as on disk, so that messages do not reveal
      // whether it exists.
      if let found, let served, !served.contains(found.path) { return nil }
      return found.map { "/" + $0.path.text }
    } catch {
      // Ignore the error here. It is reported when the file is read.
      return pathFromRoot.normalized().map { "/" + $0.text }
    }
  }

  func read(_ path: String) throws(UnreadableFile) -> SourceFile {
    let text: SourceText?
    do throws(GitProblem) {
      switch try resolve(path)?.entry {
      case .file(let id): text = try snapshot.read(id)
      case .folder, .link, .submodule, nil: text = nil
      }
    } catch {
      throw UnreadableFile(error.reason)
    }
    guard let text else { throw UnreadableFile("the path is not a file") }
    return SourceFile(path: FileName.shown(path), text: text)
  }

  func names(in folder: String) -> [String] {
    do throws(GitProblem) {
      guard case .folder(let found) = try resolve(folder)?.entry else { return [] }
      return try snapshot.names(in: found).map { FileName.text(of: $0) }
    } catch {
      return []
    }
  }

  /// `main:app/`; a slash before the colon is the revision's.
  func folder(of path: String) -> String {
    let scalars = path.unicodeScalars.dropFirst(prefix.unicodeScalars.count)
    return prefix + String(scalars).folder
  }
}

extension CommandContext {
  /// Nil if a file has this name.
  func revision(named path: String) -> RevisionPath? {
    guard let revision = RevisionPath(path), !POSIX.exists(path) else { return nil }
    return revision
  }

  func checkAccess(to revision: RevisionPath) throws {
    do throws(GitProblem) {
      if try revisions.mayRead(revision) { return }
    } catch {
      throw Problem.read(revision.text, fromGit: error)
    }
    throw Problem.outsideFolder(revision.text)
  }

  func read(_ revision: RevisionPath) throws -> SourceFile {
    do throws(GitProblem) {
      let text = try revisions.read(revision)
      return SourceFile(path: FileName.shown(revision.text), text: text)
    } catch {
      throw Problem.read(revision.text, fromGit: error)
    }
  }

  /// At the manifest's revision, else from disk; nil for standard input.
  func includedFiles(ofManifest path: String) -> (any ManifestFiles)? {
    if path == "-" { return nil }
    guard let revision = revision(named: path) else { return DiskFiles(for: host) }
    do throws(GitProblem) {
      return try revisions.files(for: revision)
    } catch {
      // An error is not expected here, because the manifest itself was read from the same revision.
      return nil
    }
  }

  /// Nil if it is no folder.
  func entries(of revision: RevisionPath) throws -> [String]? {
    do throws(GitProblem) {
      return try revisions.names(in: revision)
    } catch {
      throw Problem.read(revision.text, fromGit: error)
    }
  }

  func version(named path: String) -> ComparedVersions.Version {
    guard let revision = revision(named: path) else { return .file }
    if case .index = revision.source { return .index }
    do throws(GitProblem) {
      // The revision may be a tree instead of a commit.
      return try revisions.commit(of: revision).map { .commit(ReportedCommit($0)) } ?? .file
    } catch {
      return .file
    }
  }

  /// Repositories are never changed.
  func refuseRevision(_ path: String) throws {
    guard revision(named: path) != nil else { return }
    throw Problem.write(
      path, "it is a path in Git, which is read-only",
      hint: "name a file on the disk; if its name contains a colon, put './' before it")
  }
}
