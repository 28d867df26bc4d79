/// What must be bought: a product, or a combination of requirements, nested freely.
///
/// | to require           | write                                                            |
/// |----------------------|------------------------------------------------------------------|
/// | A                    | `PurchaseRequirement(a)`                                         |
/// | five credits         | `PurchaseRequirement(credits, quantity: 5)`                      |
/// | A or B               | `PurchaseRequirement(anyOf: a, b)`                               |
/// | A and B              | `PurchaseRequirement(allOf: a, b)`                               |
/// | (A or B) and C       | `PurchaseRequirement(products: [a, b], matchingCriteria: .any, dependencies: [.init(c)])` |
/// | A or (B and C)       | `PurchaseRequirement(anyOf: .init(a), .init(allOf: b, c))`       |
///
/// The order in which operands are written never changes an answer; it is the order in which they are shown.
public struct PurchaseRequirement: Hashable, Sendable {
  /// How a group of operands is matched.
  public enum Criteria: Hashable, Sendable {
    /// One of them will do.
    case any

    /// All are needed.
    case all
  }

  indirect enum Form: Hashable, Sendable {
    case product(Product)
    case credits(Product, quantity: Int64)

    // INVARIANT: two operands or more, no two of them equal.
    case group(Criteria, [PurchaseRequirement])
  }

  let form: Form

  /// A product that is bought once or subscribed to; of a consumable, say how many credits instead.
  public init(_ product: Product, dependencies: [PurchaseRequirement]? = nil) {
    guard product.type != .consumable else {
      usageFailure(.consumableWithoutQuantity(product.declaration))
    }
    self.init(Self(form: .product(product)), and: dependencies)
  }

  /// A number of credits, at least one.
  public init(
    _ product: ConsumableProduct, quantity: Int, dependencies: [PurchaseRequirement]? = nil
  ) {
    guard quantity >= 1 else {
      usageFailure(.quantityBelowOne(product.declaration, quantity: quantity))
    }
    self.init(Self(form: .credits(product, quantity: Int64(quantity))), and: dependencies)
  }

  /// Some products, matched as said, and everything in `dependencies`. Without products, the dependencies alone.
  public init(
    products: [Product], matchingCriteria: Criteria, dependencies: [PurchaseRequirement]? = nil
  ) {
    let operands = products.map { PurchaseRequirement($0) }
    guard !operands.isEmpty else {
      self.init(.all, dependencies ?? [])
      return
    }
    self.init(Self(matchingCriteria, operands), and: dependencies)
  }

  /// One of several products will do.
  public init(anyOf products: Product...) {
    self.init(.any, products.map { PurchaseRequirement($0) })
  }

  /// One of several requirements will do.
  public init(anyOf requirements: PurchaseRequirement...) {
    self.init(.any, requirements)
  }

  /// One of several requirements, at least one, will do.
  public init(anyOf requirements: [PurchaseRequirement]) {
    self.init(.any, requirements)
  }

  /// All of several products are needed.
  public init(allOf products: Product...) {
    self.init(.all, products.map { PurchaseRequirement($0) })
  }

  /// All of several requirements are needed.
  public init(allOf requirements: PurchaseRequirement...) {
    self.init(.all, requirements)
  }

  /// All of several requirements, at least one, are needed.
  public init(allOf requirements: [PurchaseRequirement]) {
    self.init(.all, requirements)
  }

  /// A group; one of a single operand is that operand, and an operand written twice counts once.
  init(_ criteria: Criteria, _ operands: [PurchaseRequirement]) {
    var distinct: [PurchaseRequirement] = []
    for operand in operands where !distinct.contains(operand) { distinct.append(operand) }
    guard let first = distinct.first else { usageFailure(.emptyPurchaseRequirement) }
    self = distinct.count == 1 ? first : Self(form: .group(criteria, distinct))
  }

  private init(_ requirement: PurchaseRequirement, and dependencies: [PurchaseRequirement]?) {
    self.init(.all, [requirement] + (dependencies ?? []))
  }

  private init(form: Form) {
    self.form = form
  }
}

// MARK: - Looking inside

extension PurchaseRequirement {
  /// Every product named, each once, in the order in which they are written.
  public var products: [Product] {
    var products: [Product] = []
    forEachProduct { product, _ in
      if !products.contains(product) { products.append(product) }
    }
    return products
  }

  /// How the outermost group is matched; ``Criteria/all`` for a single product.
  public var matchingCriteria: Criteria {
    if case .group(let criteria, _) = form { criteria } else { .all }
  }

  /// The credits required of a consumable where the requirement is for that alone, else nil.
  public var quantity: Int? {
    if case .credits(_, let quantity) = form { Int(clamping: quantity) } else { nil }
  }

  func forEachProduct(_ body: (_ product: Product, _ quantity: Int64?) -> Void) {
    switch form {
    case .product(let product): body(product, nil)
    case .credits(let product, let quantity): body(product, quantity)
    case .group(_, let operands):
      for operand in operands { operand.forEachProduct(body) }
    }
  }

  /// The requirement over products given by their index.
  func expression(_ index: (Product) -> Int) -> PurchaseExpression {
    switch form {
    case .product(let product): .product(index(product))
    case .credits(let product, let quantity): .credits(index(product), quantity: quantity)
    case .group(.any, let operands): .anyOf(operands.map { $0.expression(index) })
    case .group(.all, let operands): .allOf(operands.map { $0.expression(index) })
    }
  }
}

extension PurchaseRequirement: CustomStringConvertible {
  /// The requirement by the names of its products: `Premium or (Basic and 5 × Credit)`.
  public var description: String { text(nested: false) }

  private func text(nested: Bool) -> String {
    switch form {
    case .product(let product): return product.name
    case .credits(let product, let quantity): return "\(quantity) × \(product.name)"
    case .group(let criteria, let operands):
      let separator = criteria == .any ? " or " : " and "
      let text = operands.map { $0.text(nested: true) }.joined(separator: separator)
      return nested ? "(\(text))" : text
    }
  }
}

extension PurchaseRequirement {
  /// The requirement that an expression over a tree's products stands for.
  init(_ expression: PurchaseExpression, in tree: FeatureTree) {
    switch expression {
    case .product(let index, _): self.init(form: .product(tree.products[index]))
    case .credits(let index, let quantity):
      self.init(form: .credits(tree.products[index], quantity: quantity))
    case .group(let group, let level, _):
      self.init(
        .any,
        tree.manifest.products(of: group, atLeast: level).map {
          PurchaseRequirement(form: .product(tree.products[$0]))
        })
    case .anyOf(let operands):
      self.init(.any, operands.map { PurchaseRequirement($0, in: tree) })
    case .allOf(let operands):
      self.init(.all, operands.map { PurchaseRequirement($0, in: tree) })
    }
  }
}
