/// Finds and reads included files, on disk or unsaved in an editor.
package protocol ManifestFiles {
  /// The path with links resolved; nil if there is no file.
  func realPath(of path: String) -> String?

  /// Reads the file. The source has the path that messages show.
  func read(_ path: String) throws(UnreadableFile) -> SourceFile

  /// Parses the source. The language server continues after syntax errors.
  func document(of source: SourceFile) throws(InvalidInput) -> JSONDocument

  /// The names of the folder's files. Empty if it is unreadable.
  func names(in folder: String) -> [String]

  /// The path up to the last slash: `app/` of `app/flint.json`.
  func folder(of path: String) -> String
}

extension ManifestFiles {
  package func document(of source: SourceFile) throws(InvalidInput) -> JSONDocument {
    try source.document()
  }

  package func names(in folder: String) -> [String] { [] }

  package func folder(of path: String) -> String { path.folder }
}

/// Why a file is unusable. `reason` follows "cannot be read: ".
package struct UnreadableFile: Error, Sendable {
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}

/// Finds included files, in the manifest's folder only.
struct IncludedPaths {
  let files: any ManifestFiles

  /// The manifest's folder as the user wrote it, with a final slash. Empty for the current folder.
  private let folder: String

  private let realFolder: String

  /// The manifest's path with links resolved.
  let manifest: String

  struct Found {
    let realPath: String
    /// The path that messages show.
    let path: String
  }

  /// Nil if there is no manifest file at the path.
  init?(ofManifest path: String, _ files: any ManifestFiles) {
    self.files = files
    folder = files.folder(of: path)
    guard let manifest = files.realPath(of: path),
      let realFolder = files.realPath(of: folder.isEmpty ? "." : folder)
    else { return nil }
    self.manifest = manifest
    self.realFolder = realFolder.last == "/" ? realFolder : realFolder + "/"
  }

  /// - Parameter including: The path of the file with the include.
  func find(_ path: String, from including: String) throws(Diagnostic) -> Found {
    if path.utf8.first == "/" {
      throw Diagnostic(
        .unreadableInclude, "'\(path)' is an absolute path",
        hint: "write the path relative to the folder of this file")
    }
    let target = files.folder(of: including) + path
    guard !path.utf8.contains(0), let realPath = files.realPath(of: target) else {
      throw Diagnostic(
        .unreadableInclude, "'\(path)' does not exist",
        hint: nearest(to: path, at: target).map(Diagnostic.didYouMean))
    }
    guard contains(realPath) else {
      throw Diagnostic(
        .unreadableInclude, "'\(path)' is not in the manifest's folder",
        hint: "included files must be in the manifest's folder or its subfolders")
    }
    let rest = String(decoding: realPath.utf8.dropFirst(realFolder.utf8.count), as: UTF8.self)
    return Found(realPath: realPath, path: folder + rest)
  }

  private func contains(_ realPath: String) -> Bool {
    realPath.utf8.starts(with: realFolder.utf8)
  }

  private func nearest(to path: String, at target: String) -> String? {
    if path.utf8.contains(0) { return nil }
    let folder = files.folder(of: target).isEmpty ? "." : files.folder(of: target)
    guard let realFolder = files.realPath(of: folder), contains(realFolder + "/") else {
      return nil
    }
    let name = String(path[path.folder.endIndex...])
    return nearestName(to: name, among: files.names(in: folder)).map { path.folder + $0 }
  }
}

extension String {
  /// The path up to the last slash.
  package var folder: String {
    guard let stroke = utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return String(self[...stroke])
  }
}

extension JSONValue {
  func list(_ key: StaticString) -> JSONValue? {
    member(key).flatMap { $0.kind == .array ? $0 : nil }
  }

  var isInclude: Bool { member("include") != nil }

  /// The path in an include, as written; nil if the include is invalid.
  var includedPath: String? {
    let keys = members.filter { !$0.key.isExtensionKey }
    guard keys.count == 1, let path = keys[0].value.string, path != "" else { return nil }
    return path
  }
}
