package import FlintCore
package import FlintText

/// What `purchases` may refer to.
struct DeclaredProducts {
  var names = NameIndex()
  /// By number.
  var declarations: [ProductDeclaration] = []
  /// Those whose type could not be read, so that nothing follows from it.
  var untyped: Set<Int> = []
  var groups = DeclaredGroups()

  /// The type of a product, nil where it could not be read.
  func type(of product: Int) -> ProductType? {
    !untyped.isEmpty && untyped.contains(product) ? nil : declarations[product].type
  }

  /// Whether no product is in a group, at a level or above; not where one could not be read.
  func hasNone(of group: Int, atLeast level: Int?) -> Bool {
    if !groups.areComplete { return false }
    guard let highest = groups.highestLevels[group] else { return true }
    return level.map { highest < $0 } ?? false
  }
}

/// The subscription groups that products may be in and `purchases` may refer to.
struct DeclaredGroups {
  var names = NameIndex()
  /// By number.
  var declarations: [GroupDeclaration] = []
  /// By number.
  var levels: [NameIndex] = []
  /// The highest level of a group's products, 0 where it has no levels; no entry for a group without products.
  var highestLevels: [Int: Int] = [:]
  /// Whether the group and level of every product could be read.
  var areComplete = true
}

extension InputProblems {
  /// `purchases` of a feature, block or condition: requirements, no two with the same expression.
  mutating func purchases(
    _ value: JSONValue, _ products: DeclaredProducts,
    refusing consumables: InputProblem.ConsumableRefusal?
  ) -> [PurchaseExpression] {
    guard isArray(value, "'purchases'") else { return [] }
    return requirements(value, products, consumables) { name in
      .duplicateConstraint("purchase:" + name)
    }
  }

  private mutating func requirements(
    _ list: JSONValue, _ products: DeclaredProducts,
    _ consumables: InputProblem.ConsumableRefusal?,
    ifTwice fact: (String) -> InputProblem.Fact
  ) -> [PurchaseExpression] {
    var requirements: [PurchaseExpression] = []
    requirements.reserveCapacity(list.count)
    var seen = SeenExpressions(expected: list.count)
    for element in list.elements {
      guard let requirement = requirement(element, products, consumables) else { continue }
      requirements.append(requirement)
      if !seen.insert(requirement) {
        add(fact(requirement.expression(of: products)), at: element)
      }
    }
    return requirements
  }

  private mutating func requirement(
    _ value: JSONValue, _ products: DeclaredProducts,
    _ consumables: InputProblem.ConsumableRefusal?
  ) -> PurchaseExpression? {
    switch value.kind {
    case .string:
      return product(value, PurchaseFields(of: value), products, consumables)
    case .object: return requirementObject(value, products, consumables)
    default:
      add(.wrongType(subject: "a purchase", found: value.kind, expected: .purchase), at: value)
      return nil
    }
  }

  private struct PurchaseFields {
    /// The requirement as a whole.
    let requirement: JSONValue
    var quantity: JSONValue?
    var level: JSONValue?
    var statuses: JSONValue?

    init(of requirement: JSONValue) { self.requirement = requirement }
  }

  private mutating func requirementObject(
    _ value: JSONValue, _ products: DeclaredProducts,
    _ consumables: InputProblem.ConsumableRefusal?
  ) -> PurchaseExpression? {
    var form: (key: PurchaseKey, value: JSONValue)?
    var fields = PurchaseFields(of: value)
    var companions: [(name: PurchaseKey, key: JSONValue)] = []
    for (key, member) in value.members {
      guard let name = PurchaseKey(key: key) else {
        unknownKey(key, in: "a purchase", allowed: PurchaseKey.allCases)
        continue
      }
      switch name {
      case .quantity: fields.quantity = member
      case .atLeast: fields.level = member
      case .statuses: fields.statuses = member
      case .product, .group, .anyOf, .allOf:
        if let form, form.key != name {
          add(.unexpectedKey(name.name, reason: .besides(form.key.name)), at: key)
        }
        form = form ?? (name, member)
        continue
      }
      companions.append((name, key))
    }
    guard let form else {
      missingKey(PurchaseKey.product, in: "a purchase", of: value)
      return nil
    }
    for (name, key) in companions where !form.key.companions.contains(name) {
      add(.unexpectedKey(name.name, reason: .besides(form.key.name)), at: key)
    }
    switch form.key {
    case .group: return group(form.value, fields, products)
    case .anyOf: return operands(form.value, form.key, products, consumables).map { .anyOf($0) }
    case .allOf: return operands(form.value, form.key, products, consumables).map { .allOf($0) }
    case .product, .quantity, .atLeast, .statuses:
      return product(form.value, fields, products, consumables)
    }
  }

  private mutating func operands(
    _ list: JSONValue, _ key: PurchaseKey, _ products: DeclaredProducts,
    _ consumables: InputProblem.ConsumableRefusal?
  ) -> [PurchaseExpression]? {
    let subject = "'\(key.name)'"
    guard isArray(list, subject) else { return nil }
    if list.count == 0 {
      add(.empty(subject: subject), at: list)
      return nil
    }
    let operands = requirements(list, products, consumables) { .duplicateValue($0, in: subject) }
    return operands.isEmpty ? nil : operands
  }

  /// A subscription of a group, at a level or above, that some product is.
  private mutating func group(
    _ value: JSONValue, _ fields: PurchaseFields, _ products: DeclaredProducts
  ) -> PurchaseExpression? {
    let accepted = fields.statuses.map { statuses($0, of: .autoRenewingSubscription, "a group") }
    guard expect(.string, value, "'group'", as: .string),
      let group = index(of: value, in: products.groups.names, .group)
    else { return nil }
    let declaration = products.groups.declarations[group]
    var level: Int?
    if let written = fields.level {
      guard expect(.string, written, "'atLeast'", as: .string) else { return nil }
      guard !declaration.levels.isEmpty else {
        add(.levelOfUnranked(group: declaration.id), at: written)
        return nil
      }
      level = index(of: written, in: products.groups.levels[group], .level)
      if level == nil { return nil }
    }
    if products.hasNone(of: group, atLeast: level) {
      let problem = InputProblem.Fact.groupWithoutProduct(
        group: declaration.id, level: level.map { declaration.levels[$0] })
      add(problem, at: fields.level ?? value)
    }
    return .group(group, atLeast: level, in: accepted)
  }

  /// A product with the quantity that its type asks for, or with the statuses that will do.
  private mutating func product(
    _ value: JSONValue, _ fields: PurchaseFields, _ products: DeclaredProducts,
    _ consumables: InputProblem.ConsumableRefusal?
  ) -> PurchaseExpression? {
    let number = fields.quantity.flatMap { integer($0, "'quantity'", atLeast: 1) }
    guard expect(.string, value, "'product'", as: .string),
      let product = index(of: value, in: products.names, .product)
    else { return nil }
    let name = products.names.names[product]
    switch (products.type(of: product), fields.quantity) {
    case (nil, _): return nil
    case (.consumable, let quantity):
      if let consumables { add(.misplacedConsumable(product: name, consumables), at: value) }
      if let statuses = fields.statuses {
        add(.creditsExpected(product: name), at: statuses)
      }
      if quantity == nil { noteMissingQuantity(of: name, fields.requirement) }
      return number.map { .credits(product, quantity: $0) }
    case (let type?, let quantity):
      if let quantity { add(.unexpectedQuantity(product: name), at: quantity) }
      return .product(product, in: fields.statuses.map { statuses($0, of: type, "'\(name)'") })
    }
  }

  private mutating func noteMissingQuantity(of name: String, _ requirement: JSONValue) {
    let problem = InputProblem.Fact.missingQuantity(product: name)
    if requirement.kind == .object {
      add(problem, atStartOf: requirement)
    } else {
      add(problem, at: requirement)
    }
  }

  /// `in`: statuses that a product can have, but for the one that nobody knows.
  private mutating func statuses(
    _ list: JSONValue, of type: ProductType, _ owner: String
  ) -> [PurchaseStatus] {
    statuses(
      list, "purchase status", of: owner,
      PurchaseStatus.allCases.filter { $0 != .unknown && type.allows($0) })
  }

  /// A status that a product can have in a state; of one whose type is not known, any.
  package mutating func purchaseStatus(
    _ value: JSONValue, of product: String, _ type: ProductType?
  ) -> PurchaseStatus? {
    status(
      value, "purchase status", of: "'\(product)'",
      PurchaseStatus.allCases.filter { type?.allows($0) ?? true })
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

  fileprivate func expression(of products: DeclaredProducts) -> String {
    var text = ""
    write(to: &text, products: products.declarations, groups: products.groups.declarations)
    return text
  }
}
