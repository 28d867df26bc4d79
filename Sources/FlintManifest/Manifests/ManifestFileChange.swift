public import FlintCore
import FlintText

/// The new content of a manifest file or of a file that it includes.
public struct ManifestFileChange: Hashable, Sendable {
  /// The path that was used to read the file.
  public let path: String

  /// The complete text of the file.
  public let text: String
}

/// The error thrown if the changes to a manifest's files cannot be determined: a file is not valid JSON, an included
/// file is missing, or a file is included twice. No changes are returned.
public struct ManifestFileProblem: Error, CustomStringConvertible, Sendable {
  public let path: String
  public let reason: String

  public var description: String { "\(path): \(reason)" }
}

extension Manifest {
  /// Returns the changes that bring a manifest file and its included files in line with the declarations in code; empty
  /// if they already are.
  ///
  /// The changes keep content that code does not declare: named states and the default one, keys that begin with `x-`
  /// or `$`, and the assignment of features to files. New declarations are added to the manifest itself, in the order
  /// of the code.
  ///
  /// - Parameters:
  ///   - path: the path of the manifest, relative to the folder in which `read` reads.
  ///   - read: returns the text of a file; nil if it does not exist. If the manifest does not exist, it is written
  ///   completely.
  public func changes(
    toFile path: String, read: (_ path: String) -> String?
  ) throws(ManifestFileProblem) -> [ManifestFileChange] {
    guard let text = read(path) else { return [ManifestFileChange(path: path, text: json)] }
    var files = DeclaredFiles(try DeclaredFiles.document(of: json, at: path))
    try files.add(text, at: path, read)
    return files.changes()
  }
}
