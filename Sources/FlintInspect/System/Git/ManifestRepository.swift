/// The repository in which `history` finds a manifest's commits.
struct ManifestRepository {
  let objects: GitObjectReader
  private let location: RepositoryLocation

  /// The manifest's path from the root of the repository.
  let path: GitPath

  let tip: GitCommit

  /// The manifest's path on disk; nil if only commits are examined.
  let workingFile: String?

  /// The repository to which clients of `mcp` are limited; nil in a shell.
  let served: ServedRepository?

  init(
    ofManifest path: String, _ revision: RevisionPath?, in served: ServedRepository?
  ) throws {
    if path == "-" {
      throw GitProblem.withoutHistory("standard input is not in Git, so it has no history")
    }
    var tipName = "HEAD"
    let found: GitPath?
    if let revision {
      guard case .revision(let name) = revision.source else {
        throw GitProblem.withoutHistory(
          "the index of Git contains no commits, so it has no history")
      }
      tipName = name
      location = try RepositoryLocation(of: Git(folder: nil))
      found = GitPath(revision.path).normalized(
        from: revision.isRelative ? location.folder : .root)
      workingFile = nil
    } else {
      // The file and its folder may have been deleted. Start Git in the nearest enclosing folder that still exists.
      var folder = path.folder
      while !folder.isEmpty, !POSIX.isFolder(folder) { folder = String(folder.dropLast()).folder }
      let rest = GitPath(String(path.utf8.dropFirst(folder.utf8.count)) ?? path)
      // If GIT_DIR is set, Git takes the folder in which it runs for the root of the working tree.
      let staysHere = folder.isEmpty || POSIX.environment("GIT_DIR") != nil
      location = try RepositoryLocation(of: Git(folder: staysHere ? nil : folder))
      found = (staysHere ? Self.relativePath(to: folder) : .root).flatMap { [location] in
        GitPath($0.names + rest.names).normalized(from: location.folder)
      }
      workingFile = location.hasWorkingTree ? path : nil
    }
    guard let found else { throw GitProblem.outsideRepository }
    if let served {
      // A subfolder of the server's folder can have its own repository, for example a submodule.
      guard POSIX.resolved(location.gitFolder) == served.gitFolder, served.contains(found) else {
        throw GitProblem.outsideServedFolder
      }
    }
    (self.path, self.served) = (found, served)
    objects = GitObjectReader(location.git)
    let name = "\(tipName)^{commit}"
    guard let object = try objects.object(named: name) else {
      guard workingFile == nil, tipName != "HEAD" else {
        throw GitProblem("the repository has no commits yet")
      }
      throw location.git.reasonForMissing(name)
    }
    tip = try location.git.commit(object.id)
  }

  private static func relativePath(to folder: String) -> GitPath? {
    if folder.isEmpty { return .root }
    guard let here = POSIX.resolved("."), let there = POSIX.resolved(folder) else { return nil }
    let (from, to) = (GitPath(here).names, GitPath(there).names)
    let common = zip(from, to).prefix { $0 == $1 }.count
    return GitPath(Array(repeating: Array("..".utf8), count: from.count - common) + to[common...])
  }

  // MARK: Commits

  func commit(named revision: String) throws -> GitCommit {
    guard !revision.hasPrefix("-"), !revision.contains("\n") else {
      throw GitProblem("not a valid revision")
    }
    let name = "\(revision)^{commit}"
    guard let object = try objects.object(named: name) else {
      throw location.git.reasonForMissing(name)
    }
    return try location.git.commit(object.id)
  }

  /// Nil if the commit has no parent or ends a shallow clone.
  func firstParent(of commit: GitCommit) throws -> GitCommit? {
    guard let parent = commit.parents.first else { return nil }
    return try location.git.commit(try objects.object(parent, .commit).id)
  }

  /// Commits along first parents, the oldest first. A merge is thus one change.
  func commits(
    to commit: GitCommit, since excluded: GitCommit? = nil
  ) throws -> [GitCommit] {
    var words = ["--first-parent", "--reverse", commit.id]
    if let excluded { words.append("^\(excluded.id)") }
    let folder = GitPath(Array(path.names.dropLast()))
    return try location.git.commits(
      words + ["--", folder == .root ? ":/" : ":(top,literal)\(folder.text)"])
  }

  /// Whether a shallow clone ends here: ``GitCommit/parents`` lacks the parent that the object
  /// names.
  func isBoundary(_ commit: GitCommit) throws -> Bool {
    guard location.isShallow, commit.parents.isEmpty else { return false }
    return withExtendedLifetime(try objects.object(commit.id, .commit).content) {
      $0.bytes.dropFirst("tree \(commit.tree)\n".utf8.count).starts(with: "parent ".utf8)
    }
  }
}

extension GitProblem {
  fileprivate static func withoutHistory(_ reason: String) -> GitProblem {
    GitProblem(reason, hint: "use a file, or a commit such as HEAD:flint.json")
  }
}
