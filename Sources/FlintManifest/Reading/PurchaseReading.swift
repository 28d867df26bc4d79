struct DeclaredProducts {
  var names = NameIndex()
  var declarations: [ProductDeclaration] = []
  /// Products without a readable type. Checks that need the type are skipped.
  var untyped: Set<Int> = []
  var groups = DeclaredGroups()

  func type(of product: Int) -> ProductType? {
    !untyped.isEmpty && untyped.contains(product) ? nil : declarations[product].type
  }

  /// Whether no product of the group is at this level or above. False if some product's group or
  /// level could not be read.
  func hasNone(of group: Int, atLeast level: Int?) -> Bool {
    if !groups.areComplete { return false }
    guard let highest = groups.highestLevels[group] else { return true }
    return level.map { highest < $0 } ?? false
  }
}

struct DeclaredGroups {
  var names = NameIndex()
  var declarations: [GroupDeclaration] = []
  /// Each group's levels, from the lowest.
  var levels: [NameIndex] = []
  /// Groups whose levels could not be read. Uses are not checked.
  var unreadLevels: Set<Int> = []
  /// The highest level of each group's products. 0 without levels.
  var highestLevels: [Int: Int] = [:]
  /// Whether every product's group and level could be read.
  var areComplete = true

  /// The index of a declared group. For a display name, the hint gives the id.
  func index(of id: JSONValue, recordingIn problems: inout InputProblems) -> Int? {
    problems.index(of: id, in: names, .group) { declarations.map(\.name) }
  }
}

extension InputProblems {
  mutating func addLevelOfUnranked(_ group: GroupDeclaration, at value: JSONValue) {
    add(.unexpectedKey, "group '\(group.id)' has no levels", at: value)
  }

  /// Reads requirements, and reports those that occur twice.
  mutating func purchases(
    _ value: JSONValue, _ products: DeclaredProducts,
    refusing consumables: ConditionContext.Kind?
  ) -> [PurchaseExpression] {
    let isPurchase = value.members.contains { ObjectGrammar.purchase.has($0.key) }
    guard isArray(value, "'purchases'", takesObjects: isPurchase) else { return [] }
    return requirements(value, products, consumables) { name in
      .duplicateConstraint("purchase:" + name)
    }
  }

  private mutating func requirements(
    _ list: JSONValue, _ products: DeclaredProducts,
    _ consumables: ConditionContext.Kind?,
    ifTwice problem: (String) -> Diagnostic
  ) -> [PurchaseExpression] {
    var requirements: [PurchaseExpression] = []
    requirements.reserveCapacity(list.count)
    var seen = DistinctList<PurchaseExpression>()
    for element in list.elements {
      guard let requirement = requirement(element, products, consumables) else { continue }
      requirements.append(requirement)
      if !seen.append(requirement.withoutCombinationsOfOne) {
        let name = requirement.text(
          products: products.declarations, groups: products.groups.declarations)
        add(problem(name), at: element)
      }
    }
    return requirements
  }

  private mutating func requirement(
    _ value: JSONValue, _ products: DeclaredProducts,
    _ consumables: ConditionContext.Kind?
  ) -> PurchaseExpression? {
    switch value.kind {
    case .string: return product(value, in: value, products, consumables)
    case .object: break
    default:
      addWrongType(
        value, "a purchase", "a product id or an object", write: value.elementSources)
      return nil
    }
    check(value, .purchase)
    let forms = ObjectGrammar.purchaseForms
    let form = value.members.compactMap { key, member in
      forms.first { key.equals($0.key) }.map { (name: $0.key, companions: $0.value, member) }
    }.first
    guard let (form, companions, member) = form else {
      add(.missingKey("product", in: "a purchase"), atStartOf: value)
      return nil
    }
    let others = ObjectGrammar.purchase.names.filter {
      $0 != form && !companions.contains($0)
    }
    for (key, _) in value.members {
      if let name = key.string, others.contains(name) {
        add(.unexpectedKey(name, besides: form), at: key)
      }
    }
    switch form {
    case "group": return group(member, in: value, products)
    case "anyOf": return operands(member, form, products, consumables).map { .anyOf($0) }
    case "allOf": return operands(member, form, products, consumables).map { .allOf($0) }
    default: return product(member, in: value, products, consumables)
    }
  }

  private mutating func operands(
    _ list: JSONValue, _ key: String, _ products: DeclaredProducts,
    _ consumables: ConditionContext.Kind?
  ) -> [PurchaseExpression]? {
    let subject = "'\(key)'"
    guard isArray(list, subject) else { return nil }
    if list.count == 0 {
      add(.empty(subject), at: list)
      return nil
    }
    let operands = requirements(list, products, consumables) { .duplicateValue($0, in: subject) }
    // If invalid operands were left out, the rest could wrongly be reported as a duplicate of another requirement.
    return operands.count < list.count ? nil : operands
  }

  private mutating func group(
    _ value: JSONValue, in requirement: JSONValue, _ products: DeclaredProducts
  ) -> PurchaseExpression? {
    let accepted = requirement.member("in").map {
      statuses($0, of: .autoRenewingSubscription, "a group")
    }
    guard expect(.string, value, "'group'"),
      let group = products.groups.index(of: value, recordingIn: &self)
    else { return nil }
    let declaration = products.groups.declarations[group]
    let written = requirement.member("atLeast")
    var level: Int?
    if let written {
      guard expect(.string, written, "'atLeast'") else { return nil }
      guard !declaration.levels.isEmpty else {
        if !products.groups.unreadLevels.contains(group) {
          addLevelOfUnranked(declaration, at: written)
        }
        return nil
      }
      level = index(of: written, in: products.groups.levels[group], .level)
      if level == nil { return nil }
    }
    if products.hasNone(of: group, atLeast: level) {
      let wanted = level.map { " at level '\(declaration.levels[$0])' or above" } ?? ""
      add(
        .emptyGroup, "group '\(declaration.id)' has no product\(wanted)", at: written ?? value)
    }
    return .group(group, atLeast: level, in: accepted)
  }

  private mutating func product(
    _ value: JSONValue, in requirement: JSONValue, _ products: DeclaredProducts,
    _ consumables: ConditionContext.Kind?
  ) -> PurchaseExpression? {
    let (quantity, accepted) = (requirement.member("quantity"), requirement.member("in"))
    let number = quantity.flatMap { integer($0, "'quantity'", atLeast: 1) }
    guard expect(.string, value, "'product'"),
      let product = product(named: value, in: requirement, products)
    else { return nil }
    let name = products.names.names[product]
    guard let type = products.type(of: product) else { return nil }
    guard type == .consumable else {
      if let quantity {
        add(
          .unexpectedQuantity, "'\(name)' is not a consumable and cannot have a quantity",
          at: quantity)
      }
      return .product(product, in: accepted.map { statuses($0, of: type, "'\(name)'") })
    }
    if let consumables {
      add(
        .misplacedConsumable, "consumable '\(name)' is not allowed in \(consumables.rawValue)",
        at: value)
    }
    if let accepted {
      add(.wrongHolding, "consumable '\(name)' has no status", hint: "remove 'in'", at: accepted)
    }
    if quantity == nil { addMissingQuantity(of: name, requirement) }
    return number.map { .credits(product, quantity: $0) }
  }

  private mutating func product(
    named id: JSONValue, in requirement: JSONValue, _ products: DeclaredProducts
  ) -> Int? {
    guard products.names.index(of: id) == nil, products.groups.names.index(of: id) != nil else {
      return index(of: id, in: products.names, .product)
    }
    let group = "\"group\": \(id.source)"
    let written = requirement.kind == .string ? "{ \(group) }" : group
    add(.undeclared(id.string ?? "", .product, hint: "write \(written)"), at: id)
    return nil
  }

  private mutating func addMissingQuantity(of name: String, _ requirement: JSONValue) {
    let written = "{ \"product\": \(JSONText.quoted(name)), \"quantity\": 1 }"
    let problem = Diagnostic(
      .missingQuantity, "consumable '\(name)' is required without a quantity",
      hint: "write \(written)", write: [written])
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
      PurchaseStatus.accepted.filter { type.allows($0) })
  }

  /// Reads a status that the product's type can have; any status if it is nil.
  package mutating func purchaseStatus(
    _ value: JSONValue, of product: String, _ type: ProductType?
  ) -> PurchaseStatus? {
    status(value, "purchase status", of: "'\(product)'") { type?.allows($0) ?? true }
  }
}

extension PurchaseExpression {
  /// Replaces combinations of one operand by the operand. Then equal requirements are found.
  fileprivate var withoutCombinationsOfOne: PurchaseExpression {
    switch self {
    case .product, .credits, .group: self
    case .anyOf(let operands) where operands.count == 1: operands[0].withoutCombinationsOfOne
    case .allOf(let operands) where operands.count == 1: operands[0].withoutCombinationsOfOne
    case .anyOf(let operands): .anyOf(operands.map(\.withoutCombinationsOfOne))
    case .allOf(let operands): .allOf(operands.map(\.withoutCombinationsOfOne))
    }
  }
}
