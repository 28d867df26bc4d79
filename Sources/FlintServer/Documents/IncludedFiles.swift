import FlintManifest
import FlintText

/// The files that manifests include: what is open goes before what stands in the file, and what is not JSON yet is read as
/// far as it goes.
final class IncludedFiles: ManifestFiles {
  private let workspace: Workspace

  /// What was read, by the paths that diagnostics show.
  private(set) var texts: [String: TextSnapshot]

  init(of manifest: TextSnapshot, in workspace: Workspace) {
    self.workspace = workspace
    texts = [manifest.path: manifest]
  }

  func realPath(of path: String) -> String? { workspace.realPath(path) }

  func read(_ path: String) throws(UnreadableFile) -> SourceFile {
    let path = workspace.pathOfText(path)
    guard let snapshot = workspace.snapshot(path) else {
      // What is no file says why.
      _ = try workspace.files.read(path).get()
      throw UnreadableFile("it is not a file")
    }
    texts[path] = snapshot
    return snapshot.source
  }

  func document(of source: SourceFile) throws(InvalidInput) -> JSONDocument {
    guard let text = texts[source.path], let recovered = text.recovered else {
      return try source.document()
    }
    return recovered.document
  }

  func names(in folder: String) -> [String] { workspace.names(in: folder) }
}
