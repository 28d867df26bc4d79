import FlintManifest
import FlintText

final class DiskFiles: ManifestFiles {
  private(set) var looked: [WatchedPath] = []

  private let folder: ServedFolder?

  init(for host: CommandHost = .process) {
    switch host {
    case .process: folder = nil
    case .call(let call): folder = call.folder
    }
  }

  func realPath(of path: String) -> String? {
    if let folder, !folder.contains(path) { return nil }
    // Do not watch folders: writing a result into one would change it.
    if !POSIX.isFolder(path) { looked.append(WatchedPath(path)) }
    return POSIX.resolved(path)
  }

  func read(_ path: String) throws(UnreadableFile) -> SourceFile {
    if let folder, !folder.contains(path) {
      throw UnreadableFile("the path is outside the folder that the server was started in")
    }
    let text: SourceText?
    do throws(SystemError) {
      let status = try POSIX.status(path)
      // Do not read pipes and devices, which might never end.
      text = status.isRegular || status.isDirectory ? try InputReader.readFile(path) : nil
    } catch {
      throw UnreadableFile(error.description)
    }
    guard let text else { throw UnreadableFile("the path is not a file") }
    return SourceFile(path: FileName.shown(path), text: text)
  }

  func names(in folder: String) -> [String] {
    if let served = self.folder, !served.contains(folder) { return [] }
    return POSIX.names(in: folder)
  }
}
