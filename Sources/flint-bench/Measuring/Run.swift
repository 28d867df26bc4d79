import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A run of a command, with its time from start to end.
struct Run {
  let seconds: Double

  /// The maximum memory that was observed, in KiB, or nil if the run was too short to observe it.
  let memory: Int?

  struct Failure: Error, CustomStringConvertible {
    let command: String
    let status: Int32

    var description: String { "status \(status): \(command)" }
  }

  /// Runs a command and discards its output. Throws if the exit status is not 0 or 1 (a negative result, as of `grep`).
  /// Status 2 is accepted if the command may fail.
  init(_ command: BenchmarkedCommand) throws {
    let words = [command.executable] + command.arguments
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var environment: [UnsafeMutablePointer<CChar>?] =
      ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in arguments + environment { free(text) } }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, command.input ?? "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)

    let clock = ContinuousClock()
    let start = clock.now
    var child = pid_t()
    var status = posix_spawn(
      &child, command.executable, &actions, nil, &arguments, &environment)
    guard status == 0 else { throw Failure(command: words.joined(separator: " "), status: status) }
    let watch = MemoryWatch(child)
    while waitpid(child, &status, 0) == -1, errno == EINTR {}
    let duration = start.duration(to: clock.now)
    memory = watch.end()
    guard status == 0 || status == 1 << 8 || command.mayFail && status == 2 << 8 else {
      throw Failure(command: words.joined(separator: " "), status: status)
    }
    seconds =
      Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }
}

/// An observer that polls the memory usage of a running process, because the usage is not available after the process
/// has ended.
private final class MemoryWatch: Sendable {
  private let seen = Mutex<(kilobytes: Int?, isOver: Bool)>((nil, false))

  init(_ child: pid_t) {
    let path = "/proc/\(child)/status"
    Thread.detachNewThread { [self] in
      var isOver = false
      while !isOver {
        usleep(5000)
        let peak = Self.peak(path)
        isOver = seen.withLock { seen in
          if let peak, !seen.isOver { seen.kilobytes = peak }
          return seen.isOver
        }
      }
    }
  }

  private static func peak(_ path: String) -> Int? {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
    else { return nil }
    return Int(line.split(separator: " ").dropFirst().first ?? "")
  }

  func end() -> Int? {
    seen.withLock { seen in
      seen.isOver = true
      return seen.kilobytes
    }
  }
}
