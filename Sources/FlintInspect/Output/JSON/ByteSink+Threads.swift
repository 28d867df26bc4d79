import FlintAnalysis
import FlintModel
import FlintPopulation
import FlintText

extension ByteSink {
  /// Threads write parts into buffers, appended in order. With two, `evaluate --format json` takes
  /// a quarter less time for 10,000 features.
  /// - Parameters:
  /// - pieceSize: Of some hundred kilobytes, for the cache.
  /// - makeWriter: Called once on each thread.
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

private final class Relay: @unchecked Sendable {
  let pieceCount: Int
  private let count: Int
  private let pieceSize: Int
  private let next = Locked(0)
  private let order = DeliveryOrder()

  private let cancellation = Cancellation.current

  // INVARIANT: only the thread whose turn it is uses the pointer, and only until all threads have ended.
  private let sink: UnsafeMutablePointer<ByteSink>

  init(_ count: Int, _ pieceSize: Int, _ sink: UnsafeMutablePointer<ByteSink>) {
    self.count = count
    self.pieceSize = pieceSize
    self.sink = sink
    pieceCount = (count + pieceSize - 1) / pieceSize
  }

  /// One part at a time, appended after all before it.
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
