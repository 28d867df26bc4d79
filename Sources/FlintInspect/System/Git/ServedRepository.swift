import FlintProject
import FlintText

/// The repository of the served folder. A `.git` file, a link or a variable could lead Git to
/// another, so it must be the `.git` of the working tree, or name this tree itself.
struct ServedRepository {
  let folder: GitPath

  /// Absolute, links resolved.
  let gitFolder: String

  /// They replace parts of the repository, which is then rejected.
  private static let replacements = [
    "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_INDEX_FILE",
  ]

  /// Nil if Git uses another repository.
  init?(of served: ServedFolder) throws(GitProblem) {
    let git = Git(folder: nil)
    let location = try RepositoryLocation(of: git)
    guard let gitFolder = POSIX.resolved(location.gitFolder),
      let common = POSIX.resolved(location.commonFolder),
      POSIX.resolved(common + "/objects") == common + "/objects",
      Self.replacements.allSatisfy({ POSIX.environment($0) == nil })
    else { return nil }
    if location.hasWorkingTree {
      guard let top = POSIX.resolved(try git.line(of: ["rev-parse", "--show-toplevel"])),
        POSIX.resolved(top + "/" + location.folder.text) == served.path,
        Self.isRepository(of: top, gitFolder, common: common)
      else { return nil }
    } else if !served.contains(gitFolder) || !served.contains(common) {
      // A bare repository is accepted only if it is in the server's folder.
      return nil
    }
    folder = location.folder
    self.gitFolder = gitFolder
  }

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

  func contains(_ path: GitPath) -> Bool { path.names.starts(with: folder.names) }
}

/// As `git rev-parse` prints it.
struct RepositoryLocation {
  let git: Git
  let isShallow: Bool
  let hasWorkingTree: Bool

  let folder: GitPath

  /// ``commonFolder`` is shared by all working trees, perhaps relative.
  let gitFolder: String
  let commonFolder: String

  init(of git: Git) throws(GitProblem) {
    self.git = git
    isShallow = try git.line(of: ["rev-parse", "--is-shallow-repository"]) == "true"
    hasWorkingTree = try git.line(of: ["rev-parse", "--is-inside-work-tree"]) == "true"
    folder = GitPath(try git.line(of: ["rev-parse", "--show-prefix"])).normalized() ?? .root
    gitFolder = try git.line(of: ["rev-parse", "--absolute-git-dir"])
    commonFolder = try git.line(of: ["rev-parse", "--git-common-dir"])
  }
}
