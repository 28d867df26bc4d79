#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

package final class WorkerThread {
  private let thread: pthread_t

  private final class Work {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// In bytes, as the main thread's. Elsewhere the default can be 512 KiB, too small for the
  /// deepest JSON.
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

  /// Nil if the system cannot create a thread.
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

  /// Exactly once for each thread.
  package func join() { pthread_join(thread, nil) }

  package static var defaultCount: Int { min(max(1, Int(sysconf(CInt(_SC_NPROCESSORS_ONLN)))), 8) }
}
