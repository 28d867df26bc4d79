package import FlintModel
package import FlintText

struct DeclaredProducts {
  var names = NameIndex()
  var declarations: [ProductDeclaration] = []
  /// Without a readable type; what depends on it is not checked.
  var untyped: Set<Int> = []
  var groups = DeclaredGroups()

  func type(of product: Int) -> ProductType? {
    !untyped.isEmpty && untyped.contains(product) ? nil : declarations[product].type
  }

  /// False if some product's group or level could not be read.
  func hasNone(of group: Int, atLeast level: Int?) -> Bool {
    if !groups.areComplete { return false }
    guard let highest = groups.highestLevels[group] else { return true }
    return level.map { highest < $0 } ?? false
  }
}

struct DeclaredGroups {
  var names = NameIndex()
  var declarations: [GroupDeclaration] = []
  /// From the lowest.
  var levels: [NameIndex] = []
  /// Not read; their uses are not checked.
  var unreadLevels: Set<Int> = []
  /// By group with a product; 0 without levels.
  var highestLevels: [Int: Int] = [:]
  /// Whether every product's group and level could be read.
  var areComplete = true

  /// The hint gives the id for a display name.
  func index(of id: JSONValue, recordingIn problems: inout InputProblems) -> Int? {
    problems.index(of: id, in: names, .group) { declarations.map(\.name) }
  }
}

extension InputProblems {
  /// Reports repetitions.
  mutating func purchases(
    _ value: JSONValue, _ products: DeclaredProducts,
    refusing consumables: InputProblem.ConditionKind?
  ) -> [PurchaseExpression] {
    guard isArray(value, "'purchases'", takesObjects: value.isPurchase) else { return [] }
    return requirements(value, products, consumables) { name in
      .duplicateConstraint("purchase:" + name)
    }
  }

  private mutating func requirements(
    _ list: JSONValue, _ products: DeclaredProducts,
    _ consumables: InputProblem.ConditionKind?,
    ifTwice fact: (String) -> InputProblem.Fact
  ) -> [PurchaseExpression] {
    var requirements: [PurchaseExpression] = []
    requirements.reserveCapacity(list.count)
    var seen: Set<PurchaseExpression> = []
    for element in list.elements {
      guard let requirement = requirement(element, products, consumables) else { continue }
      requirements.append(requirement)
      if !seen.insert(requirement.withoutCombinationsOfOne).inserted {
        add(fact(requirement.expression(of: products)), at: element)
      }
    }
    return requirements
  }

  private mutating func requirement(
    _ value: JSONValue, _ products: DeclaredProducts,
    _ consumables: InputProblem.ConditionKind?
  ) -> PurchaseExpression? {
    switch value.kind {
    case .string:
      return product(value, PurchaseFields(of: value), products, consumables)
    case .object: return requirementObject(value, products, consumables)
    default:
      addWrongType(value, "a purchase", .purchase, write: value.elementSources)
      return nil
    }
  }

  private struct PurchaseFields {
    let requirement: JSONValue
    var quantity: JSONValue?
    var level: JSONValue?
    var statuses: JSONValue?

    init(of requirement: JSONValue) { self.requirement = requirement }
  }

  private mutating func requirementObject(
    _ value: JSONValue, _ products: DeclaredProducts,
    _ consumables: InputProblem.ConditionKind?
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
    _ consumables: InputProblem.ConditionKind?
  ) -> [PurchaseExpression]? {
    let subject = "'\(key.name)'"
    guard isArray(list, subject) else { return nil }
    if list.count == 0 {
      add(.empty(subject: subject), at: list)
      return nil
    }
    let operands = requirements(list, products, consumables) { .duplicateValue($0, in: subject) }
    // If invalid operands were left out, the rest could wrongly be reported as a duplicate of another requirement.
    return operands.count < list.count ? nil : operands
  }

  private mutating func group(
    _ value: JSONValue, _ fields: PurchaseFields, _ products: DeclaredProducts
  ) -> PurchaseExpression? {
    let accepted = fields.statuses.map { statuses($0, of: .autoRenewingSubscription, "a group") }
    guard expect(.string, value, "'group'", as: .string),
      let group = products.groups.index(of: value, recordingIn: &self)
    else { return nil }
    let declaration = products.groups.declarations[group]
    var level: Int?
    if let written = fields.level {
      guard expect(.string, written, "'atLeast'", as: .string) else { return nil }
      guard !declaration.levels.isEmpty else {
        if !products.groups.unreadLevels.contains(group) {
          add(.levelOfUnranked(group: declaration.id), at: written)
        }
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

  private mutating func product(
    _ value: JSONValue, _ fields: PurchaseFields, _ products: DeclaredProducts,
    _ consumables: InputProblem.ConditionKind?
  ) -> PurchaseExpression? {
    let number = fields.quantity.flatMap { integer($0, "'quantity'", atLeast: 1) }
    guard expect(.string, value, "'product'", as: .string),
      let product = product(named: value, in: fields.requirement, products)
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

  private mutating func product(
    named id: JSONValue, in requirement: JSONValue, _ products: DeclaredProducts
  ) -> Int? {
    guard products.names.index(of: id) == nil, products.groups.names.index(of: id) != nil else {
      return index(of: id, in: products.names, .product)
    }
    let group = "\"group\": \(id.source)"
    let written = requirement.kind == .string ? "{ \(group) }" : group
    add(.undeclared(id.string ?? "", .product, .write(written)), at: id)
    return nil
  }

  private mutating func noteMissingQuantity(of name: String, _ requirement: JSONValue) {
    let problem = InputProblem.Fact.missingQuantity(product: name)
    if requirement.kind == .object {
      add(problem, atStartOf: requirement)
    } else {
      add(problem, at: requirement)
    }
  }

  private mutating func statuses(
    _ list: JSONValue, of type: ProductType, _ owner: String
  ) -> [PurchaseStatus] {
    statuses(
      list, "purchase status", of: owner,
      PurchaseKey.acceptedStatuses.filter { type.allows($0) })
  }

  /// All statuses for an unknown type.
  package mutating func purchaseStatus(
    _ value: JSONValue, of product: String, _ type: ProductType?
  ) -> PurchaseStatus? {
    status(value, "purchase status", of: "'\(product)'") { type?.allows($0) ?? true }
  }
}

extension JSONValue {
  fileprivate var isPurchase: Bool {
    kind == .object && members.contains { key, _ in PurchaseKey(key: key) != nil }
  }

  /// For a list inside a list; nil above 48 bytes.
  var elementSources: String? {
    guard kind == .array, count > 0, shortSource != nil else { return nil }
    return elements.map(\.source).joined(separator: ", ")
  }
}

extension PurchaseExpression {
  /// So that equal requirements are found.
  fileprivate var withoutCombinationsOfOne: PurchaseExpression {
    switch self {
    case .product, .credits, .group: self
    case .anyOf(let operands) where operands.count == 1: operands[0].withoutCombinationsOfOne
    case .allOf(let operands) where operands.count == 1: operands[0].withoutCombinationsOfOne
    case .anyOf(let operands): .anyOf(operands.map(\.withoutCombinationsOfOne))
    case .allOf(let operands): .allOf(operands.map(\.withoutCombinationsOfOne))
    }
  }

  fileprivate func expression(of products: DeclaredProducts) -> String {
    var text = ""
    write(to: &text, products: products.declarations, groups: products.groups.declarations)
    return text
  }
}
