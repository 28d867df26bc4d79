/// The folder in which the server `mcp` was started. Clients of the server can read only the files in this folder.
struct ServedFolder: Sendable {
  /// The absolute path of the folder in which the server `mcp` was started, without symbolic links.
  let path: String

  private let prefix: String

  /// Finds the folder at this path, in which the server `mcp` was started, and resolves the symbolic links in the path.
  /// Returns nil if the folder does not exist.
  init?(_ path: String) {
    guard let real = POSIX.resolved(path) else { return nil }
    self.path = real
    prefix = real.last == "/" ? real : real + "/"
  }

  /// Returns whether a path is inside this folder, in which the server `mcp` was started, after the symbolic links of
  /// the path have been resolved. If the path does not exist, checks the nearest existing folder above it: for
  /// `new/app/flint.json`, first `new/app`, then `new`, then the current folder.
  func contains(_ path: String) -> Bool {
    var path = path
    while true {
      if let real = POSIX.resolved(path) { return has(real) }
      guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else {
        // The path is a name in the current folder, which never changes while the server runs.
        return POSIX.resolved(".").map(has) ?? false
      }
      path = slash == path.startIndex ? "/" : String(path[..<slash])
    }
  }

  private func has(_ real: String) -> Bool { (real + "/").utf8.starts(with: prefix.utf8) }

  /// Throws if a client of the server `mcp` may not read the path, because it is standard input, is outside the folder
  /// in which the server was started, or is a pipe or a device, which might never end. Does not throw if the path does
  /// not exist: the caller reports this when it opens the file.
  func check(_ path: String) throws(FileProblem) {
    if path == "-" { throw FileProblem(.read, path, .standardInputServes) }
    guard contains(path) else { throw FileProblem(.read, path, .outsideFolder) }
    do throws(SystemError) {
      let status = try POSIX.status(path)
      if status.isRegular || status.isDirectory { return }
    } catch {
      // The caller reports this error when it opens the file.
      return
    }
    throw FileProblem(.read, path, .system("the path is not a file"))
  }
}
