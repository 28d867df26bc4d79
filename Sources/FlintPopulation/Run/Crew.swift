internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Threads that do the same work as the one that started them.
final class Crew {
  #if canImport(Darwin)
    private var threads: [pthread_t?] = []
  #else
    private var threads: [pthread_t] = []
  #endif

  /// How many threads this machine runs at once.
  static var processorCount: Int { max(1, Int(sysconf(CInt(_SC_NPROCESSORS_ONLN)))) }

  private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Where the system refuses a thread, the others do its part.
  func start(_ count: Int, _ body: @escaping @Sendable () -> Void) {
    for _ in 0..<count {
      let work = Unmanaged.passRetained(Work(body))
      #if canImport(Darwin)
        var thread: pthread_t?
        let error = pthread_create(&thread, nil, { run($0) }, work.toOpaque())
      #else
        var thread = pthread_t()
        let error = pthread_create(&thread, nil, { run($0) }, work.toOpaque())
      #endif
      if error == 0 {
        threads.append(thread)
      } else {
        work.release()
      }
    }
    func run(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      if let pointer { Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body() }
      return nil
    }
  }

  /// Waits until all are done.
  func join() {
    for thread in threads {
      #if canImport(Darwin)
        if let thread { pthread_join(thread, nil) }
      #else
        pthread_join(thread, nil)
      #endif
    }
    threads = []
  }
}

/// Lets workers deliver what they made of chunks in the chunks' order.
final class DeliveryOrder: @unchecked Sendable {
  // INVARIANT: `next` is touched under the mutex alone.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var next = 0

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    pthread_cond_destroy(changed)
    mutex.deallocate()
    changed.deallocate()
  }

  /// Waits for the turn of the chunk with that number, and has its results delivered.
  func deliver(_ sequence: Int, _ body: () -> Void) {
    pthread_mutex_lock(mutex)
    while next != sequence { pthread_cond_wait(changed, mutex) }
    body()
    next += 1
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(mutex)
  }
}
