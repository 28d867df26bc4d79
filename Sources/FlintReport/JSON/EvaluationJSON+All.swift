package import FlintCore
internal import FlintPopulation
package import FlintText

extension EvaluationJSON {
  /// Adds every feature, on two threads: while this one writes a piece of the list, another writes the next piece into
  /// memory of its own. Either writes a piece as the same bytes.
  /// - Parameter results: The results of features that stand in a row, which are taken one by one.
  package mutating func addAll<Results: Sequence<FeatureEvaluation> & SendableMetatype>(
    _ results: @escaping @Sendable (Range<Int>) -> Results, into sink: inout ByteSink
  ) {
    guard let sentences else { return }
    let count = sentences.manifest.features.count
    let companion = Companion(sentences, at: place.behindElement, results)
    for start in stride(from: 0, to: count, by: 2 * Self.pieceSize) {
      let middle = min(start + Self.pieceSize, count)
      let end = min(middle + Self.pieceSize, count)
      let thread = middle < end ? WorkerThread { companion.write(middle..<end) } : nil
      for evaluation in results(start..<middle) { add(evaluation, into: &sink) }
      thread?.join()
      if middle < end { companion.deliver(middle..<end, into: &sink) }
    }
  }

  /// So many features take some milliseconds and some megabytes.
  private static let pieceSize = 2048

  /// What the second thread works with.
  private final class Companion<Results: Sequence<FeatureEvaluation>>: @unchecked Sendable {
    // INVARIANT: used by one thread at a time: `write` has ended before `deliver` begins.
    private let results: (Range<Int>) -> Results
    private var features: FeatureJSON
    private let place: JSONWriter.Place
    private var piece: [UInt8] = []
    private var written: Range<Int>?

    init(
      _ sentences: Sentences, at place: JSONWriter.Place,
      _ results: @escaping (Range<Int>) -> Results
    ) {
      self.place = place
      self.results = results
      features = FeatureJSON(sentences)
    }

    func write(_ range: Range<Int>) {
      piece.removeAll(keepingCapacity: true)
      var sink = ByteSink { [self] bytes in piece.append(contentsOf: bytes) }
      var place = place
      sink.json(.facts, at: &place) { json in
        for evaluation in results(range) { features.write(evaluation, to: &json) }
      }
      sink.flush()
      written = range
    }

    /// Hands on what was written; writes it first where there was no second thread.
    func deliver(_ range: Range<Int>, into sink: inout ByteSink) {
      if written != range { write(range) }
      sink.append(piece)
    }
  }
}
