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

/// A `String`, or a template with placeholders.
package protocol SentenceText {
  static func += (text: inout Self, more: String)
}

extension String: SentenceText {}

/// A part of a sentence that depends on the state.
package enum SentencePlaceholder: Hashable, Sendable {
  case platform

  /// `iOS 17.2`, `the latest iOS`.
  case system

  /// `iOS 17.2`; only `iOS` for the latest.
  case numberedSystem

  /// `app version 2.1`, `2026-12-01`; empty without a date.
  case device(DeviceFact)

  case credits(Int)

  /// `is not purchased`, `expired on 2026-12-20`.
  case status(Int)

  /// Follows “is”: `on`, `“beta”`.
  case value(Int)

  /// The date from which on an attribute has an age: `until 2026-12-03`.
  case end(ofAge: Int64, attribute: Int)

  /// `12.5`; empty if unknown.
  case rolloutPosition(Int)
}

/// Writes sentences with a state's values, or with placeholders for all states.
package protocol SentenceWriter {
  associatedtype Text: SentenceText
  var manifest: Manifest { get }
  func append(_ slot: SentencePlaceholder, in text: inout Text)
}

extension ResolvedState: SentenceWriter {
  package func append(_ slot: SentencePlaceholder, in text: inout String) {
    switch slot {
    case .platform: text += platform.name
    case .system: osVersion.write(of: platform.name, to: &text)
    case .numberedSystem:
      text += platform.name
      if case .version(let version) = osVersion { text += " \(version)" }
    case .device(let fact): if let value = value(of: fact) { fact.write(value, to: &text) }
    case .credits(let product): text += "\(credits(of: product))"
    case .status(let product):
      if let end = expiryDate(of: product) {
        text += "\(PurchaseStatus.expiryPrefix)\(end)"
      } else {
        text += (status(of: product) ?? .unknown).sentence
      }
    case .value(let attribute):
      manifest.attributes[attribute].domain.write(value(of: attribute), to: &text)
    case .end(let age, let attribute):
      text += manifest.displayName(ofAge: age, since: value(of: attribute), in: attribute)
    case .rolloutPosition(let bucket):
      if let position = self.bucket(bucket) { text += position.description }
    }
  }
}

extension InstalledVersion {
  /// `iOS 17.2`, `the latest iOS`.
  package func write(of name: String, to text: inout String) {
    switch self {
    case .latest: text += "the latest \(name)"
    case .version(let version): text += "\(name) \(version)"
    }
  }
}

/// The operands of an `anyOf` or `allOf`.
package protocol DescribedOperands {
  associatedtype Text: SentenceText

  var count: Int { get }

  /// The number with this truth and `one` or `several`: “2 are true”.
  func writeCount(_ truth: Ternary, one: String, several: String, in text: inout Text)
}

/// The wording of a list of the conditions inside an `anyOf` or `allOf`: `: (1) the camera permission is denied, (2)
/// iOS 18 or later is required; the device has iOS 17.4, and 4 more`.
package enum OperandList {
  package static let maxListed = 3
  package static let opening = ": "
  package static let separator = ", "
  package static let rest = (before: ", and ", after: " more")
  package static let conjunction = ", and "
}
