import FlintManifest
import FlintProject
import FlintText

/// A reader of a manifest and its included files as they were in one Git revision. Paths begin with the name of the
/// revision, such as `main:`.
final class RevisionFiles: ManifestFiles {
  /// A path that was looked up in a revision, and the file that was found there. A manifest is the same in two
  /// revisions if all lookups that were made to read it have equal results in both revisions.
  struct Lookup: Equatable {
    let requestedPath: GitPath
    private let foundPath: GitPath?

    /// The Git object id of the file's content; nil if no file was found at the path. It is also nil for a folder: the
    /// id of a folder changes with each file in it, even with a file that does not belong to the manifest.
    private let file: String?

    init(_ requestedPath: GitPath, _ found: GitSnapshot.Found?) {
      self.requestedPath = requestedPath
      foundPath = found?.path
      file = if case .file(let id) = found?.entry { id } else { nil }
    }
  }

  /// All lookups of paths in this revision, in the order in which they were made, including those that found no file.
  private(set) var lookups: [Lookup] = []

  private let snapshot: GitSnapshot

  /// The name of the revision, with which every path begins, such as `main:`. It is empty for the command `history`,
  /// whose messages contain paths without a revision.
  private let prefix: String

  /// The folder to which the path after the revision's name is relative: the root of the repository or, for a manifest
  /// that was named as `REV:./PATH`, the current folder.
  private let currentFolder: GitPath

  /// The repository whose files a client of the server `mcp` may read; nil if the command was started from a shell, so
  /// that all files may be read.
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

  /// Returns the given path relative to the root of the repository. As in Git, each leading `..` removes the last name
  /// of the current folder, even if that folder does not exist in the revision.
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

  /// Returns the file or folder at a path in this revision, after following symbolic links; nil if there is none.
  /// Throws if a client of the server `mcp` may not read it.
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

  /// Returns a path without its last name: `main:app/` for `main:app/flint.json`. A slash before the colon belongs to
  /// the name of the revision: the result for `feature/login:flint.json` is `feature/login:`.
  func folder(of path: String) -> String {
    let scalars = path.unicodeScalars.dropFirst(prefix.unicodeScalars.count)
    return prefix + String(scalars).folder
  }
}
