import FlintCore
import FlintText

/// What `purchases` may refer to.
struct DeclaredProducts {
  var names = NameIndex()
  /// By number.
  var declarations: [ProductDeclaration] = []
  /// Those whose type could not be read, so that nothing follows from it.
  var untyped: Set<Int> = []

  /// The type of a product, nil where it could not be read.
  func type(of product: Int) -> ProductType? {
    !untyped.isEmpty && untyped.contains(product) ? nil : declarations[product].type
  }
}

extension InputProblems {
  /// `purchases` of a feature or block: requirements, no two with the same expression.
  mutating func purchases(_ value: JSONValue, _ products: DeclaredProducts) -> [PurchaseExpression]
  {
    guard isArray(value, "'purchases'") else { return [] }
    return requirements(value, products) { name in .duplicateConstraint("purchase:" + name) }
  }

  private mutating func requirements(
    _ list: JSONValue, _ products: DeclaredProducts,
    ifTwice fact: (String) -> InputProblem.Fact
  ) -> [PurchaseExpression] {
    var requirements: [PurchaseExpression] = []
    requirements.reserveCapacity(list.count)
    var seen = SeenExpressions(expected: list.count)
    for element in list.elements {
      guard let requirement = requirement(element, products) else { continue }
      requirements.append(requirement)
      if !seen.insert(requirement) {
        add(fact(requirement.expression(of: products.declarations)), at: element)
      }
    }
    return requirements
  }

  private mutating func requirement(
    _ value: JSONValue, _ products: DeclaredProducts
  ) -> PurchaseExpression? {
    switch value.kind {
    case .string: return product(value, of: value, quantity: nil, products)
    case .object: return requirementObject(value, products)
    default:
      add(.wrongType(subject: "a purchase", found: value.kind, expected: .purchase), at: value)
      return nil
    }
  }

  private mutating func requirementObject(
    _ value: JSONValue, _ products: DeclaredProducts
  ) -> PurchaseExpression? {
    var form: (key: PurchaseKey, value: JSONValue)?
    var quantity: (key: JSONValue, value: JSONValue)?
    for (key, member) in value.members {
      switch PurchaseKey(key: key) {
      case .quantity: quantity = (key, member)
      case let name?:
        if let form, form.key != name {
          add(.unexpectedKey(name.name, reason: .besides(form.key.name)), at: key)
        }
        form = form ?? (name, member)
      case nil: unknownKey(key, in: "a purchase", allowed: PurchaseKey.allCases)
      }
    }
    guard let form else {
      missingKey(PurchaseKey.product, in: "a purchase", of: value)
      return nil
    }
    if form.key != .product, let quantity {
      add(.unexpectedKey("quantity", reason: .besides(form.key.name)), at: quantity.key)
    }
    switch form.key {
    case .product, .quantity:
      return product(form.value, of: value, quantity: quantity?.value, products)
    case .anyOf: return group(form.value, named: form.key, products).map { .anyOf($0) }
    case .allOf: return group(form.value, named: form.key, products).map { .allOf($0) }
    }
  }

  private mutating func group(
    _ list: JSONValue, named key: PurchaseKey, _ products: DeclaredProducts
  ) -> [PurchaseExpression]? {
    let subject = "'\(key.name)'"
    guard isArray(list, subject) else { return nil }
    if list.count == 0 {
      add(.empty(subject: subject), at: list)
      return nil
    }
    let operands = requirements(list, products) { .duplicateValue($0, in: subject) }
    return operands.isEmpty ? nil : operands
  }

  /// A product with the quantity that its type asks for.
  private mutating func product(
    _ value: JSONValue, of requirement: JSONValue, quantity: JSONValue?,
    _ products: DeclaredProducts
  ) -> PurchaseExpression? {
    let number = quantity.flatMap { integer($0, "'quantity'", atLeast: 1) }
    guard expect(.string, value, "'product'", as: .string),
      let product = index(of: value, in: products.names, .product)
    else { return nil }
    let name = products.names.names[product]
    switch (products.type(of: product), quantity) {
    case (nil, _): return nil
    case (.consumable, nil):
      let problem = InputProblem.Fact.missingQuantity(product: name)
      if requirement.kind == .object {
        add(problem, atStartOf: requirement)
      } else {
        add(problem, at: requirement)
      }
      return nil
    case (.consumable, .some): return number.map { .credits(product, quantity: $0) }
    case (_, let quantity?):
      add(.unexpectedQuantity(product: name), at: quantity)
      return .product(product)
    case (_, nil): return .product(product)
    }
  }
}

/// Notices an expression that reads the same as one before: compares a few, looks many up.
private struct SeenExpressions {
  private var few: [PurchaseExpression] = []
  private var many: Set<PurchaseExpression> = []
  private let expected: Int

  init(expected: Int) { self.expected = expected }

  /// - Returns: whether it is new.
  mutating func insert(_ expression: PurchaseExpression) -> Bool {
    if expected < 2 { return true }
    let expression = expression.withoutGroupsOfOne
    if expected > 8 { return many.insert(expression).inserted }
    if few.contains(expression) { return false }
    few.append(expression)
    return true
  }
}

extension PurchaseExpression {
  /// Equal for two expressions exactly when they are written the same.
  fileprivate var withoutGroupsOfOne: PurchaseExpression {
    switch self {
    case .product, .credits, .group: self
    case .anyOf(let operands) where operands.count == 1: operands[0].withoutGroupsOfOne
    case .allOf(let operands) where operands.count == 1: operands[0].withoutGroupsOfOne
    case .anyOf(let operands): .anyOf(operands.map(\.withoutGroupsOfOne))
    case .allOf(let operands): .allOf(operands.map(\.withoutGroupsOfOne))
    }
  }

  fileprivate func expression(of products: [ProductDeclaration]) -> String {
    var text = ""
    write(to: &text, products: products, groups: [])
    return text
  }
}
