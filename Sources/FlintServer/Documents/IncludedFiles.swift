import FlintManifest
import FlintText

/// The files that manifests include: what is open goes before what stands in the file.
struct IncludedFiles: ManifestFiles {
  let workspace: Workspace

  func realPath(of path: String) -> String? { workspace.files.realPath(path) }

  func read(_ path: String) throws(UnreadableFile) -> SourceFile {
    guard let snapshot = workspace.snapshot(path) else { throw UnreadableFile("it is not a file") }
    return snapshot.source
  }

  func names(in folder: String) -> [String] { workspace.files.names(folder) }
}
