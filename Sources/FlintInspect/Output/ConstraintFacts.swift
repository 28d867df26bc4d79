import FlintModel
import FlintLogic

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

extension ConstraintEvaluation {
  /// Whatever the guard.
  var operandsTruth: Ternary {
    func truth(_ operand: [ConstraintEvaluation]) -> Ternary {
      operand.reduce(.yes) { $0 && $1.status.truth }
    }
    if case .anyOf = constraint { return operands.reduce(.no) { $0 || truth($1) } }
    let all = operands.reduce(Ternary.yes) { $0 && truth($1) }
    return if case .not = constraint { !all } else { all }
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
