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

  /// The maximum observed in KiB; nil if the run is too short.
  let memory: Int?

  struct Failure: Error {
    let command: String
    let status: Int32
  }

  /// Runs a command until it ends, and discards its output.
  /// - Parameter mayFail: Whether the exit status may be 1 or 2.
  init(_ words: [String], mayFail: Bool) throws {
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
    for file: Int32 in 0...2 {
      posix_spawn_file_actions_addopen(&actions, file, "/dev/null", O_RDWR, 0)
    }
    var child = pid_t()
    var status: Int32 = 0
    let peak = PeakMemory()
    let time = ContinuousClock().measure {
      status = posix_spawn(&child, words[0], &actions, nil, &arguments, &environment)
      guard status == 0 else { return }
      peak.watch(child)
      while waitpid(child, &status, 0) == -1, errno == EINTR {}
    }
    guard status & 0xFF == 0, status >> 8 <= (mayFail ? 2 : 0) else {
      throw Failure(command: words.joined(separator: " "), status: status)
    }
    seconds = time / .seconds(1)
    memory = peak.kilobytes
  }
}

/// Polls a process's memory while it runs. After its end, the reported usage would include the
/// benchmark's.
private final class PeakMemory: Sendable {
  private let seen = Mutex<Int?>(nil)

  var kilobytes: Int? { seen.withLock { $0 } }

  func watch(_ child: pid_t) {
    Thread.detachNewThread { [self] in
      // A process that has ended has no such line.
      while let text = try? String(contentsOfFile: "/proc/\(child)/status", encoding: .utf8),
        let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
      {
        seen.withLock { $0 = Int(line.split(separator: " ")[1]) }
        usleep(5000)
      }
    }
  }
}
