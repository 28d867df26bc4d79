package import FlintManifest
package import FlintText

/// How the server sees the files beside those that are open.
package struct ServerFiles: Sendable {
  package struct Stamp: Equatable, Sendable {
    package let number: UInt64
    package let modified: Int
    package let size: Int

    package init(number: UInt64, modified: Int, size: Int) {
      self.number = number
      self.modified = modified
      self.size = size
    }
  }

  /// What changes with a file; nil where there is none, or a folder.
  package var stamp: @Sendable (_ path: String) -> Stamp?
  package var read: @Sendable (_ path: String) -> Result<SourceText, UnreadableFile>
  /// The names in a folder, sorted.
  package var names: @Sendable (_ folder: String) -> [String]
  package var isFolder: @Sendable (_ path: String) -> Bool
  /// The path that tells a file from all others, nil where nothing is there.
  package var realPath: @Sendable (_ path: String) -> String?

  package init(
    stamp: @escaping @Sendable (String) -> Stamp?,
    read: @escaping @Sendable (String) -> Result<SourceText, UnreadableFile>,
    names: @escaping @Sendable (String) -> [String],
    isFolder: @escaping @Sendable (String) -> Bool,
    realPath: @escaping @Sendable (String) -> String?
  ) {
    self.stamp = stamp
    self.read = read
    self.names = names
    self.isFolder = isFolder
    self.realPath = realPath
  }
}
