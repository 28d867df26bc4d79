/// Clients read inside it only.
struct ServedFolder: Sendable {
  /// Absolute, links resolved.
  let path: String

  private let prefix: String

  init?(_ path: String) {
    guard let real = POSIX.resolved(path) else { return nil }
    self.path = real
    prefix = real.last == "/" ? real : real + "/"
  }

  /// With links resolved; of a missing path the nearest existing folder.
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

  /// Standard input, pipes and devices are refused, too; a missing file is the caller's matter.
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
