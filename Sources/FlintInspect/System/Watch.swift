enum Watch {
  private static let pause: UInt32 = 200

  /// Runs `answer`, and again whenever a file whose path it returned changes.
  static func run(_ answer: () -> [WatchedPath]) -> Never {
    while true {
      let paths = answer()
      var changed = paths.first { $0.hasChanged }
      while changed == nil {
        POSIX.sleep(milliseconds: pause)
        changed = paths.first { $0.hasChanged }
      }
      writeToStandardError("\n\(quoted(changed?.path ?? "")) changed\n\n")
    }
  }
}

// INVARIANT: an instance is created before its file is read, so that a change during the command is detected.
struct WatchedPath {
  let path: String
  private let stamp: Stamp

  init(_ path: String) {
    self.path = path
    stamp = Stamp(path)
  }

  var hasChanged: Bool { Stamp(path) != stamp }

  /// Properties of a file, of which a change alters one. Of a folder, only the visible names; of a
  /// missing file, none.
  private struct Stamp: Equatable {
    var number: UInt64?
    var changed: Int?
    var size: Int?
    var names: [String] = []

    init(_ path: String) {
      guard let status = try? POSIX.status(path) else { return }
      // Ignore the folder's own modification time: writing a result into the folder would change it.
      if status.isDirectory {
        names = POSIX.names(in: path).filter { !$0.hasPrefix(".") }
      } else {
        (number, changed, size) = (status.number, status.changed, status.size)
      }
    }
  }
}
