import FlintModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension POSIX {
  /// All false after the time limit, a signal, or a wake-up.
  struct Readiness {
    var canRead = false

    /// At least ``pieceSize`` bytes; false without output.
    var canWrite = false

    /// False while there is output, whose write then fails.
    var isClosed = false
  }

  /// - Parameters:
  /// - output: Watched without output, too, to see it closed.
  /// - signal: Readable when there is other work.
  /// - milliseconds: Nil without a limit.
  static func wait(
    reading input: Descriptor?, _ output: Descriptor, isWriting: Bool, signal: Descriptor?,
    milliseconds: Int32?
  ) -> Readiness {
    var descriptors = [
      pollfd(fd: input ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: output, events: isWriting ? Int16(POLLOUT) : 0, revents: 0),
      pollfd(fd: signal ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    // Treat an interruption by a signal like a timeout.
    guard poll(&descriptors, 3, milliseconds ?? -1) > 0 else { return Readiness() }
    let written = Int32(descriptors[1].revents)
    return Readiness(
      canRead: descriptors[0].revents != 0, canWrite: isWriting && written != 0,
      isClosed: !isWriting && written & (POLLERR | POLLNVAL) != 0)
  }

  /// One thread wakes another; each byte is a signal.
  struct Pipe: Sendable {
    let reading: Descriptor
    private let writing: Descriptor

    init() throws(SystemError) {
      (reading, writing) = try POSIX.pipe()
      // Do not block when the pipe is full, because the waiting thread has been signaled already.
      _ = fcntl(writing, F_SETFL, O_NONBLOCK)
    }

    func signal() {
      withUnsafeBytes(of: UInt8(1)) { byte in
        _ = systemWrite(writing, byte.baseAddress, 1)
      }
    }

    func waitForSignal() {
      var byte: UInt8 = 0
      withUnsafeMutableBytes(of: &byte) { buffer in
        do throws(SystemError) {
          _ = try POSIX.read(reading, into: buffer)
        } catch {
          return
        }
      }
    }

    func drain() {
      var ready = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
      while poll(&ready, 1, 0) > 0 { waitForSignal() }
    }
  }

  /// Indices of those with input or at the end; empty after a signal.
  static func wait(reading descriptors: [Descriptor?]) -> [Int] {
    var waiting = descriptors.map { pollfd(fd: $0 ?? -1, events: Int16(POLLIN), revents: 0) }
    guard poll(&waiting, nfds_t(waiting.count), -1) > 0 else { return [] }
    return waiting.indices.filter { waiting[$0].revents != 0 }
  }

  /// Held while a pipe can still be inherited, and while a process is started. Apple's systems have no `pipe2`, and
  /// Swift does not see that of Linux.
  static let inheritance = Locked(())

  static func pipe() throws(SystemError) -> (reading: Descriptor, writing: Descriptor) {
    var ends: [Descriptor] = [-1, -1]
    let isCreated = inheritance.withLock { _ in
      guard systemPipe(&ends) == 0 else { return false }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return true
    }
    guard isCreated else { throw .last }
    return (try aboveStandard(ends[0]), try aboveStandard(ends[1]))
  }

  /// `PIPE_BUF` on Linux: writes of this size do not block a ready pipe.
  static let pieceSize = 4096
}
