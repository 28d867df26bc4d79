internal import FlintCore
internal import FlintPopulation
internal import FlintText

extension ByteSink {
  /// Writes a list on as many threads as the machine runs at once: while one hands on a piece of the list, the others write the
  /// next pieces into memory of their own.
  ///
  /// - Parameters:
  ///   - pieceSize: so many elements that they take a good part of a megabyte, which stays near the processor.
  ///   - makeWriter: makes what writes elements, for each thread its own.
  mutating func append(
    _ count: Int, inPiecesOf pieceSize: Int,
    _ makeWriter: @escaping @Sendable () -> (Range<Int>, inout ByteSink) -> Void
  ) {
    if count <= pieceSize { return makeWriter()(0..<count, &self) }
    withUnsafeMutablePointer(to: &self) { sink in
      let relay = Relay(count, pieceSize, sink)
      // Where the system refuses a thread, the others do its part.
      let others = (1..<min(WorkerThread.usualCount, relay.pieceCount)).map { _ in
        WorkerThread { relay.write(makeWriter()) }
      }
      relay.write(makeWriter())
      for thread in others { thread?.join() }
    }
  }
}

/// A list whose pieces are written by whoever is free, and handed on in order.
private final class Relay: @unchecked Sendable {
  let pieceCount: Int
  private let count: Int
  private let pieceSize: Int
  private let next = Locked(0)
  private let order = DeliveryOrder()

  // INVARIANT: reached by the thread alone whose turn it is, and only until all have ended.
  private let sink: UnsafeMutablePointer<ByteSink>

  init(_ count: Int, _ pieceSize: Int, _ sink: UnsafeMutablePointer<ByteSink>) {
    self.count = count
    self.pieceSize = pieceSize
    self.sink = sink
    pieceCount = (count + pieceSize - 1) / pieceSize
  }

  /// Writes pieces as long as there are any.
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
      guard next < pieceCount else { return nil }
      defer { next += 1 }
      return next
    }
  }
}
