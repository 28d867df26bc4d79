#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// An operating system thread that executes a closure while the caller continues.
package final class WorkerThread {
  private let thread: pthread_t

  private final class Work {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// The minimum size of a thread's stack in bytes, which is the size of the main thread's stack on Linux and macOS.
  /// Other threads may have a smaller one by default (512 KiB on macOS), which is too small for JSON that is as deeply
  /// nested as the reader permits. Unused pages of a stack occupy no memory.
  private static let stackSize = 8 << 20

  private static func withAttributes<Result>(
    _ body: (UnsafePointer<pthread_attr_t>) -> Result
  ) -> Result {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    var size = 0
    pthread_attr_getstacksize(&attributes, &size)
    if size < stackSize { pthread_attr_setstacksize(&attributes, stackSize) }
    return body(&attributes)
  }

  /// Starts a thread that executes `body`. Returns nil, without executing `body`, if the system cannot create a thread.
  package init?(_ body: @escaping @Sendable () -> Void) {
    let work = Unmanaged.passRetained(Work(body))
    func run(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      if let pointer { Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body() }
      return nil
    }
    #if canImport(Darwin)
      var started: pthread_t?
      let code = Self.withAttributes { pthread_create(&started, $0, { run($0) }, work.toOpaque()) }
      guard code == 0, let started else {
        work.release()
        return nil
      }
    #else
      var started = pthread_t()
      let code = Self.withAttributes { pthread_create(&started, $0, { run($0) }, work.toOpaque()) }
      guard code == 0 else {
        work.release()
        return nil
      }
    #endif
    thread = started
  }

  /// Waits until the closure has returned. Call it exactly once for each thread: the system frees the thread's memory
  /// only then, and afterwards the thread no longer exists.
  package func join() { pthread_join(thread, nil) }

  /// The default number of threads: the number of processors, but at most eight.
  package static var defaultCount: Int { min(max(1, Int(sysconf(CInt(_SC_NPROCESSORS_ONLN)))), 8) }
}
