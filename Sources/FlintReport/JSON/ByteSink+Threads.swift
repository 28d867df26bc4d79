internal import FlintPopulation
internal import FlintText

extension ByteSink {
  /// Writes a list on two threads: while this one writes a piece of it, another writes the next piece into memory of its own.
  ///
  /// - Parameters:
  ///   - pieceSize: so many elements that they take some milliseconds and some megabytes.
  ///   - write: writes elements as this thread does.
  ///   - writeBeside: writes the same bytes for elements behind the first, as the other thread does.
  mutating func append(
    _ count: Int, inPiecesOf pieceSize: Int, _ write: (Range<Int>, inout ByteSink) -> Void,
    beside writeBeside: @escaping (Range<Int>, inout ByteSink) -> Void
  ) {
    let companion = Companion(writeBeside)
    for start in stride(from: 0, to: count, by: 2 * pieceSize) {
      let middle = min(start + pieceSize, count)
      let end = min(middle + pieceSize, count)
      let thread = middle < end ? WorkerThread { companion.write(middle..<end) } : nil
      write(start..<middle, &self)
      thread?.join()
      if middle < end { companion.deliver(middle..<end, into: &self) }
    }
  }
}

/// What the second thread works with.
private final class Companion: @unchecked Sendable {
  // INVARIANT: used by one thread at a time: `write` has ended before `deliver` begins.
  private let body: (Range<Int>, inout ByteSink) -> Void
  private var piece = ByteSink()
  private var written: Range<Int>?

  init(_ body: @escaping (Range<Int>, inout ByteSink) -> Void) { self.body = body }

  func write(_ range: Range<Int>) {
    piece.removeAll()
    body(range, &piece)
    written = range
  }

  /// Hands on what was written; writes it first where there was no second thread.
  func deliver(_ range: Range<Int>, into sink: inout ByteSink) {
    if written != range { write(range) }
    piece.withBytes { sink.append($0.bindMemory(to: UInt8.self)) }
  }
}
