import FlintManifest
import FlintText

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

  /// Nil without a file.
  var stamp: @Sendable (_ path: String) -> Stamp?
  var read: @Sendable (_ path: String) -> Result<SourceText, UnreadableFile>
  var names: @Sendable (_ folder: String) -> [String]
  var isFolder: @Sendable (_ path: String) -> Bool
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
