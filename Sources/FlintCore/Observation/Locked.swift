#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A value that one thread at a time can reach.
///
/// It stands on the mutex that every system has, so that it asks for no newer one than the package does; the standard
/// library's own mutex is of 2024.
///
/// A body must not take the same lock again: it would wait for itself.
package final class Locked<Value: Sendable>: @unchecked Sendable {
  // INVARIANT: `value` is read and written only while `mutex` is held, which makes the class sendable. The mutex does
  // not move, for threads wait at its address.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var value: Value

  package init(_ value: Value) {
    self.value = value
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  package func withLock<Result, Failure>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
