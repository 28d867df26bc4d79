/// Answers again whenever a file changes.
enum Watch {
  private static let pause: UInt32 = 200

  /// Runs until the process is interrupted. `answer` gives what it has read.
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

/// A file or folder as it was when an answer came to depend on it.
// INVARIANT: made before the file is read, so that a change during the answer is seen after it.
struct WatchedPath {
  let path: String
  private let stamp: Stamp

  init(_ path: String) {
    self.path = path
    stamp = Stamp(path)
  }

  var hasChanged: Bool { Stamp(path) != stamp }

  /// What changes with a file, and for a folder the names in it; that of a missing file is empty.
  private struct Stamp: Equatable {
    var number: UInt64?
    var modified: Int?
    var size: Int?
    var names: [String] = []

    init(_ path: String) {
      do throws(SystemError) {
        let status = try POSIX.status(path)
        // Not the folder's own time: a result that is written there, each time as a new file, would change it.
        if status.isDirectory {
          names = POSIX.names(in: path).filter { !$0.hasPrefix(".") }
          return
        }
        number = status.number
        modified = status.modified
        size = status.size
      } catch {
        modified = nil
      }
    }
  }
}
