import FlintAnalysis
import FlintModel
import FlintPopulation

/// A pool of threads that run the tool calls of AI assistants at the same time, so that a quick question need not wait
/// for a long analysis.
///
/// If a call is canceled, it is not started or, if it is running already, ends early and its result is discarded.
final class CallPool: Sendable {
  private struct Calls: Sendable {
    var waiting: [MCPCall] = []
    var finished: [(number: Int, MCPOutcome)] = []
    var running: [Int: Cancellation] = [:]

    /// The number of threads of the pool that wait for a tool call to run.
    var idleThreads = 0
    /// The number of all threads of the pool: those that wait for a tool call, and those that run one.
    var threads = 0
  }

  /// The maximum number of threads: one for each processor core (at most eight), and three more that can answer short
  /// questions while the others are busy with long analyses.
  private static var maxThreads: Int { WorkerThread.defaultCount + 3 }

  private let run: @Sendable (MCPCall) -> MCPOutcome
  private let calls = Locked(Calls())

  /// The pipe that wakes a thread of the pool when a tool call is added. One byte is written to the pipe for each call.
  private let begun: POSIX.Pipe

  /// The pipe that wakes the server's event loop when a tool call has finished. One byte is written to the pipe for
  /// each call.
  private let ended: POSIX.Pipe

  /// Creates a pool whose threads run each tool call with the closure `run`. Throws if the system has no file
  /// descriptors left.
  init(_ run: @escaping @Sendable (MCPCall) -> MCPOutcome) throws(SystemError) {
    self.run = run
    begun = try POSIX.Pipe()
    ended = try POSIX.Pipe()
  }

  /// The file descriptor that becomes readable when tool calls, which the threads of the pool run, have finished.
  var finishSignal: POSIX.Descriptor { ended.reading }

  func begin(_ call: MCPCall) {
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
      // If the system cannot create even one thread, run the call on the current thread.
      if !hasThreads, let (call, cancellation) = next() { return perform(call, cancellation) }
    }
    begun.signal()
  }

  /// Cancels the tool call with this number. A waiting call is removed; a running one ends early, and its result is
  /// discarded.
  func drop(_ number: Int) {
    calls.withLock { calls in
      calls.waiting.removeAll { $0.number == number }
      calls.running[number]?.cancel()
    }
  }

  /// Returns the number and the outcome of each tool call that has finished since this function was called last.
  func takeFinished() -> [(number: Int, MCPOutcome)] {
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
      while let (call, cancellation) = next() { perform(call, cancellation) }
    }
  }

  /// Removes the tool call that has waited longest and returns it; nil if no call is waiting. A thread that was woken
  /// for a call can also get nil, because another thread has taken the call, or the call was canceled.
  private func next() -> (MCPCall, Cancellation)? {
    calls.withLock { calls in
      guard !calls.waiting.isEmpty else { return nil }
      let call = calls.waiting.removeFirst()
      let cancellation = Cancellation()
      calls.running[call.number] = cancellation
      return (call, cancellation)
    }
  }

  private func perform(_ call: MCPCall, _ cancellation: Cancellation) {
    let outcome = cancellation.perform { run(call) }
    calls.withLock { calls in
      calls.running[call.number] = nil
      if !cancellation.isCancelled { calls.finished.append((call.number, outcome)) }
    }
    ended.signal()
  }
}
