package import FlintCore
package import FlintText

extension EvaluationJSON {
  /// Adds every feature, on two threads.
  /// - Parameter forEach: hands on the results of features that stand in a row, one by one.
  package mutating func addAll(
    _ forEach: @escaping @Sendable (Range<Int>, (FeatureEvaluation) -> Void) -> Void,
    into sink: inout ByteSink
  ) {
    guard let sentences else { return }
    var features = FeatureJSON(sentences)
    let place = place.behindElement
    sink.append(sentences.manifest.features.count, inPiecesOf: 2048) { range, sink in
      forEach(range) { add($0, into: &sink) }
    } beside: { range, sink in
      var place = place
      sink.json(.facts, at: &place) { json in
        forEach(range) { features.write($0, to: &json) }
      }
    }
  }
}
