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
    sink.append(literal: "]")
    let app = head.sentences.appConstraints
    if !app.isEmpty {
      sink.append(literal: ",\n  \"app\": [")
      sink.appendJSON(lines: app, indentation: 4) { sink, constraint in
        features.write(ofApp: constraint, indentation: 4, to: &sink)
      }
      sink.append(literal: "]")
    }
    sink.append(literal: "\n}\n")
  }
}
