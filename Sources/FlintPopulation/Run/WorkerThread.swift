#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A thread that executes a closure in parallel with the caller.
package final class WorkerThread {
  private let thread: pthread_t

  private final class Work {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts a thread. Returns nil, without executing `body`, if the system cannot create one.
  package init?(_ body: @escaping @Sendable () -> Void) {
    let work = Unmanaged.passRetained(Work(body))
    func run(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      if let pointer { Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body() }
      return nil
    }
    #if canImport(Darwin)
      var started: pthread_t?
      guard pthread_create(&started, nil, { run($0) }, work.toOpaque()) == 0, let started else {
        work.release()
        return nil
      }
    #else
      var started = pthread_t()
      guard pthread_create(&started, nil, { run($0) }, work.toOpaque()) == 0 else {
        work.release()
        return nil
      }
    #endif
    thread = started
  }

  /// Waits until the closure has returned. Must be called exactly once.
  package func join() { pthread_join(thread, nil) }

  /// The default number of threads: the number of processors, at most eight.
  package static var usualCount: Int { min(max(1, Int(sysconf(CInt(_SC_NPROCESSORS_ONLN)))), 8) }
}
