#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Delivers the threads' results in the order of the input.
package final class DeliveryOrder: @unchecked Sendable {
  // INVARIANT: `next` is accessed only while the mutex is locked.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var next = 0

  package init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    pthread_cond_destroy(changed)
    mutex.deallocate()
    changed.deallocate()
  }

  /// Waits for all lower numbers.
  package func deliver(_ sequence: Int, _ body: () -> Void) {
    pthread_mutex_lock(mutex)
    while next != sequence { pthread_cond_wait(changed, mutex) }
    body()
    next += 1
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(mutex)
  }
}
