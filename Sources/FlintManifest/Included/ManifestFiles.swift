package import FlintText

/// A type that finds and reads the files that a manifest includes. The files are on disk or, in an editor, can be texts
/// that are not saved yet.
///
/// Paths are absolute or relative to the current folder.
package protocol ManifestFiles {
  /// Returns the canonical absolute path of a file, with all symbolic links resolved; nil if no file exists at the
  /// path.
  func realPath(of path: String) -> String?

  /// Reads the file at a path. The result contains the text, and the path that error messages show for the file.
  func read(_ path: String) throws(UnreadableFile) -> SourceFile

  /// Parses the text of a file as JSON. By default, a syntax error is thrown. The language server parses texts with
  /// syntax errors as far as possible, so that it can report further problems in them.
  func document(of source: SourceFile) throws(InvalidInput) -> JSONDocument

  /// Returns the names of the files in a folder; empty if the folder cannot be read.
  func names(in folder: String) -> [String]

  /// Returns the folder part of a path, such as `app/` of `app/flint.json`. Appending the name of another file gives
  /// the path of that file in the same folder.
  func folder(of path: String) -> String
}

extension ManifestFiles {
  package func document(of source: SourceFile) throws(InvalidInput) -> JSONDocument {
    try source.document()
  }

  package func names(in folder: String) -> [String] { [] }

  package func folder(of path: String) -> String { path.folder }
}

/// The error thrown if a file exists but cannot be read. `reason` is shown after the words "cannot be read: ".
package struct UnreadableFile: Error, Sendable {
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}

/// A resolver for the paths of included files. It finds the files, and rejects files outside the manifest's folder.
struct IncludedPaths {
  let files: any ManifestFiles

  /// The manifest's folder, written as in the path that the user passed to the program. It is empty for the current
  /// folder; otherwise it ends with a slash.
  private let folder: String

  /// The canonical absolute path of ``folder``, with symbolic links resolved and a slash at the end.
  private let realFolder: String

  /// The canonical absolute path of the manifest file, with symbolic links resolved.
  let manifest: String

  struct Found {
    let realPath: String
    /// The path of the included file as error messages show it. It begins with the manifest's folder, as in the path
    /// that the user passed to the program.
    let path: String
  }

  /// Creates a resolver for the includes of a manifest. Returns nil if the manifest is not a file on disk, for example
  /// if it is read from standard input.
  init?(ofManifest path: String, _ files: any ManifestFiles) {
    self.files = files
    folder = files.folder(of: path)
    guard let manifest = files.realPath(of: path),
      let realFolder = files.realPath(of: folder.isEmpty ? "." : folder)
    else { return nil }
    self.manifest = manifest
    self.realFolder = realFolder.last == "/" ? realFolder : realFolder + "/"
  }

  /// Finds the file that an include names. Throws an error if no such file exists in the manifest's folder or its
  /// subfolders.
  ///
  /// - Parameter including: the path of the file that contains the include.
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

  /// Returns the path to suggest for an include whose file does not exist: the written path, with the file name
  /// replaced by the most similar file name in the same folder. Returns nil if no name is similar, or if that folder is
  /// outside the manifest's folder.
  ///
  /// - Parameters:
  ///   - path: the path in the include, as written.
  ///   - target: the same path, preceded by the folder of the file that contains the include.
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
  /// The path up to and including its last slash; empty if it has none.
  package var folder: String {
    guard let stroke = utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return String(self[...stroke])
  }
}
