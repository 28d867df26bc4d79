internal import FlintManifest
internal import FlintProject
internal import FlintText

/// The files of revisions, in the repository of the current folder.
///
/// Git is started when the first of them is read.
final class Revisions {
  private let git = Git(folder: nil)
  private let objects: GitObjectReader
  private var snapshots: [RevisionPath.Source: GitSnapshot] = [:]

  /// Where the current folder is in the repository, once it has been asked for.
  private var currentFolder: GitPath?

  /// The folder of a server, outside of which nothing is read for its clients; nil for none.
  private let servedFolder: ServedFolder?

  /// The repository of ``servedFolder``, once it has been asked for.
  private var served: ServedRepository?

  init(in servedFolder: ServedFolder?) {
    objects = GitObjectReader(git)
    self.servedFolder = servedFolder
  }

  /// The text of a file, as `git show` prints it.
  func read(_ path: RevisionPath) throws(GitProblem) -> SourceText {
    let snapshot = try snapshot(of: path)
    switch try entry(at: path, in: snapshot) {
    case .file(let id): return try snapshot.read(id)
    case .link(let id): throw .link(target: FileName.text(of: try snapshot.target(of: id)))
    case .folder: throw .folder
    case .submodule: throw .submodule
    }
  }

  /// The files that a manifest can include.
  func files(for path: RevisionPath) throws(GitProblem) -> RevisionFiles {
    RevisionFiles(
      try snapshot(of: path), prefix: path.prefix,
      currentFolder: path.isRelative ? try findCurrentFolder() : .root,
      in: try servedRepository())
  }

  /// The names in a folder; nil for what is none.
  func names(in path: RevisionPath) throws(GitProblem) -> [String]? {
    let snapshot = try snapshot(of: path)
    guard case .folder(let folder) = try entry(at: path, in: snapshot) else { return nil }
    return try snapshot.names(in: folder).map { FileName.text(of: $0) }.sorted()
  }

  /// The commit that a revision names; nil for the index, and for a revision that is a tree by itself.
  func commit(of path: RevisionPath) throws(GitProblem) -> GitCommit? {
    guard case .revision(let name) = path.source else { return nil }
    return try objects.object(named: "\(name)^{commit}").flatMap { GitCommit($0) }
  }

  // MARK: Access

  /// What the clients of a server may read; nil where everything may be read.
  ///
  /// - Throws: ``GitProblem/outsideServedFolder`` where the repository is not that of the server's folder.
  func servedRepository() throws(GitProblem) -> ServedRepository? {
    guard let servedFolder else { return nil }
    if let served { return served }
    guard let found = try ServedRepository(of: servedFolder) else { throw .outsideServedFolder }
    served = found
    return found
  }

  /// Whether a path leads to a file that may be read.
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
    guard let place = GitPath(path.path).normalized(from: folder), served.contains(place) else {
      return false
    }
    // The paths of a tree that belongs to no commit do not start at the repository's root.
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
        throw git.reason(against: path.text)
      }
      root = .tree(id: tree.id)
    case .index(let stage):
      // What includes a file of another stage is there only where that stage has it.
      if stage > 0 { _ = try git.output(of: ["cat-file", "-e", path.text]) }
      // From the top, whatever the current folder.
      let listing = try git.output(of: ["ls-files", "--stage", "-z", "--full-name", "--", ":/"])
      root = GitIndexListing(listing, stage: stage).folder
    }
    let snapshot = GitSnapshot(root: root, of: objects)
    snapshots[path.source] = snapshot
    return snapshot
  }

  /// Where there is no repository, the process that reads objects just ends: another one says why.
  private func object(
    named name: String, for path: RevisionPath
  ) throws(GitProblem) -> GitObject? {
    do throws(GitProblem) {
      return try objects.object(named: name)
    } catch {
      throw error == .stopped ? git.reason(against: path.text) : error
    }
  }

  private func entry(
    at path: RevisionPath, in snapshot: GitSnapshot
  ) throws(GitProblem) -> GitEntry {
    var place: GitPath? = GitPath(path.path)
    if path.isRelative {
      place = place?.normalized(from: try findCurrentFolder())
    } else if place?.names.last == [] {
      // A folder may have a slash at its end.
      place?.names.removeLast()
    }
    guard let place, let entry = try snapshot.entry(at: place) else {
      throw git.reason(against: path.text)
    }
    return entry
  }

  private func findCurrentFolder() throws(GitProblem) -> GitPath {
    if let currentFolder { return currentFolder }
    let prefix = try git.lines(of: ["rev-parse", "--show-prefix"]).first ?? ""
    let folder = GitPath(prefix).normalized() ?? .root
    currentFolder = folder
    return folder
  }
}

extension GitPath {
  /// A path as the command line has it.
  init(_ text: String) { self.init(bytes: FileName.unterminatedBytes(of: text)) }

  var text: String { FileName.text(of: bytes) }
}
