package import FlintText

/// Who has the files that manifests include: a disk, or an editor whose open texts go before it.
///
/// Paths are relative to the current folder, or absolute.
package protocol ManifestFiles {
  /// The absolute path that tells a file from all others, every symbolic link followed; nil where nothing is there.
  func realPath(of path: String) -> String?

  /// What a file holds, under the path that diagnostics show.
  func read(_ path: String) throws(UnreadableFile) -> SourceFile

  /// The JSON in it.
  func document(of source: SourceFile) throws(InvalidInput) -> JSONDocument

  /// What stands in a folder; empty where it cannot be read.
  func names(in folder: String) -> [String]

  /// The beginning of a path, to which the name of another file in the same folder is added.
  func folder(of path: String) -> String
}

extension ManifestFiles {
  package func document(of source: SourceFile) throws(InvalidInput) -> JSONDocument {
    try source.document()
  }

  package func names(in folder: String) -> [String] { [] }

  package func folder(of path: String) -> String { path.folder }
}

/// Why a file that is there gives nothing, in words that go on after "cannot be read: ".
package struct UnreadableFile: Error, Sendable {
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}

/// Finds included files: where they are, that they are below the manifest's folder, and by what name to call them.
struct IncludedPaths {
  let files: any ManifestFiles

  /// The manifest's folder with a stroke at its end, as it was given and with all links followed.
  private let folder: String
  private let realFolder: String

  /// The manifest's own real path.
  let manifest: String

  struct Found {
    let realPath: String
    /// The manifest's folder and the way from there.
    let path: String
  }

  /// - Returns: nil where the manifest is no file of its own.
  init?(ofManifest path: String, _ files: any ManifestFiles) {
    self.files = files
    folder = files.folder(of: path)
    guard let manifest = files.realPath(of: path),
      let realFolder = files.realPath(of: folder.isEmpty ? "." : folder)
    else { return nil }
    self.manifest = manifest
    self.realFolder = realFolder.last == "/" ? realFolder : realFolder + "/"
  }

  /// - Parameter including: the path of the file in which `path` stands.
  func find(_ path: String, from including: String) throws(InputProblem.Fact.Inclusion) -> Found {
    if path.utf8.first == UInt8(ascii: "/") { throw .absolute(path) }
    let target = files.folder(of: including) + path
    if path.utf8.contains(0) { throw .notFound(path, nearest: nil) }
    guard let realPath = files.realPath(of: target) else {
      throw .notFound(path, nearest: nearest(to: path, at: target))
    }
    guard contains(realPath) else { throw .outside(path) }
    let rest = String(decoding: realPath.utf8.dropFirst(realFolder.utf8.count), as: UTF8.self)
    return Found(realPath: realPath, path: folder + rest)
  }

  private func contains(_ realPath: String) -> Bool {
    realPath.utf8.starts(with: realFolder.utf8)
  }

  /// The file in the same folder that is probably meant, unless that is a folder of others.
  private func nearest(to path: String, at target: String) -> String? {
    let folder = files.folder(of: target).isEmpty ? "." : files.folder(of: target)
    guard let realFolder = files.realPath(of: folder), contains(realFolder + "/") else {
      return nil
    }
    let name = String(path[path.folder.endIndex...])
    return nearestName(to: name, among: files.names(in: folder)).map { path.folder + $0 }
  }
}

extension String {
  /// The text up to its last slash, with the slash.
  package var folder: String {
    guard let stroke = utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return String(self[...stroke])
  }
}
