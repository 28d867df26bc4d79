/// Puts results into words, in the state that they are of. It judges no feature: a report that has nothing else can only
/// tell what was found.
package struct Sentences: Sendable {
  /// Held where it costs no copy: reports hand sentences around for every constraint.
  package let basis: Basis

  package final class Basis: Sendable {
    package let state: ResolvedState
    fileprivate let evaluator: Evaluator

    fileprivate init(_ evaluator: Evaluator) {
      state = evaluator.state
      self.evaluator = evaluator
    }
  }

  package init(_ state: ResolvedState) {
    self.init(Evaluator(state))
  }

  package init(_ evaluator: Evaluator) {
    basis = Basis(evaluator)
  }

  package var state: ResolvedState { basis.state }
  package var manifest: Manifest { basis.state.manifest }

  /// One sentence, without a full stop, on how a constraint of a feature stands.
  package func message(of evaluation: ConstraintEvaluation, in feature: Int?) -> String {
    basis.evaluator.message(of: evaluation, in: feature)
  }

  /// The sentence on a constraint that need not be a feature's own: one in a guard or an alternative.
  package func message(of evaluation: ConstraintEvaluation, of owner: ConstraintOwner) -> String {
    var text = ""
    basis.evaluator.writeMessage(of: evaluation, of: owner, to: &text)
    return text
  }

  /// The truth of a constraint before any guard.
  package func truth(of constraint: Constraint, of owner: ConstraintOwner) -> Ternary {
    basis.evaluator.truth(of: constraint, of: owner)
  }

  /// A constraint judged here, whatever guard is around it.
  package func evaluation(
    of constraint: Constraint, of owner: ConstraintOwner
  ) -> ConstraintEvaluation {
    basis.evaluator.evaluation(of: constraint, of: owner, block: nil, guardedBy: .yes)
  }

  /// The assumptions that are false in the state, in declared order.
  package var brokenAssumptions: [Int] { basis.evaluator.brokenAssumptions }

  /// What the app demands of every feature, judged.
  package var appConstraints: [ConstraintEvaluation] { basis.evaluator.appConstraints }

  /// The blockers of a feature and, behind them, what is not determined yet where something else blocks: all that a next
  /// step can be about.
  package func obstacles(of evaluation: FeatureEvaluation) -> [Blocker] {
    evaluation.blockers + basis.evaluator.open(beside: evaluation)
  }

  /// One sentence, without a full stop, on what stands in a feature's way; where nothing does, on that.
  package func headline(of evaluation: FeatureEvaluation) -> String {
    basis.evaluator.headline(of: evaluation)
  }

  /// One sentence on what the next step is about, where the blockers do not tell it.
  package func openMatter(of evaluation: FeatureEvaluation) -> String? {
    basis.evaluator.openMatter(of: evaluation)
  }

  /// The next step and the steps after it; see ``Evaluator/steps(of:)``.
  package func steps(of evaluation: FeatureEvaluation) -> [NextStep] {
    basis.evaluator.steps(of: evaluation)
  }

  /// Everything that could be done about a constraint of a feature, one step for each action.
  package func steps(about evaluation: ConstraintEvaluation, in feature: Int?) -> [NextStep] {
    var requests: [(action: NextStep.Action, step: RequestedStep)] = []
    basis.evaluator.forEachRequest(of: evaluation, of: ConstraintOwner(feature)) { action, part in
      let index = requests.firstIndex { $0.action == action } ?? requests.endIndex
      if index == requests.endIndex { requests.append((action, RequestedStep())) }
      requests[index].step.add(action, part)
    }
    return requests.map { NextStep(action: $0, subjects: $1.subjects(in: basis.evaluator)) }
  }

  /// What the block of a constraint is guarded by, and whether that holds; nil for the feature's own constraints.
  package func condition(
    of evaluation: ConstraintEvaluation, in feature: Int
  ) -> (constraints: [ConstraintEvaluation], truth: Ternary)? {
    evaluation.block.map { block in
      let condition = manifest.features[feature].conditional[block].condition
      let owner = ConstraintOwner(feature: feature).inGuard
      return (
        basis.evaluator.evaluations(of: condition, of: owner),
        basis.evaluator.truth(of: condition, of: owner)
      )
    }
  }
}
