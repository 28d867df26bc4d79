public import FlintCore
import FlintText

/// What a manifest file, or a file that it includes, is to hold.
public struct ManifestFileChange: Hashable, Sendable {
  /// As it was asked for.
  public let path: String

  /// The whole file.
  public let text: String
}

/// A file that ought to be a manifest, or a part of one, and is not; it is left alone.
public struct ManifestFileProblem: Error, CustomStringConvertible, Sendable {
  public let path: String
  public let reason: String

  public var description: String { "\(path): \(reason)" }
}

extension Manifest {
  /// What to write so that a manifest file, with all that it includes, says what the code declares; nothing where it does.
  ///
  /// Of what people have written into the files it keeps what code does not declare: named states and the default one,
  /// keys that begin with `x-` or `$`, and which feature stands in which file. What is new is added to the manifest itself,
  /// in the order of the code.
  ///
  /// - Parameters:
  ///   - path: The manifest's, relative to the folder that `read` reads in.
  ///   - read: The text of a file; nil where there is none, and of the manifest itself then all of it is to be written.
  public func changes(
    toFile path: String, read: (_ path: String) -> String?
  ) throws(ManifestFileProblem) -> [ManifestFileChange] {
    guard let text = read(path) else { return [ManifestFileChange(path: path, text: json)] }
    var files = DeclaredFiles(try DeclaredFiles.document(of: json, at: path))
    try files.add(text, at: path, read)
    return files.changes()
  }
}
