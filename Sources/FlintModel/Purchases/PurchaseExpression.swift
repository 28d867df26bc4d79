/// A purchase requirement, with indices of the manifest.
public enum PurchaseExpression: Hashable, Sendable {
  /// Without `in`, accepts `purchased` and `inGracePeriod`.
  case product(Int, in: [PurchaseStatus]?)

  /// Satisfied once the app has unlocked the feature for these credits.
  case credits(Int, quantity: Int64)

  /// Any subscription of the group at this level or above. Without `in`, accepts `purchased` and
  /// `inGracePeriod`.
  case group(Int, atLeast: Int?, in: [PurchaseStatus]?)

  /// Not empty.
  case anyOf([PurchaseExpression])

  /// Not empty.
  case allOf([PurchaseExpression])

  public static func product(_ product: Int) -> PurchaseExpression { .product(product, in: nil) }

  /// Whether the requirement's name takes a plural verb.
  var isPlural: Bool {
    if case .allOf(let operands) = self, operands.count > 1 { return true }
    return operands.count == 1 && operands[0].isPlural
  }

  /// Whether the requirement names only one product or group.
  var isSingle: Bool {
    operands.isEmpty || operands.count == 1 && operands[0].isSingle
  }

  /// Whether no part requires credits or particular statuses.
  var requiresOnlyPurchases: Bool {
    !namesConsumable && !contains { $0.statuses != nil }
  }

  var namesConsumable: Bool { contains { if case .credits = $0 { true } else { false } } }

  /// A combination's operands; else empty.
  package var operands: [PurchaseExpression] {
    switch self {
    case .anyOf(let operands), .allOf(let operands): operands
    case .product, .credits, .group: []
    }
  }

  package var statuses: [PurchaseStatus]? {
    switch self {
    case .product(_, let statuses), .group(_, _, let statuses): statuses
    case .credits, .anyOf, .allOf: nil
    }
  }

  /// Whether `isWanted` is true for this expression or any inside it.
  func contains(_ isWanted: (PurchaseExpression) -> Bool) -> Bool {
    isWanted(self) || operands.contains { $0.contains(isWanted) }
  }

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

  /// Products that are each sufficient, such as A in `A or (B and C)`. Excludes products required
  /// with `in`.
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

  /// `pro or (season and maps)`, `5xcoin`.
  package func text(products: [ProductDeclaration], groups: [GroupDeclaration]) -> String {
    text { part in
      switch part {
      case .product(let product, let statuses): products[product].operand + suffix(of: statuses)
      case .credits(let product, let quantity): "\(quantity)x\(products[product].operand)"
      case .group(let group, let level, let statuses):
        "group:\(groups[group].id)" + (level.map { ">=" + groups[group].levels[$0] } ?? "")
          + suffix(of: statuses)
      case .anyOf, .allOf: ""
      }
    }
  }

  /// - Parameter name: The text of a part without operands.
  func text(nested: Bool = false, _ name: (PurchaseExpression) -> String) -> String {
    if operands.isEmpty { return name(self) }
    if operands.count == 1 { return operands[0].text(nested: nested, name) }
    let separator = if case .anyOf = self { " or " } else { " and " }
    let text = operands.map { $0.text(nested: true, name) }.joined(separator: separator)
    return nested ? "(\(text))" : text
  }
}

/// The `in` in text form: `=purchased|inBillingRetry`; empty for nil.
func suffix(of statuses: [some NamedCase]?) -> String {
  statuses.map { "=" + $0.map(\.name).joined(separator: "|") } ?? ""
}

extension [PurchaseStatus]? {
  package func truth(of status: PurchaseStatus) -> Ternary {
    guard let self else { return status.truth }
    if self.contains(status) { return .yes }
    return status.truth == .unknown ? .unknown : .no
  }

  package var acceptsPurchase: Bool { self?.contains(.purchased) ?? true }
}
