import FlintManifest
import FlintText

/// The functions with which the language server reads files and folders on disk. Files that are open in the client are
/// not read from disk.
struct ServerFiles: Sendable {
  struct Stamp: Equatable, Sendable {
    let number: UInt64
    let modified: Int
    let size: Int

    init(number: UInt64, modified: Int, size: Int) {
      self.number = number
      self.modified = modified
      self.size = size
    }
  }

  /// Returns the size, the modification time and the inode number of the file at a path, which show later whether the
  /// file has changed. Returns nil if there is no such file, or if it is a folder.
  var stamp: @Sendable (_ path: String) -> Stamp?
  var read: @Sendable (_ path: String) -> Result<SourceText, UnreadableFile>
  /// Returns the sorted names of the files and folders in a folder.
  var names: @Sendable (_ folder: String) -> [String]
  var isFolder: @Sendable (_ path: String) -> Bool
  /// Returns the absolute path of a file with all symbolic links resolved, or nil if the file does not exist.
  var realPath: @Sendable (_ path: String) -> String?

  init(
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
