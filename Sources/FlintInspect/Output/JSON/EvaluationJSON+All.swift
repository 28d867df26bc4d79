import FlintModel
import FlintText

extension EvaluationJSON {
  /// Writes the evaluations of all features, using several threads.
  ///
  /// - Parameter forEach: Evaluates the features with the given indices, and passes the result of each feature, in
  ///   order, to the given function.
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
