internal import FlintCore
internal import FlintPopulation
package import FlintText

extension EvaluationJSON {
  /// Adds every feature, on two threads: while this one writes a piece of the list, another writes the next piece into
  /// memory of its own. Whoever writes a piece, its bytes are the same.
  package mutating func addAll(into sink: inout ByteSink) {
    guard let evaluator else { return }
    let count = evaluator.manifest.features.count
    let companion = Companion(evaluator)
    for start in stride(from: 0, to: count, by: 2 * Self.pieceSize) {
      let middle = min(start + Self.pieceSize, count)
      let end = min(middle + Self.pieceSize, count)
      let thread = middle < end ? WorkerThread { companion.write(middle..<end) } : nil
      for evaluation in evaluator.evaluations(of: start..<middle) { add(evaluation, into: &sink) }
      thread?.join()
      if middle < end { companion.deliver(middle..<end, into: &sink) }
    }
  }

  /// So many features take some milliseconds and some megabytes.
  private static let pieceSize = 2048

  /// What the second thread works with.
  private final class Companion: @unchecked Sendable {
    // INVARIANT: used by one thread at a time: `write` has ended before `deliver` begins.
    private let evaluator: Evaluator
    private var features: FeatureJSON
    private var piece: [UInt8] = []
    private var written: Range<Int>?

    init(_ evaluator: Evaluator) {
      self.evaluator = evaluator
      features = FeatureJSON(evaluator)
    }

    func write(_ range: Range<Int>) {
      piece.removeAll(keepingCapacity: true)
      var sink = ByteSink { [self] bytes in piece.append(contentsOf: bytes) }
      for evaluation in evaluator.evaluations(of: range) {
        sink.append(literal: ",\n    ")
        features.write(evaluation, to: &sink)
      }
      sink.flush()
      written = range
    }

    /// Hands on what was written; writes it first where there was no second thread.
    func deliver(_ range: Range<Int>, into sink: inout ByteSink) {
      if written != range { write(range) }
      piece.withUnsafeBufferPointer { sink.append($0) }
    }
  }
}
