public import FlintCore
import FlintText

/// The new text of a manifest file, or of a file that it includes, after it was updated from declarations in Swift
/// code.
public struct ManifestFileChange: Hashable, Sendable {
  /// The path of the file to write. It is the path with which the file was read.
  public let path: String

  /// The complete new text of the file.
  public let text: String
}

/// The error thrown if a manifest's files cannot be updated: a file is not valid JSON, an included file is missing, or
/// a file is included twice. No changes are returned.
public struct ManifestFileProblem: Error, CustomStringConvertible, Sendable {
  public let path: String
  public let reason: String

  public var description: String { "\(path): \(reason)" }
}

extension Manifest {
  /// Returns the changes that update a manifest file and its included files to match the declarations in code. The
  /// result is empty if the files match already.
  ///
  /// Content that code does not declare is kept: named states, the default state, keys that begin with `x-` or `$`, and
  /// the division of the features into files. New declarations are added to the manifest itself, in the order of the
  /// code.
  ///
  /// - Parameters:
  ///   - path: the path of the manifest, relative to the folder in which `read` reads.
  ///   - read: returns the text of a file; nil if it does not exist. If the manifest does not exist, the result
  ///     contains its complete text.
  public func changes(
    toFile path: String, read: (_ path: String) -> String?
  ) throws(ManifestFileProblem) -> [ManifestFileChange] {
    guard let text = read(path) else { return [ManifestFileChange(path: path, text: json)] }
    var files = DeclaredFiles(try DeclaredFiles.document(of: json, at: path))
    try files.add(text, at: path, read)
    return files.changes()
  }
}
