internal import FlintCore
internal import FlintText

/// The object of one feature, at an indentation of four.
struct FeatureJSON {
  private let state: ResolvedState
  private let manifest: Manifest
  private var constraints: ConstraintJSON
  private var steps = FragmentCache()

  /// What is looked for and what is said; kept for their memory.
  private var key = FragmentKey()
  private var sentence = ""

  init(_ sentences: Sentences) {
    state = sentences.state
    manifest = sentences.manifest
    constraints = ConstraintJSON(sentences)
  }

  mutating func write(
    _ evaluation: FeatureEvaluation, to sink: inout ByteSink,
    more: (inout ByteSink) -> Void = { _ in }
  ) {
    // Field by field: a copy of the declaration would count references to all that it has.
    sink.append(literal: "{\n      \"id\": ")
    sink.appendJSON(manifest.features[evaluation.feature].id)
    sink.append(literal: ", \"name\": ")
    sink.appendJSON(manifest.features[evaluation.feature].name)
    sink.append(literal: ",\n      \"parent\": ")
    if let parent = manifest.features[evaluation.feature].parent {
      sink.appendJSON(manifest.features[parent].id)
    } else {
      sink.append(literal: "null")
    }
    sink.append(literal: ", \"path\": [")
    writePath(evaluation.feature, to: &sink)
    sink.append(literal: "],\n      \"status\": ")
    sink.appendJSON(evaluation.status.name)
    sink.append(literal: ", \"ownStatus\": ")
    sink.appendJSON(evaluation.ownStatus.name)
    sink.append(literal: ",\n      \"constraints\": [")
    let owner = ConstraintOwner(evaluation.feature)
    sink.appendJSON(lines: evaluation.constraints, indentation: 8) {
      constraints.write($1, of: owner, indentation: 8, to: &$0)
    }
    sink.append(literal: "],\n      \"blockers\": [")
    writeBlockers(evaluation, to: &sink)
    sink.append(literal: "],\n      \"nextStep\": ")
    writeStep(evaluation.nextStep, to: &sink)
    more(&sink)
    sink.append(literal: "\n    }")
  }

  /// The object of one of the app's constraints.
  mutating func write(
    ofApp constraint: ConstraintEvaluation, indentation: Int, to sink: inout ByteSink
  ) {
    constraints.write(constraint, of: ConstraintOwner(nil), indentation: indentation, to: &sink)
  }

  mutating func writeBlockers(_ evaluation: FeatureEvaluation, to sink: inout ByteSink) {
    sink.appendJSON(lines: evaluation.blockers, indentation: 8) { sink, blocker in
      sink.append(literal: "{\"feature\": ")
      if let feature = blocker.feature {
        sink.appendJSON(manifest.features[feature].id)
      } else {
        sink.append(literal: "null")
      }
      sink.append(literal: ", \"constraint\": ")
      constraints.writeName(of: blocker.constraint, to: &sink)
      sink.append(literal: "}")
    }
  }

  /// The ids from the root to the feature.
  private func writePath(_ feature: Int, to sink: inout ByteSink) {
    if let parent = manifest.features[feature].parent {
      writePath(parent, to: &sink)
      sink.append(literal: ", ")
    }
    sink.appendJSON(manifest.features[feature].id)
  }

  private mutating func writeStep(_ step: NextStep?, to sink: inout ByteSink) {
    guard let step else { return sink.append(literal: "null") }
    key.removeAll()
    key.add(step)
    if steps.write(key, to: &sink) { return }
    guard steps.hasRoom(for: key) else { return write(step, to: &sink) }
    var fragment = ByteSink()
    write(step, to: &fragment)
    steps.remember(fragment, as: key)
    sink.append(fragment)
  }

  private mutating func write(_ step: NextStep, to sink: inout ByteSink) {
    sink.append(literal: "{\"action\": ")
    sink.appendJSON(step.action.name)
    sink.append(literal: ", \"subjects\": ")
    sink.appendJSON(list: step.subjects) { $0.appendJSON($1.name(in: manifest)) }
    sink.append(literal: ", \"message\": ")
    sentence.removeAll(keepingCapacity: true)
    step.writeMessage(in: state, to: &sentence)
    sink.appendJSON(sentence)
    sink.append(literal: "}")
  }
}
