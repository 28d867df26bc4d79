import FlintModel
import FlintText

struct EvaluationJSON: EvaluationRenderer {
  private(set) var sentences: Sentences?
  var writerState = JSONWriter.State()
  private var features: FeatureJSON?
  private var baseline: FeatureJSON?

  init() {}

  mutating func begin(_ head: ReportContext, into sink: inout ByteSink) {
    sink.json(.facts, at: &writerState) { json in
      json.beginObject(.lines)
      json.member("formatVersion", 1)
      json.member("manifest", head.manifestPath)
      json.key("state")
      StateJSON(state: head.sentences.state).write(to: &json)
      if let baseline = head.baseline {
        json.key("baseline")
        StateJSON(state: baseline.sentences.state).write(to: &json)
      }
      if let broken = BrokenAssumptions(describing: head.sentences) {
        json.key("broken")
        BrokenAssumptions.json.write(broken, &json)
      }
      json.key("summary")
      json.object { json in
        for status in FeatureStatus.allCases {
          json.key(named: status.name)
          json.int(head.counts[status])
        }
      }
      json.key("features")
      json.beginArray(.lines)
    }
    sentences = head.sentences
    features = FeatureJSON(head.sentences)
    baseline = head.baseline.map { FeatureJSON($0.sentences) }
  }

  mutating func add(
    _ evaluation: FeatureEvaluation, baseline old: FeatureEvaluation?, into sink: inout ByteSink
  ) {
    sink.json(.facts, at: &writerState) { json in
      features?.write(evaluation, to: &json) { json in
        guard let old else { return }
        json.key("baseline")
        json.object { json in
          json.member("status", old.status.name)
          json.key("blockers")
          baseline?.writeBlockers(old, to: &json)
        }
      }
    }
  }

  mutating func end(into sink: inout ByteSink) {
    sink.json(.facts, at: &writerState) { json in
      json.endArray()
      json.endObject()
      json.endLine()
    }
  }
}
