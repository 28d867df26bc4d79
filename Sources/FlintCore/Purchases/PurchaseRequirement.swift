/// A product, or a combination of requirements nested to any depth.
///
/// | to require           | write                                                            |
/// |----------------------|------------------------------------------------------------------|
/// | A                    | `PurchaseRequirement(a)`                                         |
/// | five credits         | `PurchaseRequirement(credits, quantity: 5)`                      |
/// | A or B               | `PurchaseRequirement(anyOf: a, b)`                               |
/// | A and B              | `PurchaseRequirement(allOf: a, b)`                               |
/// | (A or B) and C       | `PurchaseRequirement(products: [a, b], matchingCriteria: .any, dependencies: [.init(c)])` |
/// | A or (B and C)       | `PurchaseRequirement(anyOf: .init(a), .init(allOf: b, c))`       |
/// | A, even in retry     | `PurchaseRequirement(a, in: [.purchased, .inBillingRetry])`      |
/// | any Plus or better   | `PurchaseRequirement(membership, atLeast: "plus")`               |
///
/// Here, `a`, `b` and `c` are products, `credits` is a consumable, and `membership` is a subscription
/// group with the level “plus”. The order of combined requirements affects only their display.
public struct PurchaseRequirement: Hashable, Sendable {
  /// How many of the combined requirements must be satisfied.
  public enum Criteria: Hashable, Sendable {
    /// At least one.
    case any

    case all
  }

  indirect enum Form: Hashable, Sendable {
    case product(Product, in: [PurchaseStatus]?)
    case credits(Product, quantity: Int64)
    case subscription(Subscription)

    // INVARIANT: a combination has at least two operands, without duplicates.
    case combination(Criteria, [PurchaseRequirement])
  }

  /// Any subscription of a group at this level or above.
  struct Subscription: Hashable, Sendable {
    let group: SubscriptionGroup

    /// Nil accepts any level.
    let level: String?
    let statuses: [PurchaseStatus]?

    /// The group's products at this level or above. Empty, except in a requirement that a query
    /// returns.
    var products: [Product] = []

    static func == (one: Subscription, other: Subscription) -> Bool {
      one.group == other.group && one.level == other.level && one.statuses == other.statuses
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(group)
      hasher.combine(level)
      hasher.combine(statuses)
    }
  }

  let form: Form

  /// The `dependencies` must be satisfied, too. A consumable ends the program.
  public init(_ product: Product, dependencies: [PurchaseRequirement]? = nil) {
    guard product.type != .consumable else {
      usageFailure(.consumableWithoutQuantity(product))
    }
    self.init(Self(form: .product(product, in: nil)), and: dependencies)
  }

  public init(_ product: Product, in statuses: [PurchaseStatus]) {
    guard product.type != .consumable else {
      usageFailure(.consumableWithoutQuantity(product))
    }
    self.init(form: .product(product, in: statuses))
  }

  /// Requires a subscription of the group. A nil level accepts any; nil statuses accept `purchased`
  /// and `inGracePeriod`.
  public init(
    _ group: SubscriptionGroup, atLeast level: String? = nil, in statuses: [PurchaseStatus]? = nil
  ) {
    self.init(form: .subscription(Subscription(group: group, level: level, statuses: statuses)))
  }

  /// The `dependencies` must be satisfied, too.
  public init(
    _ product: ConsumableProduct, quantity: Int, dependencies: [PurchaseRequirement]? = nil
  ) {
    guard quantity >= 1 else {
      usageFailure(
        "\(quantity) × “\(product.name)” is not a requirement: require at least one credit")
    }
    self.init(Self(form: .credits(product, quantity: Int64(quantity))), and: dependencies)
  }

  /// The `dependencies` must be satisfied, too. Without products, nothing else is required.
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

  public init(anyOf products: Product...) {
    self.init(.any, products.map { PurchaseRequirement($0) })
  }

  public init(anyOf requirements: PurchaseRequirement...) {
    self.init(.any, requirements)
  }

  /// An empty list ends the program.
  public init(anyOf requirements: [PurchaseRequirement]) {
    self.init(.any, requirements)
  }

  public init(allOf products: Product...) {
    self.init(.all, products.map { PurchaseRequirement($0) })
  }

  public init(allOf requirements: PurchaseRequirement...) {
    self.init(.all, requirements)
  }

  /// An empty list ends the program.
  public init(allOf requirements: [PurchaseRequirement]) {
    self.init(.all, requirements)
  }

  /// Removes duplicates; a single remaining operand is the result. An empty list ends the program.
  init(_ criteria: Criteria, _ operands: [PurchaseRequirement]) {
    var distinct: [PurchaseRequirement] = []
    for operand in operands where !distinct.contains(operand) { distinct.append(operand) }
    guard let first = distinct.first else {
      usageFailure("a purchase requirement has no product: name at least one")
    }
    self = distinct.count == 1 ? first : Self(form: .combination(criteria, distinct))
  }

  private init(_ requirement: PurchaseRequirement, and dependencies: [PurchaseRequirement]?) {
    self.init(.all, [requirement] + (dependencies ?? []))
  }

  private init(form: Form) {
    self.form = form
  }
}

// MARK: - Contents

extension PurchaseRequirement {
  /// In written order, without duplicates. Includes a group's products only if a query returned the
  /// requirement.
  public var products: [Product] {
    var products = DistinctList<Product>()
    func add(_ requirement: PurchaseRequirement) {
      switch requirement.form {
      case .product(let product, _), .credits(let product, _): products.append(product)
      case .subscription(let subscription):
        for product in subscription.products { products.append(product) }
      case .combination(_, let operands): for operand in operands { add(operand) }
      }
    }
    add(self)
    return products.elements
  }

  /// The criteria of the outermost combination; without a combination, ``Criteria/all``.
  public var matchingCriteria: Criteria {
    if case .combination(let criteria, _) = form { criteria } else { .all }
  }

  /// The required credits of a consumable; nil for other requirements.
  public var quantity: Int? {
    if case .credits(_, let quantity) = form { Int(clamping: quantity) } else { nil }
  }
}

extension PurchaseRequirement: CustomStringConvertible {
  /// `Premium or (Basic and 5 × Credit)`
  public var description: String { text(nested: false) }

  private func text(nested: Bool) -> String {
    switch form {
    case .product(let product, let statuses): return product.name + Self.text(statuses)
    case .credits(let product, let quantity): return "\(quantity) × \(product.name)"
    case .subscription(let subscription):
      let level = subscription.level.map { ", \($0) or higher" } ?? ""
      return subscription.group.name + level + Self.text(subscription.statuses)
    case .combination(let criteria, let operands):
      let separator = criteria == .any ? " or " : " and "
      let text = operands.map { $0.text(nested: true) }.joined(separator: separator)
      return nested ? "(\(text))" : text
    }
  }

  private static func text(_ statuses: [PurchaseStatus]?) -> String {
    statuses.map { " (\($0.map(\.name).joined(separator: " or ")))" } ?? ""
  }
}

extension PurchaseRequirement {
  init(_ expression: PurchaseExpression, in tree: FeatureTree) {
    switch expression {
    case .product(let index, let statuses):
      self.init(form: .product(tree.products[index], in: statuses))
    case .credits(let index, let quantity):
      self.init(form: .credits(tree.products[index], quantity: quantity))
    case .group(let index, let level, let statuses):
      let group = tree.groups[index]
      var subscription = Subscription(
        group: group, level: level.map { group.levels[$0] }, statuses: statuses)
      subscription.products = tree.manifest.products(of: index, atLeast: level)
        .map { tree.products[$0] }
      self.init(form: .subscription(subscription))
    case .anyOf(let operands):
      self.init(.any, operands.map { PurchaseRequirement($0, in: tree) })
    case .allOf(let operands):
      self.init(.all, operands.map { PurchaseRequirement($0, in: tree) })
    }
  }
}
