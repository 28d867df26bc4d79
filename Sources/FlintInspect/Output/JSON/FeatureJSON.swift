import FlintModel
import FlintText

/// Repeated constraints and steps become text once.
struct FeatureJSON {
  private let state: ResolvedState
  private let manifest: Manifest
  private let constraints: ConstraintJSON

  init(_ sentences: Sentences) {
    state = sentences.state
    manifest = sentences.manifest
    constraints = ConstraintJSON(sentences)
  }

  func write(
    _ evaluation: FeatureEvaluation, to json: inout JSONWriter,
    more: (inout JSONWriter) -> Void = { _ in }
  ) {
    json.beginObject(.lines)
    // Accessing single fields avoids a copy of the declaration, which would retain all of its contents.
    json.key("id")
    json.string(manifest.features[evaluation.feature].id)
    json.key("name", joinsLine: true)
    json.string(manifest.features[evaluation.feature].name)
    if let team = manifest.team(of: evaluation.feature) {
      json.key("team")
      json.string(team)
    }
    if let until = manifest.features[evaluation.feature].until {
      json.key("until", joinsLine: true)
      json.string(until.description)
    }
    json.key("parent")
    if let parent = manifest.features[evaluation.feature].parent {
      json.string(manifest.features[parent].id)
    } else {
      json.null()
    }
    json.key("path", joinsLine: true)
    json.beginArray()
    writePath(evaluation.feature, to: &json)
    json.endArray()
    json.key("status")
    json.string(evaluation.status.name)
    json.key("ownStatus", joinsLine: true)
    json.string(evaluation.ownStatus.name)
    json.key("constraints")
    json.beginArray(.lines)
    let owner = ConstraintContext(evaluation.feature)
    // Iterating by index, here and below, avoids copying evaluated constraints.
    for index in evaluation.constraints.indices {
      constraints.write(evaluation.constraints[index], of: owner, to: &json)
    }
    json.endArray()
    json.key("blockers")
    writeBlockers(evaluation, to: &json)
    json.key("nextStep")
    write(evaluation.nextStep, to: &json)
    more(&json)
    json.endObject()
  }

  func write(ofApp constraint: ConstraintEvaluation, to json: inout JSONWriter) {
    constraints.write(constraint, of: ConstraintContext(nil), to: &json)
  }

  func writeBlockers(_ evaluation: FeatureEvaluation, to json: inout JSONWriter) {
    json.beginArray(.lines)
    for index in evaluation.blockers.indices {
      json.beginObject()
      json.key("feature")
      if let feature = evaluation.blockers[index].feature {
        json.string(manifest.features[feature].id)
      } else {
        json.null()
      }
      json.key("constraint")
      let blocking = evaluation.blockers[index].constraint
      json.string(blocking.constraint.name(block: blocking.block, in: manifest))
      json.endObject()
    }
    json.endArray()
  }

  private func writePath(_ feature: Int, to json: inout JSONWriter) {
    if let parent = manifest.features[feature].parent { writePath(parent, to: &json) }
    json.string(manifest.features[feature].id)
  }

  private func write(_ step: NextStep?, to json: inout JSONWriter) {
    guard let step else { return json.null() }
    json.beginObject()
    json.member("action", step.action.name)
    json.key("subjects")
    json.beginArray()
    for name in step.names(in: manifest) { json.string(name) }
    json.endArray()
    json.member("message", step.message(in: state))
    json.endObject()
  }
}
