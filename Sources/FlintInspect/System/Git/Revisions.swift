import FlintManifest
import FlintProject
import FlintText

/// A reader of the files of any Git revision, in the repository that contains the current folder. Git is started when
/// the first file is read.
final class Revisions {
  private let git = Git(folder: nil)
  private let objects: GitObjectReader
  private var snapshots: [RevisionPath.Source: GitSnapshot] = [:]

  /// The path of the current folder relative to the root of the repository; nil until it is first needed.
  private var currentFolder: GitPath?

  /// The folder whose files a client of the server `mcp` may read; nil if the command was started from a shell.
  private let servedFolder: ServedFolder?

  /// The repository that contains ``servedFolder``; nil until it is first needed.
  private var served: ServedRepository?

  init(in servedFolder: ServedFolder?) {
    objects = GitObjectReader(git)
    self.servedFolder = servedFolder
  }

  /// Returns the text of a file at a revision, as `git show` prints it.
  func read(_ path: RevisionPath) throws(GitProblem) -> SourceText {
    let snapshot = try snapshot(of: path)
    switch try entry(at: path, in: snapshot) {
    case .file(let id): return try snapshot.read(id)
    case .link(let id): throw .link(target: FileName.text(of: try snapshot.target(of: id)))
    case .folder: throw .folder
    case .submodule: throw .submodule
    }
  }

  /// Returns a reader of the files that a manifest at a revision can include. They are read at the same revision.
  func files(for path: RevisionPath) throws(GitProblem) -> RevisionFiles {
    RevisionFiles(
      try snapshot(of: path), prefix: path.prefix,
      currentFolder: path.isRelative ? try findCurrentFolder() : .root,
      in: try servedRepository())
  }

  /// Returns the sorted names of the files and folders in a folder; nil if the path is not a folder.
  func names(in path: RevisionPath) throws(GitProblem) -> [String]? {
    let snapshot = try snapshot(of: path)
    guard case .folder(let folder) = try entry(at: path, in: snapshot) else { return nil }
    return try snapshot.names(in: folder).map { FileName.text(of: $0) }.sorted()
  }

  /// Returns the commit in a path of the form `REV:PATH`. Returns nil for a file in the Git index (`:PATH`), and if REV
  /// is a Git tree instead of a commit.
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

  /// Returns the repository whose files a client of the server `mcp` may read; nil if the command was started from a
  /// shell.
  ///
  /// - Throws: ``GitProblem/outsideServedFolder`` if Git finds a repository that does not belong to the server's
  ///   folder.
  func servedRepository() throws(GitProblem) -> ServedRepository? {
    guard let servedFolder else { return nil }
    if let served { return served }
    guard let found = try ServedRepository(of: servedFolder) else { throw .outsideServedFolder }
    served = found
    return found
  }

  /// Returns whether the command may read the file at a path. A client of the server `mcp` may only read files in the
  /// server's folder; a command from a shell may read all files.
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

  /// Returns the Git object with this name; nil if there is none. If the current folder is in no repository, the Git
  /// process ends without an answer; Git is then started a second time, and its error message is thrown.
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
