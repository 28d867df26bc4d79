package import FlintText

/// Finds and reads included files, on disk or unsaved in an editor.
package protocol ManifestFiles {
  /// Links resolved; nil without a file.
  func realPath(of path: String) -> String?

  /// The source has the path that messages show.
  func read(_ path: String) throws(UnreadableFile) -> SourceFile

  /// The language server reads past syntax errors.
  func document(of source: SourceFile) throws(InvalidInput) -> JSONDocument

  /// Empty if unreadable.
  func names(in folder: String) -> [String]

  /// `app/` of `app/flint.json`.
  func folder(of path: String) -> String
}

extension ManifestFiles {
  package func document(of source: SourceFile) throws(InvalidInput) -> JSONDocument {
    try source.document()
  }

  package func names(in folder: String) -> [String] { [] }

  package func folder(of path: String) -> String { path.folder }
}

/// `reason` follows "cannot be read: ".
package struct UnreadableFile: Error, Sendable {
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}

/// Finds included files, in the manifest's folder only.
struct IncludedPaths {
  let files: any ManifestFiles

  /// As the user wrote it, with a slash at the end; empty for the current one.
  private let folder: String

  private let realFolder: String

  /// Links resolved.
  let manifest: String

  struct Found {
    let realPath: String
    /// As messages show it.
    let path: String
  }

  /// Nil if the manifest is no file.
  init?(ofManifest path: String, _ files: any ManifestFiles) {
    self.files = files
    folder = files.folder(of: path)
    guard let manifest = files.realPath(of: path),
      let realFolder = files.realPath(of: folder.isEmpty ? "." : folder)
    else { return nil }
    self.manifest = manifest
    self.realFolder = realFolder.last == "/" ? realFolder : realFolder + "/"
  }

  /// - Parameter including: The file with the include.
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
  /// Up to the last slash.
  package var folder: String {
    guard let stroke = utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return String(self[...stroke])
  }
}
