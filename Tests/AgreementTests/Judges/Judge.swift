import FlintModel

/// An evaluator, either the reference or one that is compared with it.
protocol Judge: Sendable {
  var name: String { get }

  /// Evaluates all features in all states, group by group.
  /// - Returns: The results of each state's features; nil for a state that the evaluator does not support.
  func judge(_ groups: [Group]) throws -> [[[Verdict]?]]
}

/// A manifest with states.
struct Group {
  var manifest: Manifest
  var states: [DeviceState]
}

struct EvaluatorJudge: Judge {
  let name = "evaluator"

  func judge(_ groups: [Group]) -> [[[Verdict]?]] {
    groups.map { group in
      group.states.map { state in
        let evaluator = Evaluator(group.manifest, in: state)
        let broken = evaluator.brokenAssumptions.map { group.manifest.assumptions[$0].id }
        return evaluator.all.map { evaluation in
          var verdict = Self.verdict(evaluation, evaluator)
          verdict.broken = broken
          return verdict
        }
      }
    }
  }

  static func verdict(_ evaluation: FeatureEvaluation, _ evaluator: Evaluator) -> Verdict {
    let manifest = evaluator.manifest
    let lineage =
      [evaluation] + manifest.ancestors(of: evaluation.feature).map { evaluator.evaluate($0) }
    let sentences = lineage.flatMap { one in
      one.constraints.map { evaluator.message(of: $0, of: ConstraintContext(one.feature)) }
    }
    return Verdict(
      status: evaluation.status,
      blockers: evaluation.blockers.map { $0.name(seenFrom: evaluation.feature, in: manifest) },
      nextStep: evaluation.nextStep.map { step in
        [step.action.name] + step.names(in: manifest)
      } ?? [],
      standings: (lineage.flatMap(\.constraints) + evaluator.appConstraints)
        .map { $0.status.name },
      advice: evaluation.nextStep?.message(in: evaluator.state) ?? "",
      sentences: sentences
        + evaluator.appConstraints.map {
          evaluator.message(of: $0, of: ConstraintContext(nil))
        },
      headline: evaluation.status == .available ? "" : evaluator.headline(of: evaluation))
  }
}
