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
    sink.jsonLine { json in
      json.object(.lines) { json in
        json.member("formatVersion", 1)
        json.member("manifest", head.manifestPath)
        json.key("state")
        StateJSON(state: head.sentences.state).write(to: &json)
        json.brokenAssumptions(head.sentences)
        json.key("feature") { features.write(feature, to: &$0) }
        json.key("ancestors")
        json.array(.lines, of: ancestors) { features.write($0, to: &$1) }
        let app = head.sentences.appConstraints
        if app.isEmpty { return }
        json.key("app")
        json.array(.lines, of: app) { features.write(ofApp: $0, to: &$1) }
      }
    }
  }
}
