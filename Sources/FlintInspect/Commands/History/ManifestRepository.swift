import FlintManifest
import FlintProject

struct ManifestRepository {
  let git: Git
  let objects: GitObjectReader

  /// From the repository's root.
  let path: GitPath

  let tip: String

  /// Nil if only commits are examined.
  let workingFile: String?

  /// Nil from a shell.
  let served: ServedRepository?

  private let isShallow: Bool

  init(
    ofManifest path: String, _ revision: RevisionPath?, in served: ServedRepository?
  ) throws(GitProblem) {
    if path == "-" { throw .withoutHistory(.standardInput) }
    if let revision {
      try self.init(of: revision, in: served)
    } else {
      try self.init(ofFile: path, in: served)
    }
  }

  private init(of revision: RevisionPath, in served: ServedRepository?) throws(GitProblem) {
    guard case .revision(let name) = revision.source else { throw .withoutHistory(.index) }
    let location = try RepositoryLocation(of: Git(folder: nil))
    let path = GitPath(revision.path)
    let folder = revision.isRelative ? location.folder : .root
    guard let normalized = path.normalized(from: folder) else { throw .outsideRepository }
    try self.init(location, at: normalized, tip: name, workingFile: nil, in: served)
  }

  private init(ofFile path: String, in served: ServedRepository?) throws(GitProblem) {
    // The file and its folder may have been deleted. Start Git in the nearest enclosing folder that still exists.
    var folder = path.folder
    while !folder.isEmpty, !POSIX.isFolder(folder) { folder = String(folder.dropLast()).folder }
    let rest = GitPath(String(path.utf8.dropFirst(folder.utf8.count)) ?? path)
    // If GIT_DIR is set, Git takes the folder in which it runs for the root of the working tree.
    let staysHere = folder.isEmpty || POSIX.environment("GIT_DIR") != nil
    let location = try RepositoryLocation(of: Git(folder: staysHere ? nil : folder))
    let relativePath = staysHere ? Self.relativePath(to: folder) : .root
    guard let relativePath,
      let normalized = GitPath(relativePath.names + rest.names).normalized(from: location.folder)
    else { throw .outsideRepository }
    try self.init(
      location, at: normalized, tip: "HEAD", workingFile: location.hasWorkingTree ? path : nil,
      in: served)
  }

  private init(
    _ location: RepositoryLocation, at path: GitPath, tip: String, workingFile: String?,
    in served: ServedRepository?
  ) throws(GitProblem) {
    if let served {
      // A subfolder of the server's folder can have its own repository, for example a submodule.
      guard POSIX.resolved(location.gitFolder) == served.gitFolder, served.contains(path) else {
        throw .outsideServedFolder
      }
    }
    self.served = served
    git = location.git
    isShallow = location.isShallow
    self.path = path
    self.workingFile = workingFile
    objects = GitObjectReader(git)
    if let commit = try objects.object(named: tip + "^{commit}") {
      self.tip = commit.id
    } else if workingFile == nil, tip != "HEAD" {
      throw git.reasonForMissing(tip + "^{commit}")
    } else {
      throw .noCommits
    }
  }

  private static func relativePath(to folder: String) -> GitPath? {
    if folder.isEmpty { return .root }
    guard let here = POSIX.resolved("."), let there = POSIX.resolved(folder) else { return nil }
    let (from, to) = (GitPath(here).names, GitPath(there).names)
    let common = zip(from, to).prefix { $0 == $1 }.count
    let up = Array(repeating: Array("..".utf8), count: from.count - common)
    return GitPath(up + to[common...])
  }

  // MARK: Commits

  func commit(_ id: String) throws(GitProblem) -> GitCommit {
    guard let commit = GitCommit(try objects.object(id, .commit)) else {
      throw .malformedObject(id)
    }
    return commit
  }

  func commit(named revision: String) throws(GitProblem) -> GitCommit {
    guard !revision.hasPrefix("-"), !revision.contains("\n") else {
      throw .failed(message: "not a valid revision")
    }
    guard let object = try objects.object(named: revision + "^{commit}"),
      let commit = GitCommit(object)
    else { throw git.reasonForMissing(revision + "^{commit}") }
    return commit
  }

  /// The oldest first, along first parents, so that a merge is one change.
  func commits(to commit: String, since excluded: String? = nil) throws(GitProblem) -> [String] {
    var words = ["rev-list", "--first-parent", "--reverse", commit]
    if let excluded { words.append("^" + excluded) }
    let folder = GitPath(Array(path.names.dropLast()))
    words += ["--", folder == .root ? ":/" : ":(top,literal)\(folder.text)"]
    return try git.lines(of: words).filter { GitObject.isID($0) }
  }

  /// Nil without one, or at a shallow clone's end.
  func firstParent(of commit: GitCommit) throws(GitProblem) -> GitCommit? {
    guard let parent = commit.parents.first, !(try isBoundary(commit)) else { return nil }
    return try self.commit(parent)
  }

  /// At a shallow clone's end.
  func isBoundary(_ commit: GitCommit) throws(GitProblem) -> Bool {
    guard isShallow, let parent = commit.parents.first else { return false }
    return try objects.object(named: parent) == nil
  }

  func snapshot(of commit: GitCommit) -> GitSnapshot {
    GitSnapshot(root: .tree(id: commit.tree), of: objects)
  }
}
