/// A purchase requirement of a manifest. It refers to products by their index in ``Manifest/products``.
public enum PurchaseExpression: Hashable, Sendable {
  /// The non-consumable product or subscription with this index in ``Manifest/products``. `in` lists the accepted
  /// statuses; nil means those in which the product is paid for: `purchased` and `inGracePeriod`.
  case product(Int, in: [PurchaseStatus]?)

  /// Credits (units that the user has bought) of the consumable product with this index in ``Manifest/products``, at
  /// least 1. The requirement is satisfied once the app has spent them and unlocked the feature that declares it.
  case credits(Int, quantity: Int64)

  /// Any subscription of the group with this index in ``Manifest/groups``. `atLeast` is the lowest accepted level, as
  /// an index in ``GroupDeclaration/levels``; nil means any level. `in` lists the accepted statuses of the
  /// subscription; nil means those in which it is paid for: `purchased` and `inGracePeriod`.
  case group(Int, atLeast: Int?, in: [PurchaseStatus]?)

  /// At least one of several requirements must be satisfied. The list is never empty.
  case anyOf([PurchaseExpression])

  /// All of several requirements must be satisfied. The list is never empty.
  case allOf([PurchaseExpression])

  /// Returns the requirement that the product with this index is paid for.
  public static func product(_ product: Int) -> PurchaseExpression { .product(product, in: nil) }

  /// Whether the products need a plural verb as the subject of a sentence, as in “A” and “B” have been purchased.
  var isPlural: Bool {
    switch self {
    case .product, .credits, .group: false
    case .anyOf(let operands): operands.count == 1 && operands[0].isPlural
    case .allOf(let operands): operands.count > 1 || operands.contains(where: \.isPlural)
    }
  }

  /// Whether the expression names a single product or group, possibly inside combinations of one operand.
  var isSingle: Bool {
    switch self {
    case .product, .credits, .group: true
    case .anyOf(let operands), .allOf(let operands): operands.count == 1 && operands[0].isSingle
    }
  }

  /// Whether purchases alone decide the requirement: it requires no credits and no particular statuses.
  var requiresOnlyPurchases: Bool {
    switch self {
    case .product(_, let statuses), .group(_, _, let statuses): statuses == nil
    case .credits: false
    case .anyOf(let operands), .allOf(let operands): operands.allSatisfy(\.requiresOnlyPurchases)
    }
  }

  var namesConsumable: Bool {
    switch self {
    case .credits: true
    case .product, .group: false
    case .anyOf(let operands), .allOf(let operands): operands.contains(where: \.namesConsumable)
    }
  }

  /// Calls `body` for each occurrence of a product in the expression, in order. `quantity` is the required number of
  /// credits; nil if the product is not a consumable.
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
  /// (B and C)`, this is only A. Products with a list of accepted statuses (`in`) are left out, because being paid for
  /// may not be enough.
  package func sufficientProducts(in manifest: Manifest) -> [Int] {
    switch self {
    case .product(let product, let statuses): statuses == nil ? [product] : []
    case .group(let group, let level, let statuses):
      statuses == nil ? manifest.products(of: group, atLeast: level) : []
    case .credits: []
    case .allOf(let operands) where operands.count > 1: []
    case .anyOf(let operands), .allOf(let operands):
      operands.flatMap { $0.sufficientProducts(in: manifest) }
    }
  }

  /// Appends the expression as text, for example `pro or (season and maps)`, or `5xcoin` for five credits of the
  /// consumable product `coin`. A combination with a single operand is written like the operand.
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
  fileprivate func write(to text: inout String) {
    guard let self else { return }
    text += "="
    text += self.map(\.name).joined(separator: "|")
  }

  /// Returns whether a requirement that accepts these statuses (nil: those in which the product is paid for) is
  /// satisfied by the given status. The result for `unknown` or `pending` is unknown unless it is accepted, because the
  /// store may still report an accepted status.
  package func truth(of status: PurchaseStatus) -> Ternary {
    guard let self else { return status.truth }
    if self.contains(status) { return .yes }
    return status.truth == .unknown ? .unknown : .no
  }

  /// Whether a purchase requirement with this list of accepted statuses is satisfied when the user buys the product:
  /// the list contains `purchased`. It is also true for nil, which means the statuses in which a product is paid for.
  package var acceptsPurchase: Bool { self?.contains(.purchased) ?? true }
}
