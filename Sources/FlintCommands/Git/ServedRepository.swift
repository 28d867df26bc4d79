internal import FlintProject
internal import FlintText

/// The repository that the folder of a server is in, with the folder's path in it: what clients of the server may read.
///
/// A repository is refused where its files are elsewhere and it does not know the folder: a `.git` file or link can name
/// any repository, and so can the environment.
struct ServedRepository {
  /// The path of the server's folder.
  let folder: GitPath

  /// The real path of the folder that Git keeps the repository's files in.
  let gitFolder: String

  /// Variables that replace a part of a repository by files elsewhere.
  private static let replacements = [
    "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_INDEX_FILE",
  ]

  /// Nil where the repository is another one than the folder's.
  init?(of served: ServedFolder) throws(GitProblem) {
    let git = Git(folder: nil)
    let location = try RepositoryLocation(of: git)
    guard let gitFolder = POSIX.resolved(location.gitFolder),
      let common = POSIX.resolved(location.commonFolder),
      POSIX.resolved(common + "/objects") == common + "/objects",
      Self.replacements.allSatisfy({ POSIX.environment($0) == nil })
    else { return nil }
    if location.hasWorkingTree {
      guard let line = try git.lines(of: ["rev-parse", "--show-toplevel"]).first,
        let top = POSIX.resolved(line),
        POSIX.resolved(top + "/" + location.folder.text) == served.path,
        Self.isRepository(of: top, gitFolder, common: common)
      else { return nil }
    } else if !served.contains(gitFolder) || !served.contains(common) {
      // Only a bare repository in the folder has all of its files there.
      return nil
    }
    folder = location.folder
    self.gitFolder = gitFolder
  }

  /// Whether a repository is the one of a working tree: it is in the tree's own `.git`, or it knows the tree as a linked
  /// one or as that of a submodule.
  private static func isRepository(of top: String, _ gitFolder: String, common: String) -> Bool {
    if gitFolder == top + "/.git" { return common == gitFolder }
    if gitFolder.hasPrefix(common + "/worktrees/") {
      return firstLine(of: gitFolder + "/gitdir").map { path in
        resolved(path, from: gitFolder) == top + "/.git"
      } ?? false
    }
    guard common == gitFolder else { return false }
    let setting = try? Git(folder: nil).lines(of: [
      "config", "--file", gitFolder + "/config", "--get", "core.worktree",
    ])
    return setting?.first.map { resolved($0, from: gitFolder) == top } ?? false
  }

  private static func resolved(_ path: String, from folder: String) -> String? {
    POSIX.resolved(path.hasPrefix("/") ? path : folder + "/" + path)
  }

  private static func firstLine(of file: String) -> String? {
    guard let text = try? InputReader.readFile(file) else { return nil }
    return FileName.text(of: Array(text.bytes.prefix { $0 != UInt8(ascii: "\n") }))
  }

  /// Whether a path is in the server's folder.
  func contains(_ path: GitPath) -> Bool { path.names.starts(with: folder.names) }
}

/// What Git says of the folder that it runs in.
struct RepositoryLocation {
  let git: Git
  let isShallow: Bool
  let hasWorkingTree: Bool

  /// The folder's path in the repository.
  let folder: GitPath

  /// Where Git keeps the repository's files: all of them, and those that are common to its working trees. The second may
  /// be relative to the folder that Git runs in.
  let gitFolder: String
  let commonFolder: String

  init(of git: Git) throws(GitProblem) {
    self.git = git
    let words = [
      "--is-shallow-repository", "--is-inside-work-tree", "--show-prefix", "--absolute-git-dir",
      "--git-common-dir",
    ]
    let lines = try git.lines(of: ["rev-parse"] + words)
    guard lines.count >= words.count else { throw .stopped }
    isShallow = lines[0] == "true"
    hasWorkingTree = lines[1] == "true"
    folder = GitPath(lines[2]).normalized() ?? .root
    gitFolder = lines[3]
    commonFolder = lines[4]
  }
}
