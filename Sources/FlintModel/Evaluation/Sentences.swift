/// Sentences about results, for reports. A class, because reports copy it for every constraint.
package final class Sentences: Sendable {
  package let evaluator: Evaluator

  /// The evaluator's state. Stored, like ``manifest``, because each access through the evaluator
  /// would retain the state's contents.
  package let state: ResolvedState
  package let manifest: Manifest

  package init(_ evaluator: Evaluator) {
    (self.evaluator, state, manifest) = (evaluator, evaluator.state, evaluator.manifest)
  }

  package convenience init(_ state: ResolvedState) { self.init(Evaluator(state)) }

  /// The constraint's evaluation, as if its guard were true.
  package func evaluation(
    of constraint: Constraint, of context: ConstraintContext
  ) -> ConstraintEvaluation {
    evaluator.evaluation(of: constraint, of: context, block: nil, guardedBy: .yes)
  }

  /// Blockers, then the undetermined constraints of an unavailable feature.
  package func obstacles(of evaluation: FeatureEvaluation) -> [Blocker] {
    evaluation.blockers + evaluator.undeterminedConstraints(of: evaluation)
  }

  /// Sentences about blockers, also inside alternatives, named conditions and required features.
  package func reasons(for evaluation: FeatureEvaluation) -> [String] {
    let status: ConstraintStatus =
      evaluation.status == .undetermined ? .notDetermined : .notSatisfied
    var reasons = DistinctList<String>()
    for (constraint, context) in evaluator.obstacles(of: evaluation, opensAlternatives: true)
    where constraint.status == status {
      reasons.append(evaluator.message(of: constraint, of: context))
    }
    return reasons.elements
  }

  /// The guard of a constraint's block, with its outcome; nil outside blocks.
  package func condition(
    of evaluation: ConstraintEvaluation, in feature: Int
  ) -> (constraints: [ConstraintEvaluation], truth: Ternary)? {
    evaluation.block.map { block in
      let condition = manifest.features[feature].conditional[block].condition
      let context = ConstraintContext(feature: feature).inGuard
      return (
        evaluator.evaluations(of: condition, of: context),
        evaluator.truth(of: condition, of: context)
      )
    }
  }
}

extension Evaluator {
  /// Explains the outcome, and why a named condition is not satisfied. `feature` is nil for a
  /// constraint of the app.
  public func message(of evaluation: ConstraintEvaluation, in feature: Int?) -> String {
    message(of: evaluation, of: ConstraintContext(feature), opensConditions: true)
  }

  /// - Parameter isNested: Whether the constraint is in a list of operands. An `allOf` or `anyOf`
  ///   then omits its own operands.
  package func message(
    of evaluation: ConstraintEvaluation, of context: ConstraintContext, isNested: Bool = false,
    opensConditions: Bool = false
  ) -> String {
    let constraint = evaluation.constraint
    if evaluation.status == .notActive {
      let isOfCurrentPlatform =
        if case .platform(let platform, _) = constraint {
          platform == state.platform
        } else { true }
      return state.text(
        of: manifest.inactiveSentence(on: constraint, isOfCurrentPlatform: isOfCurrentPlatform))
    }
    let truths = evaluation.operands.map { $0.reduce(Ternary.yes) { $0 && $1.status.truth } }
    let sentence = sentence(on: constraint, of: context, truths)
    var text = state.text(of: sentence, counting: truths)
    text += explanation(evaluation, truths, of: context, isNested, opensConditions)
    if evaluation.hasUnknownGuard { text += state.text(of: Manifest.openGuard) }
    return text
  }

  /// - Parameter truths: The outcomes of the constraint's operands.
  private func sentence(
    on constraint: Constraint, of context: ConstraintContext, _ truths: [Ternary]
  ) -> Sentence {
    let demand = context.demand
    switch constraint {
    case .platform(let platform, let versions):
      let position =
        if case .versions(let range) = versions {
          range.position(of: state.osVersion)
        } else { RangePosition.within }
      return manifest.sentence(on: platform, versions, position, as: demand)
    case .platforms(let platforms):
      let isListed = truth(of: constraint, of: context) == .yes
      return manifest.sentence(on: platforms, isListed: isListed, as: demand)
    case .device(let requirement):
      return manifest.sentence(
        on: requirement, requirement.truth(in: state), isTooLow: requirement.isTooLow(in: state),
        as: demand)
    case .runtimeEnabled:
      return manifest.sentence(onFlag: truth(of: constraint, of: context))
    case .userToggled:
      return manifest.sentence(onToggle: truth(of: constraint, of: context) == .yes)
    case .permission(let requirement):
      let permission = requirement.permission
      return manifest.sentence(
        on: requirement, state.status(of: permission), state.absence(of: permission), as: demand)
    case .purchase(let expression): return sentence(on: expression, of: context)
    case .attribute(let requirement):
      let value = state.value(of: requirement.attribute)
      var hasDate: Bool?
      if case .age = requirement.accepted, value != .unknown { hasDate = state.date != nil }
      return manifest.sentence(
        on: requirement, isMet: requirement.truth(of: value, at: state.date) == .yes,
        hasDate: hasDate, as: demand)
    case .rollout(let requirement):
      let isWithin = state.bucket(requirement.bucket).map { $0 < requirement.percent }
      return manifest.sentence(on: requirement, isWithin: isWithin, of: context)
    case .feature(let other):
      return manifest.sentence(onFeature: other, truth(of: constraint, of: context))
    case .condition(let condition):
      return manifest.sentence(onCondition: condition, truth(of: constraint, of: context))
    case .allOf:
      return Manifest.sentence(onAll: truths.count, truth(of: constraint, of: context))
    case .anyOf:
      return Manifest.sentence(onAlternatives: truths.count, truth(of: constraint, of: context))
    case .not: return Manifest.exclusion(of: truths[0])
    }
  }

  private func sentence(
    on expression: PurchaseExpression, of context: ConstraintContext
  ) -> Sentence {
    if isUnlocked(context) { return Manifest.unlockedSentence }
    let truth = truth(of: expression)
    let products = truth == .no ? expression.sufficientProducts(in: manifest) : []
    for statuses in PurchaseStatus.lapsed {
      if let product = products.first(where: { state.status(of: $0).map(statuses.contains) == true }
      ) {
        return manifest.statusSentence(of: product)
      }
    }
    var isDetailed = false
    if case .product(let product, _) = expression {
      isDetailed = state.status(of: product)?.isDetailed == true
    }
    return manifest.sentence(on: expression, truth, isDetailed: isDetailed, as: context.demand)
  }

  /// Sentences about the operands whose outcome is that of the constraint.
  private func explanation(
    _ evaluation: ConstraintEvaluation, _ truths: [Ternary], of context: ConstraintContext,
    _ isNested: Bool, _ opensConditions: Bool
  ) -> String {
    func text(_ constraints: [ConstraintEvaluation], _ whole: Ternary, isNested: Bool) -> String {
      var text = ""
      for constraint in constraints where constraint.status.truth == whole {
        if !text.isEmpty { text += OperandList.conjunction }
        text += message(
          of: constraint, of: context.inside(evaluation.constraint), isNested: isNested,
          opensConditions: opensConditions)
      }
      return text
    }
    switch evaluation.constraint {
    case .condition:
      if isNested || !opensConditions || truths[0] == .yes { return "" }
      return OperandList.opening + text(evaluation.operands[0], truths[0], isNested: false)
    case .not: return text(evaluation.operands[0], truths[0], isNested: false)
    case .allOf, .anyOf: if isNested { return "" }
    default: return ""
    }
    let whole = truth(of: evaluation.constraint, of: context)
    if case .allOf = evaluation.constraint, whole == .yes { return "" }
    let operands = truths.indices.filter { truths[$0] == whole }
    if operands.isEmpty { return "" }
    var list = OperandList.opening
    for (index, operand) in operands.prefix(OperandList.maxListed).enumerated() {
      if index > 0 { list += OperandList.separator }
      if operands.count > 1 { list += "(\(index + 1)) " }
      list += text(evaluation.operands[operand], whole, isNested: true)
    }
    let rest = operands.count - OperandList.maxListed
    if rest > 0 { list += "\(OperandList.rest.before)\(rest)\(OperandList.rest.after)" }
    return list
  }
}

/// The operands of an `anyOf` or `allOf`: `: (1) the camera permission is denied, (2) iOS 18 or
/// later is required; the device has iOS 17.4, and 4 more`.
package enum OperandList {
  package static let maxListed = 3
  package static let opening = ": "
  package static let separator = ", "
  package static let rest = (before: ", and ", after: " more")
  package static let conjunction = ", and "
}
