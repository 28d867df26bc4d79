package import FlintCore
package import FlintText

extension EvaluationJSON {
  /// Writes all features, using several threads.
  ///
  /// - Parameter forEach: Evaluates the features whose indices are in the range, and passes each result to its closure,
  ///   in order.
  package mutating func addAll(
    _ forEach: @escaping @Sendable (Range<Int>, (FeatureEvaluation) -> Void) -> Void,
    into sink: inout ByteSink
  ) {
    guard let sentences, sentences.manifest.features.count > 0 else { return }
    let first = place
    sink.append(sentences.manifest.features.count, inPiecesOf: 512) {
      var features = FeatureJSON(sentences)
      return { range, sink in
        var place = range.lowerBound == 0 ? first : first.behindElement
        sink.json(.facts, at: &place) { json in
          forEach(range) { features.write($0, to: &json) }
        }
      }
    }
    place = place.behindElement
  }
}
