internal import FlintCore
internal import FlintText

/// What a constraint requires and what the state has, in a few words for a person.
struct SpokenFacts {
  let required: String
  let actual: String

  init(_ constraint: Constraint, in feature: Int, _ state: ResolvedState) {
    let facts = ConstraintFacts(constraint, in: feature, state)
    switch constraint {
    case .purchase(let expression):
      required = state.manifest.spokenName(of: expression)
      actual = Self.holdings(of: expression, state)
    case .platform(let platform, .unsupported):
      required = "another platform"
      let version = facts.actual.spoken
      actual = platform == state.platform ? "\(platform.name) \(version)" : version
    case .platform, .appVersion, .runtimeEnabled, .userToggled, .permission, .attribute:
      required = facts.required.spoken
      actual = facts.actual.spoken
    }
  }

  /// Each product once; on its own where there is no other.
  private static func holdings(of expression: PurchaseExpression, _ state: ResolvedState) -> String
  {
    var distinct = DistinctList<Int>()
    expression.forEachProduct { product, _ in distinct.append(product) }
    let products = distinct.elements
    let spoken = products.map { product in
      let holding = state.holding(of: product).spoken
      return products.count == 1 ? holding : "“\(state.manifest.products[product].name)” \(holding)"
    }
    return spoken.joined(separator: ", ")
  }
}

extension ConstraintFacts.Value {
  var spoken: String {
    switch self {
    case .unknown: "unknown"
    case .boolean(let isOn): isOn.switchWord
    case .text(let text): text
    case .texts(let texts): texts.joined(separator: " or ")
    case .holdings(let holdings):
      holdings.map { "\($0.product) \($0.holding.spoken)" }.joined(separator: ", ")
    }
  }
}

extension ProductHolding {
  var spoken: String {
    switch self {
    case .status(let status): status.name
    case .credits(let held): counted(held, "credit")
    }
  }
}
