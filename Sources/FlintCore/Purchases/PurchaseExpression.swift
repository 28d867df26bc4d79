/// What must be bought, over products given by their index in ``Manifest/products``.
public enum PurchaseExpression: Hashable, Sendable {
  /// A product that is bought once or subscribed to, with one of the statuses, as written; nil: while it is paid for.
  case product(Int, in: [PurchaseStatus]?)

  /// A number of credits of a consumable, at least 1; met once the app has unlocked the feature.
  case credits(Int, quantity: Int64)

  /// A subscription of a group, at a level or above, by their indices in ``Manifest/groups``; the statuses as for a product.
  case group(Int, atLeast: Int?, in: [PurchaseStatus]?)

  /// One of several will do; never empty.
  case anyOf([PurchaseExpression])

  /// All are needed; never empty.
  case allOf([PurchaseExpression])

  /// A product while it is paid for.
  public static func product(_ product: Int) -> PurchaseExpression { .product(product, in: nil) }

  /// Whether it speaks of several things at once: “A” and “B” have been purchased.
  var isPlural: Bool {
    switch self {
    case .product, .credits, .group: false
    case .anyOf(let operands): operands.count == 1 && operands[0].isPlural
    case .allOf(let operands): operands.count > 1 || operands.contains(where: \.isPlural)
    }
  }

  var namesConsumable: Bool {
    switch self {
    case .credits: true
    case .product, .group: false
    case .anyOf(let operands), .allOf(let operands): operands.contains(where: \.namesConsumable)
    }
  }

  /// Calls `body` with each product that it leads to and the quantity where it is a consumable, in declared order; a
  /// product named twice comes twice.
  package func forEachProduct(
    in manifest: Manifest, _ body: (_ product: Int, _ quantity: Int64?) -> Void
  ) {
    switch self {
    case .product(let product, _): body(product, nil)
    case .credits(let product, let quantity): body(product, quantity)
    case .group(let group, let level, _):
      for product in manifest.products(of: group, atLeast: level) { body(product, nil) }
    case .anyOf(let operands), .allOf(let operands):
      for operand in operands { operand.forEachProduct(in: manifest, body) }
    }
  }

  /// The products of which any one satisfies the expression while it is paid for, in declared order.
  package func sufficientProducts(in manifest: Manifest) -> [Int] {
    switch self {
    case .product(let product, nil): [product]
    case .group(let group, let level, nil): manifest.products(of: group, atLeast: level)
    case .anyOf(let operands): operands.flatMap { $0.sufficientProducts(in: manifest) }
    case .allOf(let operands) where operands.count == 1:
      operands[0].sufficientProducts(in: manifest)
    case .product, .group, .credits, .allOf: []
    }
  }

  /// Writes the contract's EXPRESSION: `5xZBUCK`, `A or (B and C)`; a group of one is its operand.
  package func write(
    to text: inout String, products: [ProductDeclaration], groups: [GroupDeclaration]
  ) {
    write(to: &text, (products, groups), nested: false)
  }

  private func write(
    to text: inout String, _ names: (products: [ProductDeclaration], groups: [GroupDeclaration]),
    nested: Bool
  ) {
    let operands: [PurchaseExpression]
    let separator: String
    switch self {
    case .product(let product, let statuses):
      text += names.products[product].operand
      statuses.write(to: &text)
      return
    case .credits(let product, let quantity):
      text += "\(quantity)x"
      text += names.products[product].operand
      return
    case .group(let group, let level, let statuses):
      text += "group:"
      text += names.groups[group].id
      if let level { text += ">=\(names.groups[group].levels[level])" }
      statuses.write(to: &text)
      return
    case .anyOf(let several): (operands, separator) = (several, " or ")
    case .allOf(let several): (operands, separator) = (several, " and ")
    }
    if operands.count == 1 {
      operands[0].write(to: &text, names, nested: nested)
      return
    }
    if nested { text += "(" }
    for (index, operand) in operands.enumerated() {
      if index > 0 { text += separator }
      operand.write(to: &text, names, nested: true)
    }
    if nested { text += ")" }
  }
}

extension [PurchaseStatus]? {
  /// Writes the statuses behind what has them: `=expired|revoked`; nothing for nil.
  fileprivate func write(to text: inout String) {
    guard let self else { return }
    text += "="
    text += self.map(\.name).joined(separator: "|")
  }

  /// Whether a status will do; one that may still become any other is not known to.
  package func truth(of status: PurchaseStatus) -> Ternary {
    guard let self else { return status.truth }
    if self.contains(status) { return .yes }
    return status.truth == .unknown ? .unknown : .no
  }

  /// Whether buying it would do.
  package var acceptsPurchase: Bool { self?.contains(.purchased) ?? true }
}
