/// Sentences for reports, which describe results and compute none.
package struct Sentences: Sendable {
  /// Shared, because reports copy it for every constraint.
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

  package func message(of evaluation: ConstraintEvaluation, in feature: Int?) -> String {
    basis.evaluator.message(of: evaluation, in: feature)
  }

  package func message(of evaluation: ConstraintEvaluation, of context: ConstraintContext) -> String
  {
    var text = ""
    basis.evaluator.writeMessage(of: evaluation, of: context, to: &text)
    return text
  }

  /// Without the guard.
  package func truth(of constraint: Constraint, of context: ConstraintContext) -> Ternary {
    basis.evaluator.truth(of: constraint, of: context)
  }

  /// Without the guard.
  package func evaluation(
    of constraint: Constraint, of context: ConstraintContext
  ) -> ConstraintEvaluation {
    basis.evaluator.evaluation(of: constraint, of: context, block: nil, guardedBy: .yes)
  }

  package var brokenAssumptions: [Int] { basis.evaluator.brokenAssumptions }

  package var appConstraints: [ConstraintEvaluation] { basis.evaluator.appConstraints }

  /// The blockers, after which an unavailable feature's undetermined constraints follow.
  package func obstacles(of evaluation: FeatureEvaluation) -> [Blocker] {
    evaluation.blockers + basis.evaluator.undeterminedConstraints(of: evaluation)
  }

  /// Returns the headline of a feature: one sentence, without a full stop. If the feature is not available, the
  /// sentence describes the constraint that the next step concerns, else the first constraint that keeps the feature
  /// from being available. For an available feature, it is a sentence such as `all 3 constraints are satisfied`.
  ///
  /// - Parameter isDetailed: Whether the sentence about a named condition or another feature is followed by those about
  ///   what is in the way there.
  package func headline(of evaluation: FeatureEvaluation, isDetailed: Bool = false) -> String {
    basis.evaluator.headline(of: evaluation, isDetailed: isDetailed)
  }

  /// Returns sentences about what keeps a feature from being available, inside the named conditions and features that it
  /// requires too.
  package func reasons(for evaluation: FeatureEvaluation) -> [String] {
    let status: ConstraintStatus =
      evaluation.status == .undetermined ? .notDetermined : .notSatisfied
    var reasons = DistinctList<String>()
    for (constraint, context) in basis.evaluator.obstacles(of: evaluation)
    where constraint.status == status {
      reasons.append(message(of: constraint, of: context))
    }
    return reasons.elements
  }

  /// See ``Evaluator/undeterminedSentence(of:)``.
  package func undeterminedSentence(of evaluation: FeatureEvaluation) -> String? {
    basis.evaluator.undeterminedSentence(of: evaluation)
  }

  package func steps(of evaluation: FeatureEvaluation) -> [NextStep] {
    basis.evaluator.steps(of: evaluation)
  }

  /// `feature` is nil for a constraint of the app.
  package func steps(about evaluation: ConstraintEvaluation, in feature: Int?) -> [NextStep] {
    var requests: [(action: NextStep.Action, step: RequestedStep)] = []
    basis.evaluator.forEachRequest(of: evaluation, of: ConstraintContext(feature)) { action, part in
      let index = requests.firstIndex { $0.action == action } ?? requests.endIndex
      if index == requests.endIndex { requests.append((action, RequestedStep())) }
      requests[index].step.add(action, part)
    }
    return requests.compactMap { $0.step.step(in: basis.evaluator) }
  }

  /// Its evaluated guard; nil outside blocks.
  package func condition(
    of evaluation: ConstraintEvaluation, in feature: Int
  ) -> (constraints: [ConstraintEvaluation], truth: Ternary)? {
    evaluation.block.map { block in
      let condition = manifest.features[feature].conditional[block].condition
      let context = ConstraintContext(feature: feature).inGuard
      return (
        basis.evaluator.evaluations(of: condition, of: context),
        basis.evaluator.truth(of: condition, of: context)
      )
    }
  }
}
