internal import FlintAnalysis
internal import FlintCore
internal import FlintPopulation
internal import FlintServer

/// Runs calls beside each other, so that a quick question does not wait for a long proof.
///
/// A call that was cancelled before it began is not begun. One that runs ends early, and its result is dropped.
final class CallPool: Sendable {
  private struct Calls: Sendable {
    var waiting: [ContextCall] = []
    var finished: [(number: Int, ContextOutcome)] = []
    var running: [Int: Cancellation] = [:]

    /// Threads that wait for calls, and all of them.
    var idleThreads = 0
    var threads = 0
  }

  /// As many as the machine runs at once, and some for short questions while all of these prove something.
  private static var maxThreads: Int { WorkerThread.usualCount + 3 }

  private let run: @Sendable (ContextCall) -> ContextOutcome
  private let calls = Locked(Calls())

  /// A byte for each call that waits, and one for each that has finished.
  private let begun: POSIX.Pipe
  private let ended: POSIX.Pipe

  /// Errors: the system has no descriptors left.
  init(_ run: @escaping @Sendable (ContextCall) -> ContextOutcome) throws(SystemError) {
    self.run = run
    begun = try POSIX.Pipe()
    ended = try POSIX.Pipe()
  }

  /// Can be read when calls have finished.
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
      // Where the system refuses the first thread, this one does the work.
      if !hasThreads, let (call, cancellation) = next() { return perform(call, cancellation) }
    }
    begun.signal()
  }

  /// Nobody waits for a call any more.
  func drop(_ number: Int) {
    calls.withLock { calls in
      calls.waiting.removeAll { $0.number == number }
      calls.running[number]?.cancel()
    }
  }

  /// The calls that have finished since the last time.
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
      // Signals that found no room in the pipe are made up for here.
      while let (call, cancellation) = next() { perform(call, cancellation) }
    }
  }

  /// The next call; nil where none waits, because another thread has it or nobody wants it any more.
  private func next() -> (ContextCall, Cancellation)? {
    calls.withLock { calls in
      guard !calls.waiting.isEmpty else { return nil }
      let call = calls.waiting.removeFirst()
      let cancellation = Cancellation()
      calls.running[call.number] = cancellation
      return (call, cancellation)
    }
  }

  private func perform(_ call: ContextCall, _ cancellation: Cancellation) {
    let outcome = cancellation.perform { run(call) }
    calls.withLock { calls in
      calls.running[call.number] = nil
      if !cancellation.isCancelled { calls.finished.append((call.number, outcome)) }
    }
    ended.signal()
  }
}
