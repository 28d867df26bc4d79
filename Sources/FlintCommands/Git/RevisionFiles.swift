internal import FlintManifest
internal import FlintProject
internal import FlintText

/// The files that manifests of one revision include. Paths have the form `REV:PATH`.
final class RevisionFiles: ManifestFiles {
  /// A path that was looked for, and where it led: the same lookups of the same files read as the same manifest.
  struct Lookup: Equatable {
    let place: GitPath
    private let path: GitPath?

    /// The id of a file's content. That of a folder tells nothing about the files that are read in it.
    private let file: String?

    init(_ place: GitPath, _ found: GitSnapshot.Found?) {
      self.place = place
      path = found?.path
      file = if case .file(let id) = found?.entry { id } else { nil }
    }
  }

  /// Everything that was looked for, found or not.
  private(set) var lookups: [Lookup] = []

  private let snapshot: GitSnapshot

  /// What every path begins with, such as `main:`.
  private let prefix: String

  /// Where paths start; empty for the root.
  private let currentFolder: GitPath

  /// What the clients of a server may read; nil where everything may be read.
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

  private func place(of path: String) -> GitPath {
    let scalars = path.unicodeScalars.dropFirst(prefix.unicodeScalars.count)
    return GitPath(currentFolder.names + GitPath(String(scalars)).names)
  }

  /// Where a path leads in this revision.
  private func resolve(_ path: String) throws(GitProblem) -> GitSnapshot.Found? {
    guard let found = try snapshot.resolve(place(of: path)) else { return nil }
    if let served, !served.contains(found.path) { throw .outsideServedFolder }
    return found
  }

  func realPath(of path: String) -> String? {
    let place = place(of: path)
    do throws(GitProblem) {
      let found = try snapshot.resolve(place)
      lookups.append(Lookup(place, found))
      // As on the disk, nothing says what there is outside of the server's folder.
      if let found, let served, !served.contains(found.path) { return nil }
      return found.map { "/" + $0.path.text }
    } catch {
      // Reading it says what is wrong.
      return place.normalized().map { "/" + $0.text }
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
    guard let text else { throw UnreadableFile("it is not a file") }
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

  /// A revision's name can have slashes, which are no folders.
  func folder(of path: String) -> String {
    let scalars = path.unicodeScalars.dropFirst(prefix.unicodeScalars.count)
    return prefix + String(scalars).folder
  }
}
