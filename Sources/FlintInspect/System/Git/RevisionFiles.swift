import FlintManifest
import FlintProject
import FlintText

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
