package import FlintCore
package import FlintText

extension EvaluationJSON {
  /// Adds every feature, on several threads.
  /// - Parameter forEach: hands on the results of features that stand in a row, one by one.
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
