/// Answers again whenever a file changes.
enum Watch {
  private static let pause: UInt32 = 200

  /// Runs until the process is interrupted. `answer` gives the paths of what it has read.
  static func run(_ answer: () -> [String]) -> Never {
    while true {
      let paths = answer()
      let before = paths.map { Stamp($0) }
      var after = before
      while after == before {
        POSIX.sleep(milliseconds: pause)
        after = paths.map { Stamp($0) }
      }
      let changed = paths.indices.first { before[$0] != after[$0] }.map { paths[$0] } ?? ""
      writeToStandardError("\n\(quoted(changed)) changed\n\n")
    }
  }

  /// What changes with a file; that of a missing file is empty.
  private struct Stamp: Equatable {
    var modified: Int?
    var size: Int?

    init(_ path: String) {
      do throws(SystemError) {
        let status = try POSIX.status(path)
        modified = status.modified
        size = status.size
      } catch {
        modified = nil
      }
    }
  }
}
