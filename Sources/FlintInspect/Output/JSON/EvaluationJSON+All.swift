import FlintModel
import FlintText

extension EvaluationJSON {
  /// - Parameter forEach: Passes each result in order.
  mutating func addAll(
    _ forEach: @escaping @Sendable (Range<Int>, (FeatureEvaluation) -> Void) -> Void,
    into sink: inout ByteSink
  ) {
    guard let sentences, sentences.manifest.features.count > 0 else { return }
    let first = writerState
    sink.append(sentences.manifest.features.count, inPiecesOf: 512) {
      let features = FeatureJSON(sentences)
      return { range, sink in
        var writerState = range.lowerBound == 0 ? first : first.afterElement
        sink.json(.facts, at: &writerState) { json in
          forEach(range) { features.write($0, to: &json) }
        }
      }
    }
    writerState = writerState.afterElement
  }
}
