package import Foundation

/// A user without root privileges: the user of the tests, or another one if that is root.
package enum OtherUser {
  /// Whether the program can run as such a user. As root, this requires `setpriv` and a package that other users can
  /// read.
  package static let isPossible: Bool = {
    let isPossible = (try? shell("test -x \"$FLINT\" && \"$FLINT\" --version"))?.status == 0
    if !isPossible { print("no user without root's rights can run the program: tests are skipped") }
    return isPossible
  }()

  package static func shell(_ line: String, directory: URL = URL(filePath: "/")) throws -> Run {
    guard geteuid() == 0 else { return try Run.shell(line, directory: directory) }
    let quoted = "'" + line.replacing("'", with: "'\\''") + "'"
    return try Run.shell(
      "exec setpriv --reuid=65534 --regid=65534 --clear-groups /bin/sh -c \(quoted)",
      directory: directory)
  }
}
