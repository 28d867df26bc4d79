package import FlintCore
package import FlintText

extension EvaluationJSON {
  /// Adds every feature, on two threads.
  /// - Parameter results: The results of features that stand in a row, which are taken one by one.
  package mutating func addAll<Results: Sequence<FeatureEvaluation>>(
    _ results: @escaping @Sendable (Range<Int>) -> Results, into sink: inout ByteSink
  ) {
    guard let sentences else { return }
    var features = FeatureJSON(sentences)
    let place = place.behindElement
    sink.append(sentences.manifest.features.count, inPiecesOf: 2048) { range, sink in
      for evaluation in results(range) { add(evaluation, into: &sink) }
    } beside: { range, sink in
      var place = place
      sink.json(.facts, at: &place) { json in
        for evaluation in results(range) { features.write(evaluation, to: &json) }
      }
    }
  }
}
