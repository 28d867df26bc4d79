import FlintModel

struct DistinctNames {
  let groups: [GroupDeclaration]
  let products: [ProductDeclaration]
  private var names: Set<String> = []

  init(groups: [GroupDeclaration], products: [ProductDeclaration]) {
    self.groups = groups
    self.products = products
  }

  /// Inserts an expression, and returns whether it is new.
  mutating func insert(_ expression: PurchaseExpression) -> Bool {
    names.insert(expression.text(products: products, groups: groups)).inserted
  }
}

extension Condition {
  /// The condition in a canonical order of the keys of platforms and attributes.
  var sorted: Condition {
    var attributes = constraints.filter { $0.kind == .attribute }.sorted { one, other in
      guard case .attribute(let one) = one,
        case .attribute(let other) = other
      else { return false }
      return one.attribute < other.attribute
    }[...]
    return Condition(
      constraints.map { constraint in
        switch constraint {
        case .platforms(let platforms):
          .platforms(platforms.sorted { $0.platform.rawValue < $1.platform.rawValue })
        case .attribute: attributes.popFirst() ?? constraint
        case .allOf(let operands): .allOf(operands.map(\.sorted))
        case .anyOf(let operands): .anyOf(operands.map(\.sorted))
        case .not(let condition): .not(condition.sorted)
        default: constraint
        }
      })
  }
}
