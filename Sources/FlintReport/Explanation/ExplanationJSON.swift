package import FlintCore
package import FlintText

/// `explain --format json`: the feature and its ancestors, each as `evaluate` tells it.
package struct ExplanationJSON {
  package init() {}

  /// - Parameter ancestors: the nearest first.
  package func write(
    _ head: EvaluationHead, feature: FeatureEvaluation, ancestors: [FeatureEvaluation],
    into sink: inout ByteSink
  ) {
    var features = FeatureJSON(head.sentences)
    sink.append(literal: "{\n  \"formatVersion\": 1,\n  \"manifest\": ")
    sink.appendJSON(head.manifestPath)
    sink.append(literal: ",\n  \"state\": ")
    StateJSON(state: head.sentences.state, indentation: 2).write(to: &sink)
    sink.append(literal: ",\n  \"feature\":\n    ")
    features.write(feature, to: &sink)
    sink.append(literal: ",\n  \"ancestors\": [")
    sink.appendJSON(lines: ancestors, indentation: 4) { features.write($1, to: &$0) }
    sink.append(literal: "]\n}\n")
  }
}
