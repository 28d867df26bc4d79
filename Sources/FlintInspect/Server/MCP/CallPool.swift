import FlintAnalysis
import FlintModel
import FlintPopulation

/// Runs calls side by side, so that a quick one need not wait. A canceled one ends early.
final class CallPool: Sendable {
  private struct Calls: Sendable {
    var waiting: [MCPCall] = []
    var finished: [(number: Int, MCPOutcome)] = []
    var running: [Int: Cancellation] = [:]

    var idleThreads = 0
    var threads = 0
  }

  private static var maxThreads: Int { WorkerThread.defaultCount + 3 }

  private let run: @Sendable (MCPCall) -> MCPOutcome
  private let calls = Locked(Calls())

  private let begun: POSIX.Pipe

  private let ended: POSIX.Pipe

  /// Throws without file descriptors.
  init(_ run: @escaping @Sendable (MCPCall) -> MCPOutcome) throws(SystemError) {
    self.run = run
    begun = try POSIX.Pipe()
    ended = try POSIX.Pipe()
  }

  /// Readable once calls have finished.
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

  func drop(_ number: Int) {
    calls.withLock { calls in
      calls.waiting.removeAll { $0.number == number }
      calls.running[number]?.cancel()
    }
  }

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

  /// Nil if another thread took it, or it was canceled.
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
