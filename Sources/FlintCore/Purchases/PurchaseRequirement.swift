/// A purchase requirement that a feature declares: a product, or a combination of requirements nested to any depth.
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
/// In the table, `a`, `b` and `c` are products, `credits` is a consumable, and `membership` is a subscription group
/// with the level “plus”. A subscription is “in retry” if a renewal has failed and the store retries the payment.
///
/// The order of the combined requirements affects only how they are displayed, never whether they are satisfied.
public struct PurchaseRequirement: Hashable, Sendable {
  /// The rule of a combination of requirements: at least one of the combined requirements must be satisfied, or all.
  public enum Criteria: Hashable, Sendable {
    /// At least one of the combined requirements must be satisfied.
    case any

    /// All of the combined requirements must be satisfied.
    case all
  }

  indirect enum Form: Hashable, Sendable {
    case product(Product, in: [PurchaseStatus]?)
    case credits(Product, quantity: Int64)
    case subscription(Subscription)

    // INVARIANT: a combination has at least two operands, without duplicates.
    case combination(Criteria, [PurchaseRequirement])
  }

  /// A requirement that is satisfied by any subscription of a group at the given level or a higher one.
  struct Subscription: Hashable, Sendable {
    let group: SubscriptionGroup

    /// The lowest level that the requirement accepts, such as “plus”; nil means any level.
    let level: String?
    let statuses: [PurchaseStatus]?

    /// The products of the group that satisfy the requirement. Only a requirement that Flint returns from a query has
    /// them, because a ``SubscriptionGroup`` does not list its products.
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

  /// Creates a requirement of a non-consumable product or a subscription. If `dependencies` (other purchase
  /// requirements) are given, all of them must be satisfied too. A consumable, which needs a number of credits, ends
  /// the program with a message.
  public init(_ product: Product, dependencies: [PurchaseRequirement]? = nil) {
    guard product.type != .consumable else {
      usageFailure(.consumableWithoutQuantity(product.declaration))
    }
    self.init(Self(form: .product(product, in: nil)), and: dependencies)
  }

  /// Creates a requirement of a product whose status must be one of those given.
  public init(_ product: Product, in statuses: [PurchaseStatus]) {
    guard product.type != .consumable else {
      usageFailure(.consumableWithoutQuantity(product.declaration))
    }
    self.init(form: .product(product, in: statuses))
  }

  /// Creates a requirement of any subscription of a group, at the given level or a higher one; nil means any level. The
  /// subscription must have one of the given statuses; nil means the statuses in which it is paid for: `purchased` and
  /// `inGracePeriod`.
  public init(
    _ group: SubscriptionGroup, atLeast level: String? = nil, in statuses: [PurchaseStatus]? = nil
  ) {
    self.init(form: .subscription(Subscription(group: group, level: level, statuses: statuses)))
  }

  /// Creates a requirement of a number of credits (units of a consumable product), at least one. If `dependencies`
  /// (other purchase requirements) are given, all of them must be satisfied too.
  public init(
    _ product: ConsumableProduct, quantity: Int, dependencies: [PurchaseRequirement]? = nil
  ) {
    guard quantity >= 1 else {
      usageFailure(.quantityBelowOne(product.declaration, quantity: quantity))
    }
    self.init(Self(form: .credits(product, quantity: Int64(quantity))), and: dependencies)
  }

  /// Creates a requirement of at least one or of all products, depending on `matchingCriteria`. If `dependencies`
  /// (other purchase requirements) are given, all of them must be satisfied too. Without products, only the
  /// dependencies are required.
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

  /// Creates a requirement of at least one of several products.
  public init(anyOf products: Product...) {
    self.init(.any, products.map { PurchaseRequirement($0) })
  }

  /// Creates a requirement that is satisfied if at least one of the given requirements is.
  public init(anyOf requirements: PurchaseRequirement...) {
    self.init(.any, requirements)
  }

  /// Creates a requirement that is satisfied if at least one of the given requirements is. The list must not be empty.
  public init(anyOf requirements: [PurchaseRequirement]) {
    self.init(.any, requirements)
  }

  /// Creates a requirement of all of several products.
  public init(allOf products: Product...) {
    self.init(.all, products.map { PurchaseRequirement($0) })
  }

  /// Creates a requirement that is satisfied if all of the given requirements are.
  public init(allOf requirements: PurchaseRequirement...) {
    self.init(.all, requirements)
  }

  /// Creates a requirement that is satisfied if all of the given requirements are. The list must not be empty.
  public init(allOf requirements: [PurchaseRequirement]) {
    self.init(.all, requirements)
  }

  /// Creates the requirement that at least one (`.any`) or all (`.all`) of the given requirements are satisfied.
  /// Duplicates are removed; if only one requirement remains, the result is equal to that requirement. An empty list
  /// ends the program with a message.
  init(_ criteria: Criteria, _ operands: [PurchaseRequirement]) {
    var distinct: [PurchaseRequirement] = []
    for operand in operands where !distinct.contains(operand) { distinct.append(operand) }
    guard let first = distinct.first else { usageFailure(.emptyPurchaseRequirement) }
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
  /// The products that the requirement names, in written order without duplicates.
  ///
  /// The accepted products of a subscription group are included only in a requirement that Flint returns from a query,
  /// such as ``FeatureConstraintsEvaluation/all``.
  public var products: [Product] {
    var products: [Product] = []
    forEachProduct { product, _ in
      if !products.contains(product) { products.append(product) }
    }
    return products
  }

  /// Whether all of the combined requirements must be satisfied, or at least one. Only the outermost combination
  /// counts: for `A and (B or C)`, the result is ``Criteria/all``. The result is also ``Criteria/all`` for a
  /// requirement that is not a combination.
  public var matchingCriteria: Criteria {
    if case .combination(let criteria, _) = form { criteria } else { .all }
  }

  /// The required number of credits, if the requirement consists only of credits of one consumable. Nil for all other
  /// requirements, even for a combination that contains credits.
  public var quantity: Int? {
    if case .credits(_, let quantity) = form { Int(clamping: quantity) } else { nil }
  }

  func forEachProduct(_ body: (_ product: Product, _ quantity: Int64?) -> Void) {
    forEachOperand { operand in
      switch operand {
      case .product(let product, _): body(product, nil)
      case .credits(let product, let quantity): body(product, quantity)
      case .subscription(let subscription):
        for product in subscription.products { body(product, nil) }
      case .combination: break
      }
    }
  }

  /// Calls `body` with the content of the requirement (a product, credits, a subscription of a group or a combination),
  /// and with the contents of its operands at any depth.
  func forEachOperand(_ body: (Form) -> Void) {
    body(form)
    if case .combination(_, let operands) = form {
      for operand in operands { operand.forEachOperand(body) }
    }
  }

  /// Converts the requirement to an expression of a manifest. The closures `products` and `groups` return the index of
  /// a product or a group in the manifest.
  func expression(
    products: (Product) -> Int, groups: (SubscriptionGroup) -> Int
  ) -> PurchaseExpression {
    switch form {
    case .product(let product, let statuses): .product(products(product), in: statuses)
    case .credits(let product, let quantity): .credits(products(product), quantity: quantity)
    case .subscription(let subscription):
      .group(
        groups(subscription.group),
        atLeast: subscription.level.flatMap { subscription.group.levels.firstIndex(of: $0) },
        in: subscription.statuses)
    case .combination(.any, let operands):
      .anyOf(operands.map { $0.expression(products: products, groups: groups) })
    case .combination(.all, let operands):
      .allOf(operands.map { $0.expression(products: products, groups: groups) })
    }
  }
}

extension PurchaseRequirement: CustomStringConvertible {
  /// The requirement with the names of its products: `Premium or (Basic and 5 × Credit)`.
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
  /// Creates a requirement from a purchase expression of `tree.manifest`. Indices are replaced by the products and
  /// groups that the app has declared.
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
