import FlintManifest
import FlintText

/// Open texts before the disk; broken ones as recovered.
final class IncludedFiles: ManifestFiles {
  private let workspace: Workspace

  private(set) var texts: [String: TextSnapshot]

  init(of manifest: TextSnapshot, in workspace: Workspace) {
    self.workspace = workspace
    texts = [manifest.path: manifest]
  }

  func realPath(of path: String) -> String? { workspace.realPath(path) }

  func read(_ path: String) throws(UnreadableFile) -> SourceFile {
    let path = workspace.pathOfText(path)
    guard let snapshot = workspace.snapshot(path) else {
      // The file cannot be read. Another attempt throws an error that contains the reason.
      _ = try workspace.files.read(path).get()
      throw UnreadableFile("the path is not a file")
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
