#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A lock with which several threads deliver their results in the order of the input, whichever thread finishes first
/// (as with the numbered tickets of a ticket lock). Each result belongs to a chunk (a buffer of lines) of the input. If
/// a thread has the results of chunk 2 before those of chunk 1 are delivered, it waits.
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

  /// Waits until the results of all chunks with lower numbers are delivered, and then calls `body`, which delivers the
  /// results of the chunk with the number `sequence`.
  package func deliver(_ sequence: Int, _ body: () -> Void) {
    pthread_mutex_lock(mutex)
    while next != sequence { pthread_cond_wait(changed, mutex) }
    body()
    next += 1
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(mutex)
  }
}
