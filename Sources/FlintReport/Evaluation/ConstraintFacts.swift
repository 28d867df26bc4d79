import FlintCore

/// What a constraint requires and what the state has, as every format tells it.
struct ConstraintFacts {
  let required: Value
  let actual: Value

  enum Value: Equatable {
    case unknown
    case boolean(Bool)
    case text(String)
    case texts([String])

    /// Products by their ids, each once.
    case holdings([Holding])
  }

  struct Holding: Equatable {
    let product: String
    let holding: ProductHolding
  }

  init(_ constraint: Constraint, in feature: Int, _ state: ResolvedState) {
    let manifest = state.manifest
    switch constraint {
    case .platform(let platform, let constraint):
      required = .text(constraint.description)
      actual = platform == state.platform ? .text(state.osVersion.description) : .unknown
    case .appVersion(let range):
      required = .text(range.description)
      actual = .text(state.appVersion.description)
    case .runtimeEnabled:
      required = .boolean(true)
      actual = Value(state.runtimeFlag(of: feature))
    case .userToggled(let value):
      required = .boolean(true)
      actual = .boolean(state.toggle(of: feature, defaultValue: value))
    case .permission(let permission):
      required = .text(SystemPermissionStatus.authorized.name)
      actual = .text(state.status(of: permission).name)
    case .purchase(let expression):
      var text = ""
      expression.write(to: &text, products: manifest.products)
      required = .text(text)
      actual = .holdings(Self.holdings(expression, state))
    case .attribute(let requirement):
      let attribute = manifest.attributes[requirement.attribute]
      required = Value(requirement.accepted, of: attribute)
      actual = Value(state.value(of: requirement.attribute), of: attribute)
    }
  }

  /// In the order in which the expression names them first.
  private static func holdings(
    _ expression: PurchaseExpression, _ state: ResolvedState
  ) -> [Holding] {
    var seen: Set<Int> = []
    var holdings: [Holding] = []
    expression.forEachProduct { product, _ in
      guard seen.insert(product).inserted else { return }
      holdings.append(
        Holding(
          product: state.manifest.products[product].id, holding: state.holding(of: product)))
    }
    return holdings
  }
}

extension ConstraintFacts.Value {
  init(_ truth: Ternary) {
    self = truth == .unknown ? .unknown : .boolean(truth == .yes)
  }

  init(_ accepted: AttributeRequirement.Accepted, of attribute: AttributeDeclaration) {
    switch (accepted, attribute.domain) {
    case (.boolean(let value), _): self = .boolean(value)
    case (.choices(let choices), .choice(let values)): self = .texts(choices.map { values[$0] })
    case (.choices, .boolean): self = .texts([])
    }
  }

  init(_ value: AttributeValue, of attribute: AttributeDeclaration) {
    switch (value, attribute.domain) {
    case (.boolean(let value), _): self = .boolean(value)
    case (.choice(let index), .choice(let values)): self = .text(values[index])
    case (.unknown, _), (.choice, .boolean): self = .unknown
    }
  }
}
