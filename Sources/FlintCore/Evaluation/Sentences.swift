/// A formatter of evaluation results as sentences, for one state. It offers no evaluation of features, so that a report
/// can only describe results that it was given.
package struct Sentences: Sendable {
  /// The shared data. It is a class instance, so that copies are cheap: reports pass sentences along for every
  /// constraint.
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

  /// Returns one sentence, without a full stop, on the outcome of a constraint of a feature.
  package func message(of evaluation: ConstraintEvaluation, in feature: Int?) -> String {
    basis.evaluator.message(of: evaluation, in: feature)
  }

  /// Returns the sentence on a constraint in any context, such as a guard or an alternative.
  package func message(of evaluation: ConstraintEvaluation, of owner: ConstraintOwner) -> String {
    var text = ""
    basis.evaluator.writeMessage(of: evaluation, of: owner, to: &text)
    return text
  }

  /// Returns the truth value of a constraint without regard to a guard.
  package func truth(of constraint: Constraint, of owner: ConstraintOwner) -> Ternary {
    basis.evaluator.truth(of: constraint, of: owner)
  }

  /// Evaluates a constraint without regard to a guard.
  package func evaluation(
    of constraint: Constraint, of owner: ConstraintOwner
  ) -> ConstraintEvaluation {
    basis.evaluator.evaluation(of: constraint, of: owner, block: nil, guardedBy: .yes)
  }

  /// The assumptions that are false in the state, in declared order.
  package var brokenAssumptions: [Int] { basis.evaluator.brokenAssumptions }

  /// The evaluated constraints that the app puts on every feature.
  package var appConstraints: [ConstraintEvaluation] { basis.evaluator.appConstraints }

  /// Returns the possible subjects of a next step: the blockers of a feature, then the constraints that are not
  /// determined if others make the feature unavailable.
  package func obstacles(of evaluation: FeatureEvaluation) -> [Blocker] {
    evaluation.blockers + basis.evaluator.open(beside: evaluation)
  }

  /// Returns one sentence, without a full stop, on the main blocker of a feature. If the feature is available, the
  /// sentence reports that.
  package func headline(of evaluation: FeatureEvaluation) -> String {
    basis.evaluator.headline(of: evaluation)
  }

  /// Returns one sentence on the subject of the next step if that is not among the blockers; otherwise nil.
  package func openMatter(of evaluation: FeatureEvaluation) -> String? {
    basis.evaluator.openMatter(of: evaluation)
  }

  /// Returns the next step and the steps after it; see ``Evaluator/steps(of:)``.
  package func steps(of evaluation: FeatureEvaluation) -> [NextStep] {
    basis.evaluator.steps(of: evaluation)
  }

  /// Returns all actions that could help to satisfy a constraint of a feature, as one step per action.
  package func steps(about evaluation: ConstraintEvaluation, in feature: Int?) -> [NextStep] {
    var requests: [(action: NextStep.Action, step: RequestedStep)] = []
    basis.evaluator.forEachRequest(of: evaluation, of: ConstraintOwner(feature)) { action, part in
      let index = requests.firstIndex { $0.action == action } ?? requests.endIndex
      if index == requests.endIndex { requests.append((action, RequestedStep())) }
      requests[index].step.add(action, part)
    }
    return requests.map { NextStep(action: $0, subjects: $1.subjects(in: basis.evaluator)) }
  }

  /// Returns the evaluated guard of the block that declares a constraint, or nil for one of the feature's own
  /// constraints.
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
