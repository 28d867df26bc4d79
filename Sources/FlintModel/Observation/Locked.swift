#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A value protected by a lock, so that only one thread at a time can access it.
///
/// It uses a POSIX mutex, because Swift's own `Mutex` requires newer operating systems than this package.
///
/// The lock is not recursive: a closure that calls ``withLock(_:)`` of the same value again waits forever.
package final class Locked<Value: Sendable>: @unchecked Sendable {
  // INVARIANT: `value` is read and written only while `mutex` is held, which makes the class sendable. The mutex has a
  // fixed address, because threads wait at that address.
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
