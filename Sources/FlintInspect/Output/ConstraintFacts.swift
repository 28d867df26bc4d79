/// The values that a constraint requires and that the state has.
struct ConstraintFacts {
  let required: Value
  let actual: Value

  enum Value {
    case scalar(ScalarValue)
    case list([Value])

    case other([Value])
    case pattern(TextPattern)

    case percent(Percent)

    /// The status or the credits of each product, without repetition.
    case holdings([(product: String, value: ScalarValue)])

    static let unknown = Value.scalar(.null)
    static func boolean(_ value: Bool) -> Value { .scalar(.truth(value)) }
    static func text(_ text: String) -> Value { .scalar(.string(text)) }
  }

  init(
    _ evaluation: ConstraintEvaluation, of context: ConstraintContext, _ sentences: Sentences
  ) {
    let constraint = evaluation.constraint
    func truth() -> Ternary { sentences.evaluator.truth(of: constraint, of: context) }
    (required, actual) =
      switch constraint {
      case .platform(let platform, let versions):
        (
          .text(versions.description),
          platform == sentences.state.platform
            ? .text(sentences.state.osVersion.description) : .unknown
        )
      case .platforms(let platforms):
        (
          .text(Self.text(of: platforms)),
          .text("\(sentences.state.platform.name) \(sentences.state.osVersion)")
        )
      case .device(let requirement):
        (
          Value(requirement.accepted, of: requirement.fact.domain),
          Value(
            sentences.state.value(of: requirement.fact) ?? .unknown, of: requirement.fact.domain)
        )
      case .permission(let requirement):
        (
          requirement.statuses.map { .list($0.map { .text($0.name) }) }
            ?? .text(SystemPermissionStatus.authorized.name),
          .text(sentences.state.status(of: requirement.permission).name)
        )
      case .purchase(let expression):
        (
          .text(expression.text(in: sentences.manifest)),
          Self.holdings(expression, sentences.state)
        )
      case .attribute(let requirement):
        (
          Value(requirement.accepted, of: sentences.domain(of: requirement)),
          Value(
            sentences.state.value(of: requirement.attribute), of: sentences.domain(of: requirement))
        )
      case .rollout(let requirement):
        (
          .text("< \(requirement.percent)"),
          sentences.state.bucket(requirement.bucket).map { .percent($0) } ?? .unknown
        )
      case .feature: (.text(FeatureStatus.available.name), .text(FeatureStatus(truth()).name))
      // A named condition can have too many operands to show, so only its result is reported.
      case .runtimeEnabled, .userToggled, .condition:
        (.boolean(true), Value(truth()))
      case .allOf, .anyOf, .not: (.boolean(true), Value(evaluation.operandsTruth))
      }
  }

  static func text(of platforms: [SupportedPlatform]) -> String {
    platforms.map { supported in
      supported.versions.map { "\(supported.platform.name) \($0)" } ?? supported.platform.name
    }.joined(separator: " or ")
  }

  private static func holdings(_ expression: PurchaseExpression, _ state: ResolvedState) -> Value {
    var products = DistinctList<Int>()
    expression.forEachProduct(in: state.manifest) { product, _ in products.append(product) }
    return .holdings(
      products.elements.map { product in
        let status = state.status(of: product).map { ScalarValue.string($0.name) }
        return (
          state.manifest.products[product].id, status ?? .number(state.credits(of: product))
        )
      })
  }
}

extension Sentences {
  fileprivate func domain(of requirement: AttributeRequirement) -> AttributeDomain {
    manifest.attributes[requirement.attribute].domain
  }
}

extension PurchaseExpression {
  /// The expression as the ids of constraints contain it.
  func text(in manifest: Manifest) -> String {
    text(products: manifest.products, groups: manifest.groups)
  }
}

extension [ConstraintEvaluation] {
  /// Whether all constraints of an operand are satisfied.
  var truth: Ternary { reduce(.yes) { $0 && $1.status.truth } }
}

extension ConstraintEvaluation {
  /// The outcome of the operands, even if the guard is false.
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
  /// Converts a fact's value. If it is a platform with its OS version, keeps only the version.
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
    case .range(let range): self = .text(range.map(domain.text(of:)).description)
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
  /// - Parameter block: The index of the conditional block, from 0; shown from 1.
  func title(of constraint: Constraint, block: Int? = nil) -> String {
    let title = title(of: constraint)
    return block.map { "\(title) (conditional block \($0 + 1))" } ?? title
  }

  private func title(of constraint: Constraint) -> String {
    switch constraint {
    case .platform(let platform, .unsupported): "not on \(platform.name)"
    case .platform(let platform, .any): platform.name
    case .platform(let platform, .versions(let range)):
      "\(platform.name) \(Self.limits(range))"
    case .platforms(let platforms): ConstraintFacts.text(of: platforms)
    case .device(let requirement):
      "\(requirement.fact.name) \(Self.limits(requirement.accepted, of: requirement.fact.domain))"
    case .runtimeEnabled: "the app's runtime flag"
    case .userToggled: "the user's toggle"
    case .permission(let requirement):
      "\(requirement.permission.displayName) permission"
        + (requirement.statuses.map { " (\(alternatives($0.map(\.displayName))))" } ?? "")
    case .purchase(let expression): displayName(of: expression)
    case .attribute(let requirement):
      "“\(attributes[requirement.attribute].name)” "
        + attributes[requirement.attribute].domain.displayName(of: requirement.accepted)
    case .rollout(let requirement):
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
    return limits(range.map(domain.text(of:)))
  }

  private static func limits(_ range: Bounds<some CustomStringConvertible>) -> String {
    switch (range.atLeast, range.below) {
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
