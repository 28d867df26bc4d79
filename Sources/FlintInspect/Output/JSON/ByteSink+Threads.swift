import FlintAnalysis
import FlintModel
import FlintPopulation
import FlintText

extension ByteSink {
  /// Writes a list with several threads, as many as the machine can run in parallel. Each thread writes parts of the
  /// list into its own buffer. When a part is complete, it is appended to this sink, in the order of the list. With two
  /// threads, `evaluate --format json` takes a quarter less time for 10,000 features.
  ///
  /// - Parameters:
  ///   - pieceSize: The number of elements in a part. The text of a part should have a few hundred kilobytes, so that
  ///     it stays in the processor's cache.
  ///   - makeWriter: Creates a function that writes a range of elements. It is called once on each thread.
  mutating func append(
    _ count: Int, inPiecesOf pieceSize: Int,
    _ makeWriter: @escaping @Sendable () -> (Range<Int>, inout ByteSink) -> Void
  ) {
    if count <= pieceSize { return makeWriter()(0..<count, &self) }
    withUnsafeMutablePointer(to: &self) { sink in
      let relay = Relay(count, pieceSize, sink)
      // If the system cannot create a thread, the others do its work.
      let others = (1..<min(WorkerThread.defaultCount, relay.pieceCount)).map { _ in
        WorkerThread { relay.write(makeWriter()) }
      }
      relay.write(makeWriter())
      for thread in others { thread?.join() }
    }
  }
}

/// A list, such as the results of all features, whose parts several threads convert to text at the same time. The texts
/// are appended to one output buffer (the sink) in the order of the list.
private final class Relay: @unchecked Sendable {
  let pieceCount: Int
  private let count: Int
  private let pieceSize: Int
  private let next = Locked(0)
  private let order = DeliveryOrder()

  /// A request to end the running command early, which another thread can make. Several threads write parts of one list
  /// to the output. Each of them checks for the request before it starts to write a further part. Nil if nothing can
  /// cancel the command.
  private let cancellation = Cancellation.current

  // INVARIANT: only the thread whose turn it is uses the pointer, and only until all threads have ended.
  private let sink: UnsafeMutablePointer<ByteSink>

  init(_ count: Int, _ pieceSize: Int, _ sink: UnsafeMutablePointer<ByteSink>) {
    self.count = count
    self.pieceSize = pieceSize
    self.sink = sink
    pieceCount = (count + pieceSize - 1) / pieceSize
  }

  /// Writes parts of this object's list (such as the results of all features) on the calling thread until no part is
  /// left. Several threads call this function at the same time. Each writes one part at a time to a buffer of its own,
  /// waits until all parts before it have been appended to the shared sink, and then appends the buffer.
  ///
  /// - Parameter write: Writes the elements with the given range of indices.
  func write(_ write: (Range<Int>, inout ByteSink) -> Void) {
    var piece = ByteSink()
    while let number = take() {
      let start = number * pieceSize
      write(start..<min(start + pieceSize, count), &piece)
      order.deliver(number) { piece.withBytes { sink.pointee.pass($0) } }
      piece.removeAll()
    }
  }

  private func take() -> Int? {
    next.withLock { next in
      guard next < pieceCount, cancellation?.isCancelled != true else { return nil }
      defer { next += 1 }
      return next
    }
  }
}
