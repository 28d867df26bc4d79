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
