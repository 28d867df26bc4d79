import Synchronization

/// A value that one thread at a time can reach.
///
/// It is the standard library's mutex, and an atomic that each holder hands over to the next. The mutex does all the work;
/// the atomic lets the thread sanitizer see the order too, which on Linux knows nothing of the calls that the mutex makes.
package struct Locked<Value: Sendable>: ~Copyable, Sendable {
  private let mutex: Mutex<Value>
  private let handOvers = Atomic<UInt>(0)

  package init(_ value: Value) {
    mutex = Mutex(value)
  }

  package borrowing func withLock<Result, Failure>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try mutex.withLock { value throws(Failure) in
      _ = handOvers.load(ordering: .acquiring)
      defer { handOvers.add(1, ordering: .releasing) }
      return try body(&value)
    }
  }
}
