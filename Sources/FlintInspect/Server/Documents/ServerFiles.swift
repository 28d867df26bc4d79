package import FlintManifest
package import FlintText

/// The functions with which the language server reads files and folders on disk. Files that are open in the client are
/// not read from disk.
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

  /// Returns the size, the modification time and the inode number of the file at a path, which show later whether the
  /// file has changed. Returns nil if there is no such file, or if it is a folder.
  package var stamp: @Sendable (_ path: String) -> Stamp?
  package var read: @Sendable (_ path: String) -> Result<SourceText, UnreadableFile>
  /// Returns the sorted names of the files and folders in a folder.
  package var names: @Sendable (_ folder: String) -> [String]
  package var isFolder: @Sendable (_ path: String) -> Bool
  /// Returns the absolute path of a file with all symbolic links resolved, or nil if the file does not exist.
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
