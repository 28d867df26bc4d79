/// A purchase requirement of a manifest. It refers to products by their index in ``Manifest/products``.
public enum PurchaseExpression: Hashable, Sendable {
  /// A non-consumable product or a subscription, by its index. `in` lists the accepted statuses. Nil means those in
  /// which the product is paid for: `purchased` and `inGracePeriod`.
  case product(Int, in: [PurchaseStatus]?)

  /// A number of credits, at least 1, of a consumable product, which is given by its index. The requirement is
  /// satisfied once the app has spent the credits and unlocked the feature.
  case credits(Int, quantity: Int64)

  /// Any subscription of a group, which is given by its index in ``Manifest/groups``. `atLeast` is the lowest accepted
  /// level, by its index in ``GroupDeclaration/levels``; nil means any level. `in` lists the accepted statuses; nil
  /// means those in which a subscription is paid for: `purchased` and `inGracePeriod`.
  case group(Int, atLeast: Int?, in: [PurchaseStatus]?)

  /// At least one of several requirements must be satisfied. The list is never empty.
  case anyOf([PurchaseExpression])

  /// All of several requirements must be satisfied. The list is never empty.
  case allOf([PurchaseExpression])

  /// Returns the requirement that a product, given by its index, is paid for.
  public static func product(_ product: Int) -> PurchaseExpression { .product(product, in: nil) }

  /// Whether the products, as the subject of a sentence, need a plural verb, as in: “A” and “B” have been purchased.
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

  /// Calls `body` for each product that the expression refers to, in the order of the expression. `quantity` is the
  /// required number of credits; nil if the product is not a consumable. If a product occurs twice, `body` is called
  /// twice with it.
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

  /// Returns the indices of the products that satisfy the whole expression on their own, if they are paid for. In `A or
  /// (B and C)`, this is only A. A product whose accepted statuses are listed (`in`) is left out, because being paid
  /// for may not be enough.
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

  /// Appends the expression in its text form to `text`, for example `pro or (season and maps)`, or `5xcoin` for five
  /// units of the consumable product `coin`. A combination with a single operand is written like the operand alone.
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
  /// Appends the accepted statuses to a text that ends with the name of a product or group. For example, `A` becomes
  /// `A=expired|revoked`. Appends nothing if the list is nil, which means that the product must be paid for.
  fileprivate func write(to text: inout String) {
    guard let self else { return }
    text += "="
    text += self.map(\.name).joined(separator: "|")
  }

  /// Returns whether a product with the given status satisfies a requirement that accepts these statuses. If the list
  /// of statuses is nil, the requirement accepts the statuses in which the product is paid for. If `unknown` or
  /// `pending` is not among the accepted statuses, the result for it is unknown, because the store may still report an
  /// accepted status.
  package func truth(of status: PurchaseStatus) -> Ternary {
    guard let self else { return status.truth }
    if self.contains(status) { return .yes }
    return status.truth == .unknown ? .unknown : .no
  }

  /// Whether buying the product satisfies the requirement, because `purchased` is an accepted status.
  package var acceptsPurchase: Bool { self?.contains(.purchased) ?? true }
}
