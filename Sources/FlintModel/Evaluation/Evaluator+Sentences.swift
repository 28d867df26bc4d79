extension Evaluator {
  package func writeMessage(
    of evaluation: ConstraintEvaluation, in feature: Int?, to text: inout String
  ) {
    writeMessage(of: evaluation, of: ConstraintContext(feature), to: &text)
  }

  /// `feature` is nil for a constraint of the app.
  public func message(of evaluation: ConstraintEvaluation, in feature: Int?) -> String {
    var text = ""
    writeMessage(of: evaluation, in: feature, to: &text)
    return text
  }

  /// Writes the sentence about the outcome of a constraint. `context` describes where the constraint is declared: in a
  /// feature, in the condition of a conditional block, or in another condition.
  ///
  /// - Parameter isNested: Whether the sentence about an `allOf` or `anyOf` leaves out its operands.
  func writeMessage(
    of evaluation: ConstraintEvaluation, of context: ConstraintContext, isNested: Bool = false,
    to text: inout String
  ) {
    if evaluation.status == .notActive {
      let isOfCurrentPlatform =
        if case .requirement(.platform(let platform, _)) = evaluation.constraint {
          platform == state.platform
        } else { true }
      state.writeInactive(
        evaluation.constraint, isOfCurrentPlatform: isOfCurrentPlatform, to: &text)
      return
    }
    switch evaluation.constraint {
    case .requirement(.platform(let platform, let versions)):
      let position =
        if case .versions(let range) = versions {
          range.position(of: state.osVersion)
        } else { VersionRange.Position.within }
      state.write(platform, versions, position, as: context.demand, to: &text)
    case .requirement(.platforms(let platforms)):
      let isListed = truth(of: evaluation.constraint, of: context) == .yes
      state.write(platforms, isListed: isListed, as: context.demand, to: &text)
    case .requirement(.device(let requirement)):
      state.write(
        requirement, requirement.truth(in: state), isTooLow: requirement.isTooLow(in: state),
        as: context.demand, to: &text)
    case .requirement(.runtimeEnabled):
      state.writeFlag(context.feature.map { state.runtimeFlag(of: $0) } ?? .unknown, to: &text)
    case .requirement(.userToggled(let value)):
      let isOn = context.feature.map { state.toggle(of: $0, defaultValue: value) } ?? value
      state.writeToggle(isOn, to: &text)
    case .requirement(.permission(let requirement)):
      let permission = requirement.permission
      state.write(
        requirement, state.status(of: permission), state.absence(of: permission),
        as: context.demand, to: &text)
    case .requirement(.purchase(let expression)): write(expression, of: context, to: &text)
    case .requirement(.attribute(let requirement)):
      write(requirement, as: context.demand, to: &text)
    case .requirement(.rollout(let requirement)):
      let isWithin = state.bucket(requirement.bucket).map { $0 < requirement.percent }
      state.write(requirement, isWithin: isWithin, of: context, to: &text)
    case .feature(let other):
      state.write(known[.feature(other)]?.truth ?? .unknown, ofFeature: other, to: &text)
    case .condition(let condition):
      let truth = known[.condition(condition)]?.truth ?? .unknown
      state.write(truth, ofCondition: condition, to: &text)
    case .allOf, .anyOf:
      let whole = truth(of: evaluation.constraint, of: context)
      let truths = evaluation.operands.map { $0.reduce(.yes) { $0 && $1.status.truth } }
      let operands = EvaluatedOperands(truths: truths)
      var isListed = !isNested
      if case .allOf = evaluation.constraint {
        operands.writeAll(whole, to: &text)
        isListed = isListed && whole != .yes
      } else {
        operands.writeAlternatives(whole, to: &text)
      }
      if isListed {
        let described = zip(evaluation.operands, truths).filter { $0.1 == whole }.map(\.0)
        write(described, whole, of: context, to: &text)
      }
    case .not: writeExclusion(evaluation, of: context.inNot, to: &text)
    }
    if evaluation.hasUnknownGuard { state.writeOpenGuard(to: &text) }
  }

  private func write(
    _ expression: PurchaseExpression, of context: ConstraintContext, to text: inout String
  ) {
    if isUnlocked(context) {
      state.writeUnlocked(to: &text)
      return
    }
    let truth = truth(of: expression)
    let products = truth == .no ? expression.sufficientProducts(in: manifest) : []
    for statuses in PurchaseStatus.lapsed {
      if let product = products.first(where: { state.status(of: $0).map(statuses.contains) == true }
      ) {
        state.writeStatus(of: product, to: &text)
        return
      }
    }
    var isDetailed = false
    if case .product(let product, _) = expression {
      isDetailed = state.status(of: product)?.isDetailed == true
    }
    state.write(expression, truth, isDetailed: isDetailed, as: context.demand, to: &text)
  }

  private func write(
    _ requirement: AttributeRequirement, as demand: Demand, to text: inout String
  ) {
    let value = state.value(of: requirement.attribute)
    var hasDate: Bool?
    if case .age = requirement.accepted, value != .unknown { hasDate = state.date != nil }
    let isMet = requirement.truth(of: value, at: state.date) == .yes
    state.write(requirement, isMet: isMet, hasDate: hasDate, as: demand, to: &text)
  }

  private func writeExclusion(
    _ evaluation: ConstraintEvaluation, of context: ConstraintContext, to text: inout String
  ) {
    let inside = evaluation.operands[0]
    let whole = inside.reduce(Ternary.yes) { $0 && $1.status.truth }
    state.writeExclusion(of: whole, to: &text)
    write(inside, whole, of: context, to: &text)
  }

  /// Writes the sentences about the constraints with the same truth value as the whole condition, which explain it.
  private func write(
    _ constraints: [ConstraintEvaluation], _ whole: Ternary, of context: ConstraintContext,
    isNested: Bool = false, to text: inout String
  ) {
    for (index, constraint) in constraints.filter({ $0.status.truth == whole }).enumerated() {
      if index > 0 { text += OperandList.conjunction }
      writeMessage(of: constraint, of: context, isNested: isNested, to: &text)
    }
  }

  private func write(
    _ operands: [[ConstraintEvaluation]], _ whole: Ternary, of context: ConstraintContext,
    to text: inout String
  ) {
    for (index, operand) in operands.prefix(OperandList.maxListed).enumerated() {
      text += index == 0 ? OperandList.opening : OperandList.separator
      if operands.count > 1 { text += "(\(index + 1)) " }
      write(operand, whole, of: context, isNested: true, to: &text)
    }
    let rest = operands.count - OperandList.maxListed
    if rest > 0 { text += "\(OperandList.rest.before)\(rest)\(OperandList.rest.after)" }
  }
}

private struct EvaluatedOperands: DescribedOperands {
  let truths: [Ternary]

  var count: Int { truths.count }

  func writeCount(_ truth: Ternary, one: String, several: String, in text: inout String) {
    let number = truths.count { $0 == truth }
    text += "\(number)\(number == 1 ? one : several)"
  }
}
