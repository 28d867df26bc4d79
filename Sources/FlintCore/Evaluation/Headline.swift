/// What there is to say first of a feature.
extension Evaluator {
  /// One sentence, without a full stop, on what stands in a feature's way; where nothing does, on that.
  func headline(of evaluation: FeatureEvaluation) -> String {
    guard let blocker = chiefBlocker(of: evaluation) else { return praise(evaluation) }
    var text = ""
    if blocker.feature != evaluation.feature {
      text = blocker.feature.map { "“\(manifest.features[$0].name)”: " } ?? "the app: "
    }
    writeMessage(of: blocker.constraint, in: blocker.feature, to: &text)
    let others = evaluation.blockers.count - 1
    if others > 0 { text += " (and \(others) more)" }
    return text
  }

  /// The first blocker that the next step is about, so that sentence and step speak of one thing.
  private func chiefBlocker(of evaluation: FeatureEvaluation) -> Blocker? {
    guard let step = evaluation.nextStep else { return nil }
    let asking = evaluation.blockers.first { blocker in
      var asks = false
      forEachRequest(of: blocker.constraint, of: ConstraintOwner(blocker.feature)) { action, _ in
        asks = asks || action == step.action
      }
      return asks
    }
    return asking ?? evaluation.blockers.first
  }

  private func praise(_ evaluation: FeatureEvaluation) -> String {
    let met = evaluation.constraints.count { $0.status == .satisfied }
    return switch met {
    case 0 where evaluation.constraints.isEmpty: "nothing is required"
    case 0: "nothing is required here"
    case 1: "its one constraint is met"
    case 2: "both constraints are met"
    default: "all \(met) constraints are met"
    }
  }
}
