internal import FlintManifest
internal import FlintText

/// The files that manifests include, as they are on the disk.
final class DiskFiles: ManifestFiles {
  /// Everything that was looked for, found or not.
  private(set) var looked: [WatchedPath] = []

  func realPath(of path: String) -> String? {
    // Not a folder: a result that is written there would change it.
    if !POSIX.isFolder(path) { looked.append(WatchedPath(path)) }
    return POSIX.resolved(path)
  }

  func read(_ path: String) throws(UnreadableFile) -> SourceFile {
    let text: SourceText?
    do throws(SystemError) {
      let status = try POSIX.status(path)
      // A pipe or a device might never end.
      text = status.isRegular || status.isDirectory ? try InputReader.readFile(path) : nil
    } catch {
      throw UnreadableFile(error.description)
    }
    guard let text else { throw UnreadableFile("it is not a file") }
    return SourceFile(path: FileName.shown(path), text: text)
  }

  func names(in folder: String) -> [String] { POSIX.names(in: folder) }
}
