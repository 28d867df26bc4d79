import FlintLogic
import FlintModel
import FlintText

/// What is required and what is, which formats write in their ways.
struct ConstraintFacts {
  let required: Value
  let actual: Value

  enum Value: Equatable {
    case scalar(ScalarValue)
    case list([Value])

    case other([Value])
    case pattern(TextPattern)

    case percent(Percent)

    /// Each product once.
    case holdings([Holding])

    static let unknown = Value.scalar(.null)
    static func boolean(_ value: Bool) -> Value { .scalar(.truth(value)) }
    static func text(_ text: String) -> Value { .scalar(.string(text)) }
  }

  struct Holding: Equatable {
    let product: String
    let value: HeldValue
  }

  enum HeldValue: Equatable {
    case status(PurchaseStatus)
    case credits(Int64)
  }

  init(
    _ evaluation: ConstraintEvaluation, of context: ConstraintContext, _ sentences: Sentences
  ) {
    let basis = sentences.basis
    let constraint = evaluation.constraint
    switch constraint {
    case .requirement(.platform(let platform, let versions)):
      required = .text(versions.description)
      actual =
        platform == basis.state.platform ? .text(basis.state.osVersion.description) : .unknown
    case .requirement(.platforms(let platforms)):
      required = .text(Self.text(of: platforms))
      actual = .text("\(basis.state.platform.name) \(basis.state.osVersion)")
    case .requirement(.device(let requirement)):
      let fact = requirement.fact
      required = Value(requirement.accepted, of: fact.domain)
      actual = Value(basis.state.value(of: fact) ?? .unknown, of: fact.domain)
    case .requirement(.runtimeEnabled):
      required = .boolean(true)
      actual = Value(sentences.truth(of: constraint, of: context))
    case .requirement(.userToggled):
      required = .boolean(true)
      actual = Value(sentences.truth(of: constraint, of: context))
    case .requirement(.permission(let requirement)):
      required =
        requirement.statuses.map { .list($0.map { .text($0.name) }) }
        ?? .text(SystemPermissionStatus.authorized.name)
      actual = .text(basis.state.status(of: requirement.permission).name)
    case .requirement(.purchase(let expression)):
      var text = ""
      expression.write(
        to: &text, products: basis.state.manifest.products, groups: basis.state.manifest.groups)
      required = .text(text)
      actual = .holdings(Self.holdings(expression, basis.state))
    case .requirement(.attribute(let requirement)):
      let attribute = basis.state.manifest.attributes[requirement.attribute]
      required = Value(requirement.accepted, of: attribute.domain)
      actual = Value(basis.state.value(of: requirement.attribute), of: attribute.domain)
    case .requirement(.rollout(let requirement)):
      required = .text("< \(requirement.percent)")
      actual = basis.state.bucket(requirement.bucket).map { .percent($0) } ?? .unknown
    case .feature:
      required = .text(FeatureStatus.available.name)
      actual = .text(FeatureStatus(sentences.truth(of: constraint, of: context)).name)
    case .condition:
      // A named condition can have too many operands to show, so only its result is reported.
      required = .boolean(true)
      actual = Value(sentences.truth(of: constraint, of: context))
    case .allOf, .anyOf, .not:
      required = .boolean(true)
      actual = Value(evaluation.operandsTruth)
    }
  }

  static func text(of platforms: [SupportedPlatform]) -> String {
    platforms.map { supported in
      supported.versions.map { "\(supported.platform.name) \($0)" } ?? supported.platform.name
    }.joined(separator: " or ")
  }

  private static func holdings(
    _ expression: PurchaseExpression, _ state: ResolvedState
  ) -> [Holding] {
    var products = DistinctList<Int>()
    expression.forEachProduct(in: state.manifest) { product, _ in products.append(product) }
    return products.elements.map { product in
      Holding(
        product: state.manifest.products[product].id,
        value: state.status(of: product).map { .status($0) } ?? .credits(state.credits(of: product))
      )
    }
  }
}

extension [ConstraintEvaluation] {
  /// Of an operand, whose constraints all apply.
  var truth: Ternary { reduce(.yes) { $0 && $1.status.truth } }
}

extension ConstraintEvaluation {
  /// Whatever the guard.
  var operandsTruth: Ternary {
    if case .anyOf = constraint { return operands.reduce(.no) { $0 || $1.truth } }
    let all = operands.reduce(Ternary.yes) { $0 && $1.truth }
    return if case .not = constraint { !all } else { all }
  }
}

extension Ternary {
  func word(_ yes: String, _ no: String) -> String {
    switch self {
    case .yes: yes
    case .no: no
    case .unknown: "unknown"
    }
  }
}

extension ConstraintFacts.Value {
  /// A platform's version only, since its key is another.
  init(_ value: FactValue, of fact: Fact, in manifest: Manifest) {
    switch value {
    case .system(_, let version): self = .text(version.description)
    case .typed(let value): self = Self(value, of: manifest.domain(of: fact))
    case .permission(let status): self = .text(status.name)
    case .purchase(let status): self = .text(status.name)
    case .flag(let flag): self = Self(flag)
    case .age(let seconds): self = .scalar(.number(seconds))
    case .bucket(let position): self = .percent(position)
    case .notGiven: self = .unknown
    }
  }

  init(_ truth: Ternary) {
    self = truth == .unknown ? .unknown : .boolean(truth == .yes)
  }

  init(_ accepted: AttributeRequirement.Accepted, of domain: AttributeDomain) {
    switch accepted {
    case .values(let values):
      if case .boolean = domain {
        self = Self(values[0], of: domain)
      } else {
        self = .list(values.map { Self($0, of: domain) })
      }
    case .otherValues(let values): self = .other(values.map { Self($0, of: domain) })
    case .range(let range): self = .text(range.description)
    case .age(let range): self = .text("\(range) ago")
    case .pattern(let pattern): self = .pattern(pattern)
    }
  }

  init(_ value: AttributeValue, of domain: AttributeDomain) {
    self = .scalar(domain.scalar(of: value))
  }
}

extension Manifest {
  /// `“Premium”`, `iOS 12 or later`.
  /// - Parameter block: From 0; shown from 1.
  func title(of constraint: Constraint, block: Int? = nil) -> String {
    let title = title(of: constraint)
    return block.map { "\(title) (conditional block \($0 + 1))" } ?? title
  }

  private func title(of constraint: Constraint) -> String {
    switch constraint {
    case .requirement(.platform(let platform, .unsupported)): "not on \(platform.name)"
    case .requirement(.platform(let platform, .any)): platform.name
    case .requirement(.platform(let platform, .versions(let range))):
      "\(platform.name) \(Self.limits(range.atLeast, range.below))"
    case .requirement(.platforms(let platforms)): ConstraintFacts.text(of: platforms)
    case .requirement(.device(let requirement)):
      "\(requirement.fact.name) \(Self.limits(requirement.accepted, of: requirement.fact.domain))"
    case .requirement(.runtimeEnabled): "the app's runtime flag"
    case .requirement(.userToggled): "the user's toggle"
    case .requirement(.permission(let requirement)):
      "\(requirement.permission.displayName) permission"
        + (requirement.statuses.map { " (\(alternatives($0.map(\.displayName))))" } ?? "")
    case .requirement(.purchase(let expression)): displayName(of: expression)
    case .requirement(.attribute(let requirement)):
      "“\(attributes[requirement.attribute].name)” "
        + attributes[requirement.attribute].domain.displayName(of: requirement.accepted)
    case .requirement(.rollout(let requirement)):
      "a position below \(requirement.percent) % in rollout “\(buckets[requirement.bucket])”"
    case .feature(let feature): "“\(features[feature].name)”"
    case .condition(let condition): "“\(conditions[condition].name)”"
    case .allOf(let conditions): "all of \(counted(conditions.count, "condition"))"
    case .anyOf(let conditions): "one of \(counted(conditions.count, "alternative"))"
    case .not: "no excluded condition"
    }
  }

  private static func limits(
    _ accepted: AttributeRequirement.Accepted, of domain: AttributeDomain
  ) -> String {
    guard case .range(let range) = accepted else { return domain.displayName(of: accepted) }
    return limits(range.atLeast.map(domain.text(of:)), range.below.map(domain.text(of:)))
  }

  private static func limits<Value: CustomStringConvertible>(
    _ atLeast: Value?, _ below: Value?
  ) -> String {
    switch (atLeast, below) {
    case (let atLeast?, nil): "\(atLeast) or later"
    case (nil, let below?): "below \(below)"
    case (let atLeast?, let below?): "\(atLeast) to below \(below)"
    case (nil, nil): ""
    }
  }
}

extension ConstraintStatus {
  var displayName: String {
    switch self {
    case .satisfied: "satisfied"
    case .notSatisfied: "not satisfied"
    case .notDetermined: "unknown"
    case .notActive: "does not apply"
    }
  }
}

struct ReportedConstraint {
  let evaluation: ConstraintEvaluation

  /// Nil for the app.
  let feature: Int?

  let isInherited: Bool

  /// In pre-order; “all of these” precedes several constraints of an alternative.
  var parts: [ReportedPart] {
    var parts: [ReportedPart] = []
    ReportedPart.add(
      evaluation, of: ConstraintContext(feature), depth: 1, isExcluded: false, to: &parts)
    return parts
  }
}

/// An operand, or the heading “all of these”.
struct ReportedPart {
  let content: Content

  /// From 1.
  let depth: Int

  /// Inside an odd number of `not`s.
  let isExcluded: Bool

  enum Content {
    case constraint(ConstraintEvaluation, ConstraintContext)

    case all(Ternary)
  }

  static func add(
    _ evaluation: ConstraintEvaluation, of context: ConstraintContext, depth: Int, isExcluded: Bool,
    to parts: inout [ReportedPart]
  ) {
    let inner = context.inside(evaluation.constraint)
    var isExcluded = isExcluded
    if case .not = evaluation.constraint { isExcluded.toggle() }
    for operand in evaluation.operands {
      var depth = depth
      if case .anyOf = evaluation.constraint, operand.count > 1 {
        let truth = operand.reduce(Ternary.yes) { $0 && $1.status.truth }
        parts.append(ReportedPart(content: .all(truth), depth: depth, isExcluded: isExcluded))
        depth += 1
      }
      for constraint in operand {
        parts.append(
          ReportedPart(
            content: .constraint(constraint, inner), depth: depth, isExcluded: isExcluded))
        add(constraint, of: inner, depth: depth + 1, isExcluded: isExcluded, to: &parts)
      }
    }
  }

  /// Whatever `not` is around.
  var status: ConstraintStatus {
    switch content {
    case .constraint(let evaluation, _): evaluation.status
    case .all(let truth): truth == .yes ? .satisfied : truth == .no ? .notSatisfied : .notDetermined
    }
  }

  /// Plain inside a `not`, where satisfied is no success.
  var role: Role { isExcluded ? .plain : status.role }

  func name(in manifest: Manifest) -> String {
    switch content {
    case .constraint(let evaluation, _):
      evaluation.constraint.name(in: manifest) + (fixedOutcome.map { ": \($0)" } ?? "")
    case .all: "all of these"
    }
  }

  private var fixedOutcome: String? {
    guard case .constraint(let evaluation, let context) = content,
      case .requirement(.rollout(let requirement)) = evaluation.constraint
    else { return nil }
    return requirement.fixedOutcome(in: context)
  }

  /// Returns what the constraint requires and what the state has instead. Nil for the heading “all of these” and for a
  /// rollout that no state changes.
  func facts(_ sentences: Sentences) -> ConstraintDescription? {
    switch content {
    case .constraint(let evaluation, let context) where fixedOutcome == nil:
      ConstraintDescription(evaluation, of: context, sentences)
    case .constraint, .all: nil
    }
  }
}

extension Sentences {
  /// Open ones and, if `verbose`, the feature's other ones.
  func reported(of evaluation: FeatureEvaluation, verbose: Bool) -> [ReportedConstraint] {
    let feature = evaluation.feature
    let obstacles = obstacles(of: evaluation)
    let own =
      verbose
      ? evaluation.constraints : obstacles.filter { $0.feature == feature }.map(\.constraint)
    return own.map { ReportedConstraint(evaluation: $0, feature: feature, isInherited: false) }
      + obstacles.filter { $0.feature != feature }
      .map { ReportedConstraint(evaluation: $0.constraint, feature: $0.feature, isInherited: true) }
  }

  func facts(of constraint: ReportedConstraint) -> ConstraintDescription {
    ConstraintDescription(constraint.evaluation, of: ConstraintContext(constraint.feature), self)
  }

  /// `playback/runtimeEnabled` for an ancestor's.
  func name(of constraint: ReportedConstraint, seenFrom feature: Int) -> String {
    Blocker(feature: constraint.feature, constraint: constraint.evaluation)
      .name(seenFrom: feature, in: manifest)
  }
}
