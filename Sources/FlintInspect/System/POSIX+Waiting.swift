import FlintModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension POSIX {
  /// The reasons why the function `wait(reading:_:isWriting:signal:milliseconds:)` returned: the input or the output of
  /// a server is ready. All are false if the time limit was reached, a Unix signal interrupted the wait, or another
  /// thread has woken the function because there is other work to do.
  struct Readiness {
    var canRead = false

    /// Whether at least ``pieceSize`` bytes can be written to the output without blocking. It is always false while
    /// there is no output to write.
    var canWrite = false

    /// Whether the process that reads the output has closed its end of the pipe. It is always false while there is
    /// output to write; the caller then notices the closed pipe because its next write fails.
    var isClosed = false
  }

  /// Waits until the input has bytes or has ended, until output can be written, or until another thread signals that
  /// there is other work to do.
  ///
  /// - Parameters:
  ///   - input: The descriptor for input; nil to ignore the input.
  ///   - output: The descriptor for output. It is watched even if there is nothing to write, to notice that its reader
  ///     has closed it.
  ///   - isWriting: Whether there is output to write.
  ///   - signal: A descriptor that becomes readable when the caller has other work to do; nil if there is none.
  ///   - milliseconds: The maximum time to wait; nil to wait without a limit.
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

  /// A pipe with which one thread wakes another. Each byte in the pipe is one signal (a request to wake up, not a Unix
  /// signal).
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

    /// Waits until another thread calls ``signal()``, and removes the byte of this signal from the pipe.
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

    /// Removes all bytes that are in this pipe from it, without waiting for further ones. Each byte is a signal with
    /// which another thread has woken the reader.
    func drain() {
      var ready = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
      while poll(&ready, 1, 0) > 0 { waitForSignal() }
    }
  }

  /// Waits until at least one of the descriptors has input or has reached its end. Elements that are nil are ignored.
  ///
  /// - Returns: The indices, in `descriptors`, of those that have input or have reached their end. Empty if a Unix
  ///   signal interrupted the wait.
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

  /// The number of bytes that can always be written without blocking to a pipe that is ready for writing (`PIPE_BUF` on
  /// Linux).
  static let pieceSize = 4096
}
