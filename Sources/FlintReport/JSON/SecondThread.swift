#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Work that goes on beside the caller's.
struct SecondThread: ~Copyable {
  private let thread: pthread_t

  private final class Work {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Nil where the system has no thread to spare: nothing is done then.
  init?(_ body: @escaping @Sendable () -> Void) {
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
      thread = started
    #else
      var started = pthread_t()
      guard pthread_create(&started, nil, { run($0) }, work.toOpaque()) == 0 else {
        work.release()
        return nil
      }
      thread = started
    #endif
  }

  /// Waits until the work is done.
  consuming func join() { pthread_join(thread, nil) }
}
