internal import FlintCore
internal import FlintPopulation
internal import FlintServer

/// A thread pool that runs tool calls concurrently, so that a quick question does not wait for a long proof.
///
/// A call that is canceled before it starts is not run. The result of a call that is canceled while it runs is
/// discarded.
final class CallPool: Sendable {
  private struct Calls: Sendable {
    var waiting: [ContextCall] = []
    var finished: [(number: Int, ContextOutcome)] = []
    var dropped: Set<Int> = []
    var running: Set<Int> = []

    /// The number of threads that wait for calls, and the number of all threads.
    var idleThreads = 0
    var threads = 0
  }

  /// The maximum number of threads: one per processor core (at most eight), plus three that can answer short questions
  /// while the others are busy with proofs.
  private static var maxThreads: Int { WorkerThread.usualCount + 3 }

  private let run: @Sendable (ContextCall) -> ContextOutcome
  private let calls = Locked(Calls())

  /// The pipe that wakes the pool's threads. It contains one byte for each waiting call.
  private let begun: POSIX.Pipe

  /// The pipe that signals finished calls. It contains one byte for each finished call.
  private let ended: POSIX.Pipe

  /// Creates a pool. Throws if the system has no file descriptors left.
  init(_ run: @escaping @Sendable (ContextCall) -> ContextOutcome) throws(SystemError) {
    self.run = run
    begun = try POSIX.Pipe()
    ended = try POSIX.Pipe()
  }

  /// The descriptor that becomes readable when calls have finished.
  var finishSignal: POSIX.Descriptor { ended.reading }

  func begin(_ call: ContextCall) {
    let needsThread = calls.withLock { calls in
      calls.waiting.append(call)
      let needsThread =
        calls.idleThreads < calls.waiting.count && calls.threads < Self.maxThreads
      if needsThread { calls.threads += 1 }
      return needsThread
    }
    if needsThread, WorkerThread({ self.work() }) == nil {
      let hasThreads = calls.withLock { calls in
        calls.threads -= 1
        return calls.threads > 0
      }
      // If the system cannot create even one thread, run the call on this one.
      if !hasThreads, let call = next() { return perform(call) }
    }
    begun.signal()
  }

  /// Cancels a call: removes it from the queue, or discards its result later.
  func drop(_ number: Int) {
    calls.withLock { calls in
      calls.waiting.removeAll { $0.number == number }
      if calls.running.contains(number) { calls.dropped.insert(number) }
    }
  }

  /// Returns the calls that have finished since the previous call of this function.
  func takeFinished() -> [(number: Int, ContextOutcome)] {
    ended.drain()
    return calls.withLock { calls in
      defer { calls.finished = [] }
      return calls.finished
    }
  }

  // MARK: Threads

  private func work() {
    while true {
      calls.withLock { $0.idleThreads += 1 }
      begun.waitForSignal()
      calls.withLock { $0.idleThreads -= 1 }
      // The pipe may have been full, so there can be more waiting calls than signals.
      while let call = next() { perform(call) }
    }
  }

  /// Returns the next waiting call. Returns nil if there is none, because another thread has taken it or because it was
  /// canceled.
  private func next() -> ContextCall? {
    calls.withLock { calls in
      guard !calls.waiting.isEmpty else { return nil }
      let call = calls.waiting.removeFirst()
      calls.running.insert(call.number)
      return call
    }
  }

  private func perform(_ call: ContextCall) {
    let outcome = run(call)
    calls.withLock { calls in
      calls.running.remove(call.number)
      if calls.dropped.remove(call.number) == nil { calls.finished.append((call.number, outcome)) }
    }
    ended.signal()
  }
}
