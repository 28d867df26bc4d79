import FlintProject
import FlintText

/// The Git repository that contains the folder in which the server `mcp` was started. Clients of the server can read
/// the files in that folder, and earlier versions of these files in the commits of this repository.
///
/// A `.git` file, a symbolic link or an environment variable could make Git use a different repository, whose files the
/// clients may not read. A repository is therefore accepted only if it is the `.git` folder of the working tree that
/// contains the server's folder, or if its own files name this working tree.
struct ServedRepository {
  /// The path of the folder in which the server `mcp` was started, relative to the root of the repository.
  let folder: GitPath

  /// The absolute path, without symbolic links, of the folder in which Git keeps the repository (`.git`).
  let gitFolder: String

  /// Environment variables that make Git read a part of the repository, such as its objects, from another folder. If
  /// one of them is set, the repository is rejected, because clients may not read that folder.
  private static let replacements = [
    "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_INDEX_FILE",
  ]

  /// Finds the repository that contains the folder in which the server `mcp` was started. Returns nil if Git uses a
  /// repository that does not belong to this folder, for example because of an environment variable.
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

  /// Returns whether a repository belongs to the working tree in the folder `top`. It does if it is the folder `.git`
  /// in `top`, or if its own files name `top` as a linked working tree (file `gitdir`) or as the working tree of a
  /// submodule (setting `core.worktree`).
  ///
  /// - Parameters:
  ///   - gitFolder: The folder in which Git keeps the repository.
  ///   - common: The folder with the files that all working trees of the repository share. It is the same as
  ///     `gitFolder`, except in a linked working tree.
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

  /// Returns whether a path, relative to the root of the repository, is in the folder in which the server `mcp` was
  /// started.
  func contains(_ path: GitPath) -> Bool { path.names.starts(with: folder.names) }
}

/// The location and the properties of the Git repository that contains a folder, as the command `git rev-parse` prints
/// them.
struct RepositoryLocation {
  let git: Git
  let isShallow: Bool
  let hasWorkingTree: Bool

  /// The path, relative to the root of the repository, of the folder in which Git runs.
  let folder: GitPath

  /// The absolute path of the folder in which Git keeps the repository. ``commonFolder`` is the folder with the files
  /// that all working trees of the repository share; its path may be relative to the folder in which Git runs.
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
