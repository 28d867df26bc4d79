import FlintModel
import FlintText

struct ExplanationJSON {
  init() {}

  /// The nearest first.
  func write(
    _ head: ReportContext, feature: FeatureEvaluation, ancestors: [FeatureEvaluation],
    into sink: inout ByteSink
  ) {
    Self.json.write(Explanation(head: head, feature: feature, ancestors: ancestors), into: &sink)
  }

  private struct Explanation {
    let head: ReportContext
    let feature: FeatureEvaluation
    let ancestors: [FeatureEvaluation]
  }

  static var schema: Schema { json.schema }

  private static var json: JSONOutput<Explanation> {
    .object(nil, nil, .lines) {
      JSONMember.formatVersion
      JSONMember("manifest", .text, "The path of the manifest, as given on the command line") {
        $0.head.manifestPath
      }
      JSONMember("state", StateJSON.json, "The state in which the feature is evaluated") {
        StateJSON(state: $0.head.sentences.state)
      }
      JSONMember(optional: "broken", BrokenAssumptions.json, BrokenAssumptions.documentation) {
        BrokenAssumptions(describing: $0.head.sentences)
      }
      JSONMember("feature", FeatureJSON.json, "The explained feature", .aboveValue) {
        ($0.feature, $0.head.sentences)
      }
      JSONMember(
        "ancestors", .list(of: FeatureJSON.json, .lines),
        "The features that contain the explained feature, nearest first"
      ) { explanation in explanation.ancestors.map { ($0, explanation.head.sentences) } }
      JSONMember(
        optional: "app", .list(of: FeatureJSON.appConstraint, .lines),
        "The app's own constraints, which every feature inherits; absent if there are none"
      ) { explanation in
        let sentences = explanation.head.sentences
        let constraints = sentences.appConstraints
        return constraints.isEmpty ? nil : constraints.map { ($0, sentences) }
      }
    }
  }
}

extension FeatureJSON {
  /// Without caches, too slow for many.
  static var json: JSONOutput<(FeatureEvaluation, Sentences)> {
    JSONOutput(.evaluatedFeature) { feature, json in
      let writer = FeatureJSON(feature.1)
      writer.write(feature.0, to: &json)
    }
  }

  static var appConstraint: JSONOutput<(ConstraintEvaluation, Sentences)> {
    JSONOutput(.constraint) { constraint, json in
      let writer = FeatureJSON(constraint.1)
      writer.write(ofApp: constraint.0, to: &json)
    }
  }
}
