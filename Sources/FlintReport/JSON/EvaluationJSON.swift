package import FlintCore
package import FlintText

/// `evaluate --format json`.
package struct EvaluationJSON: EvaluationRenderer {
  private(set) var sentences: Sentences?
  private var features: FeatureJSON?
  private var baseline: FeatureJSON?
  private var isFirst = true

  package init() {}

  package mutating func begin(_ head: EvaluationHead, into sink: inout ByteSink) {
    sink.append(literal: "{\n  \"formatVersion\": 1,\n  \"manifest\": ")
    sink.appendJSON(head.manifestPath)
    sink.append(literal: ",\n  \"state\": ")
    StateJSON(state: head.sentences.state, indentation: 2).write(to: &sink)
    if let baseline = head.baseline {
      sink.append(literal: ",\n  \"baseline\": ")
      StateJSON(state: baseline.sentences.state, indentation: 2).write(to: &sink)
      self.baseline = FeatureJSON(baseline.sentences)
    }
    sink.append(literal: ",\n  \"summary\": {")
    for (index, status) in FeatureStatus.allCases.enumerated() {
      if index > 0 { sink.append(literal: ", ") }
      sink.appendJSON(status.name)
      sink.append(literal: ": ")
      sink.append(Int64(head.counts[status]))
    }
    sink.append(literal: "},\n  \"features\": [")
    sentences = head.sentences
    features = FeatureJSON(head.sentences)
  }

  package mutating func add(
    _ evaluation: FeatureEvaluation, baseline old: FeatureEvaluation?, into sink: inout ByteSink
  ) {
    sink.append(isFirst ? "\n    " : ",\n    ")
    isFirst = false
    features?.write(evaluation, to: &sink) { sink in
      guard let old else { return }
      sink.append(literal: ",\n      \"baseline\": {\"status\": ")
      sink.appendJSON(old.status.name)
      sink.append(literal: ", \"blockers\": [")
      baseline?.writeBlockers(old, to: &sink)
      sink.append(literal: "]}")
    }
  }

  package mutating func end(into sink: inout ByteSink) {
    sink.append(isFirst ? "]\n}\n" : "\n  ]\n}\n")
  }
}
