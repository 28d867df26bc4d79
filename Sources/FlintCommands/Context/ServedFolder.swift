/// The folder that a server was started in. Its clients can have the files in it read, and no others.
struct ServedFolder: Sendable {
  /// Its real path.
  let path: String

  /// ``path`` with a stroke at its end.
  private let prefix: String

  /// Nil where there is no such folder.
  init?(_ path: String) {
    guard let real = POSIX.resolved(path) else { return nil }
    self.path = real
    prefix = real.last == "/" ? real : real + "/"
  }

  /// Whether a path leads into the folder, all symbolic links followed. What does not exist is where its nearest folder that
  /// does is.
  func contains(_ path: String) -> Bool {
    var path = path
    while true {
      if let real = POSIX.resolved(path) { return has(real) }
      guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else {
        // A name in the current folder, which the server has not left.
        return POSIX.resolved(".").map(has) ?? false
      }
      path = slash == path.startIndex ? "/" : String(path[..<slash])
    }
  }

  private func has(_ real: String) -> Bool { (real + "/").utf8.starts(with: prefix.utf8) }

  /// Errors: the path is standard input, outside the folder, or no file. A pipe or a device might never end.
  func check(_ path: String) throws(FileProblem) {
    if path == "-" { throw FileProblem(.read, path, .standardInputServes) }
    guard contains(path) else { throw FileProblem(.read, path, .outsideFolder) }
    do throws(SystemError) {
      let status = try POSIX.status(path)
      if status.isRegular || status.isDirectory { return }
    } catch {
      // Whoever opens it reports that.
      return
    }
    throw FileProblem(.read, path, .system("it is not a file"))
  }
}
