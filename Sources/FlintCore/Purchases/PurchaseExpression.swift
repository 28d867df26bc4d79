/// What must be bought, over products given by their index in ``Manifest/products``.
public enum PurchaseExpression: Hashable, Sendable {
  /// A product that is bought once or subscribed to.
  case product(Int)

  /// A number of credits of a consumable, at least 1; met once the app has unlocked the feature.
  case credits(Int, quantity: Int64)

  /// One of several will do; never empty.
  case anyOf([PurchaseExpression])

  /// All are needed; never empty.
  case allOf([PurchaseExpression])

  /// Calls `body` with each product named and the quantity where it is a consumable, in declared order; a product
  /// named twice is told twice.
  package func forEachProduct(_ body: (_ product: Int, _ quantity: Int64?) -> Void) {
    switch self {
    case .product(let product): body(product, nil)
    case .credits(let product, let quantity): body(product, quantity)
    case .anyOf(let operands), .allOf(let operands):
      for operand in operands { operand.forEachProduct(body) }
    }
  }

  /// Writes the contract's EXPRESSION: `5xZBUCK`, `A or (B and C)`; a group of one is its operand.
  package func write(to text: inout String, products: [ProductDeclaration]) {
    write(to: &text, products: products, nested: false)
  }

  private func write(to text: inout String, products: [ProductDeclaration], nested: Bool) {
    let operands: [PurchaseExpression]
    let separator: String
    switch self {
    case .product(let product):
      text += products[product].operand
      return
    case .credits(let product, let quantity):
      text += "\(quantity)x"
      text += products[product].operand
      return
    case .anyOf(let several): (operands, separator) = (several, " or ")
    case .allOf(let several): (operands, separator) = (several, " and ")
    }
    if operands.count == 1 {
      operands[0].write(to: &text, products: products, nested: nested)
      return
    }
    if nested { text += "(" }
    for (index, operand) in operands.enumerated() {
      if index > 0 { text += separator }
      operand.write(to: &text, products: products, nested: true)
    }
    if nested { text += ")" }
  }
}
