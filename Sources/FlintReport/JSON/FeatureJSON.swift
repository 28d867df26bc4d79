internal import FlintCore
internal import FlintText

/// A writer of evaluated features as JSON objects. It caches parts of the text that recur, such as constraints and next
/// steps.
struct FeatureJSON {
  private let state: ResolvedState
  private let manifest: Manifest
  private var constraints: ConstraintJSON
  private var steps = FragmentCache()

  /// The key for the next lookup in a cache. This buffer and `sentence` are properties so that their memory is reused.
  private var key = FragmentKey()
  private var sentence = ""

  init(_ sentences: Sentences) {
    state = sentences.state
    manifest = sentences.manifest
    constraints = ConstraintJSON(sentences)
  }

  mutating func write(
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
    writeStep(evaluation.nextStep, to: &json)
    more(&json)
    json.endObject()
  }

  /// Writes a constraint of the app as a JSON object.
  mutating func write(ofApp constraint: ConstraintEvaluation, to json: inout JSONWriter) {
    constraints.write(constraint, of: ConstraintContext(nil), to: &json)
  }

  mutating func writeBlockers(_ evaluation: FeatureEvaluation, to json: inout JSONWriter) {
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
      constraints.writeName(of: evaluation.blockers[index].constraint, to: &json)
      json.endObject()
    }
    json.endArray()
  }

  /// Writes the ids of the feature's ancestors, the outermost first, followed by the feature's own id.
  private func writePath(_ feature: Int, to json: inout JSONWriter) {
    if let parent = manifest.features[feature].parent { writePath(parent, to: &json) }
    json.string(manifest.features[feature].id)
  }

  private mutating func writeStep(_ step: NextStep?, to json: inout JSONWriter) {
    guard let step else { return json.null() }
    key.removeAll()
    key.add(step)
    if steps.write(key, to: &json) { return }
    guard steps.hasRoom(for: key) else { return write(step, to: &json) }
    var fragment = JSONWriter(.facts)
    write(step, to: &fragment)
    steps.remember(fragment.finish(), as: key)
    _ = steps.write(key, to: &json)
  }

  private mutating func write(_ step: NextStep, to json: inout JSONWriter) {
    sentence.removeAll(keepingCapacity: true)
    step.writeMessage(in: state, to: &sentence)
    json.beginObject()
    json.member("action", step.action.name)
    json.key("subjects")
    json.beginArray()
    for subject in step.subjects { json.string(subject.name(in: manifest)) }
    json.endArray()
    json.member("message", sentence)
    json.endObject()
  }
}
