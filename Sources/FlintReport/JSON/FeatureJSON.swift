internal import FlintCore
internal import FlintManifest

/// The object of one feature, at an indentation of four.
struct FeatureJSON {
  private let state: ResolvedState
  private let manifest: Manifest
  private var constraints: ConstraintJSON
  private var steps = FragmentCache<StepKey>()

  init(_ evaluator: Evaluator) {
    state = evaluator.state
    manifest = evaluator.manifest
    constraints = ConstraintJSON(evaluator)
  }

  mutating func write(
    _ evaluation: FeatureEvaluation, to sink: inout ByteSink,
    more: (inout ByteSink) -> Void = { _ in }
  ) {
    let feature = manifest.features[evaluation.feature]
    sink.append("{\n      \"id\": ")
    sink.appendJSON(feature.id)
    sink.append(", \"name\": ")
    sink.appendJSON(feature.name)
    sink.append(",\n      \"parent\": ")
    if let parent = feature.parent {
      sink.appendJSON(manifest.features[parent].id)
    } else {
      sink.append("null")
    }
    sink.append(", \"path\": [")
    writePath(evaluation.feature, to: &sink)
    sink.append("],\n      \"status\": ")
    sink.appendJSON(evaluation.status.name)
    sink.append(", \"ownStatus\": ")
    sink.appendJSON(evaluation.ownStatus.name)
    sink.append(",\n      \"constraints\": [")
    sink.appendJSON(lines: evaluation.constraints, indentation: 8) {
      constraints.write($1, in: evaluation.feature, to: &$0)
    }
    sink.append("],\n      \"blockers\": [")
    writeBlockers(evaluation, to: &sink)
    sink.append("],\n      \"nextStep\": ")
    writeStep(evaluation.nextStep, to: &sink)
    more(&sink)
    sink.append("\n    }")
  }

  mutating func writeBlockers(_ evaluation: FeatureEvaluation, to sink: inout ByteSink) {
    sink.appendJSON(lines: evaluation.blockers, indentation: 8) { sink, blocker in
      sink.append("{\"feature\": ")
      sink.appendJSON(manifest.features[blocker.feature].id)
      sink.append(", \"constraint\": ")
      constraints.writeName(of: blocker.constraint, to: &sink)
      sink.append("}")
    }
  }

  /// The ids from the root to the feature.
  private func writePath(_ feature: Int, to sink: inout ByteSink) {
    let feature = manifest.features[feature]
    if let parent = feature.parent {
      writePath(parent, to: &sink)
      sink.append(", ")
    }
    sink.appendJSON(feature.id)
  }

  private mutating func writeStep(_ step: NextStep?, to sink: inout ByteSink) {
    guard let step else { return sink.append("null") }
    let key = StepKey(step: step)
    if steps.write(key, to: &sink) { return }
    var fragment = ByteSink()
    write(step, to: &fragment)
    steps.remember(fragment, as: key)
    sink.append(fragment)
  }

  private func write(_ step: NextStep, to sink: inout ByteSink) {
    sink.append("{\"action\": ")
    sink.appendJSON(step.action.name)
    sink.append(", \"subjects\": ")
    sink.appendJSON(list: step.subjects) { $0.appendJSON($1.name(in: manifest)) }
    sink.append(", \"message\": ")
    sink.appendJSON(step.message(in: state))
    sink.append("}")
  }
}

private struct StepKey: FragmentKey {
  let step: NextStep

  var fingerprint: UInt64 {
    var fingerprint = Fingerprint()
    fingerprint.add(UInt64(step.action.rawValue))
    for subject in step.subjects {
      switch subject {
      case .platform(let platform): fingerprint.add(1 | UInt64(platform.rawValue) << 8)
      case .appVersion: fingerprint.add(2)
      case .permission(let permission): fingerprint.add(3 | UInt64(permission.rawValue) << 8)
      case .product(let index), .feature(let index), .attribute(let index): fingerprint.add(index)
      }
    }
    return fingerprint.value
  }
}
