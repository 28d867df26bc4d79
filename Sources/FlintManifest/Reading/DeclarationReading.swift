import FlintModel
import FlintText

extension ManifestReader {
  mutating func readApp(_ value: JSONValue) -> Manifest.App {
    guard problems.isObject(value, "'app'") else { return Manifest.App() }
    var name: String?
    var version: Version?
    var versions: [Platform: Version]?
    var platforms: [SupportedPlatform]?
    for (key, _, member) in problems.members(of: value, in: "'app'", as: AppKey.self) {
      switch key {
      case .name: name = problems.string(member, "'name'")
      case .version where member.kind == .object: versions = problems.appVersions(member)
      case .version: version = problems.version(member, "'version'")
      case .platforms: platforms = problems.appPlatforms(member)
      }
    }
    return Manifest.App(name: name, version: version, versions: versions, platforms: platforms)
  }

  // MARK: Products

  mutating func readProducts(_ list: JSONValue) {
    guard problems.isArray(list, "'products'") else { return }
    products.declarations.reserveCapacity(list.count)
    for element in list.elements where isDeclaration(element, "a product") {
      readProduct(element)
    }
  }

  private mutating func readProduct(_ value: JSONValue) {
    var id: JSONValue?
    var type: JSONValue?
    var (name, description): (String?, String?)
    var (group, level): (JSONValue?, (key: JSONValue, value: JSONValue)?)
    for (key, written, member) in problems.members(of: value, in: "a product", as: ProductKey.self)
    {
      switch key {
      case .id: id = member
      case .type: type = member
      case .group: group = member
      case .level: level = (written, member)
      case .name: name = problems.string(member, "'name'")
      case .description: description = problems.string(member, "'description'")
      }
    }
    let readType = type.flatMap {
      problems.value($0, of: "product type", as: ProductType.self)
    }
    let position = readGroupAndLevel(group, level, of: value, id?.string ?? "", readType)
    guard let idText = readID(id, of: .product),
      declare(idText, at: id, .product, in: \.products.names)
    else { return }
    if readType == nil { products.untyped.insert(products.declarations.count) }
    products.declarations.append(
      ProductDeclaration(
        id: idText, name: name, type: readType ?? .nonConsumable, description: description,
        group: position?.group, level: position?.level))
  }

  // MARK: Attributes

  mutating func readAttributes(_ list: JSONValue) -> [AttributeDeclaration] {
    guard problems.isArray(list, "'attributes'") else { return [] }
    var read: [AttributeDeclaration] = []
    read.reserveCapacity(list.count)
    for element in list.elements {
      if let attribute = readAttribute(element) { read.append(attribute) }
    }
    return read
  }

  private mutating func readAttribute(_ value: JSONValue) -> AttributeDeclaration? {
    guard isDeclaration(value, "an attribute") else { return nil }
    var fields = AttributeFields()
    var (name, description): (String?, String?)
    var owner = Owner.developer
    var isAlwaysKnown = false
    let members = problems.members(of: value, in: "an attribute", as: AttributeKey.self)
    for (key, written, member) in members {
      switch key {
      case .id: fields.id = member
      case .type: fields.type = member
      case .values: fields.values = (written, member)
      case .defaultValue: fields.defaultValue = member
      case .isAlwaysKnown:
        isAlwaysKnown = problems.bool(member, "'alwaysKnown'") ?? false
      case .name: name = problems.string(member, "'name'")
      case .description: description = problems.string(member, "'description'")
      case .owner: owner = problems.value(member, of: "owner", as: Owner.self) ?? owner
      }
    }
    if isAlwaysKnown, fields.defaultValue == nil {
      problems.missingKey(
        AttributeKey.defaultValue, in: "an attribute that is always known", of: value)
    }
    var domain = readDomain(fields, of: value)
    domain?.isAlwaysKnown = isAlwaysKnown
    let defaultValue = fields.defaultValue.flatMap { written in
      domain.flatMap { problems.attributeValue(written, $0, inState: false) }
    }
    guard let id = readID(fields.id, of: .attribute),
      declare(id, at: fields.id, .attribute, in: \.attributes.names)
    else { return nil }
    attributes.domains.append(domain)
    return domain.map {
      AttributeDeclaration(
        id: id, name: name, description: description, domain: $0.declared, owner: owner,
        defaultValue: defaultValue, alwaysKnown: isAlwaysKnown)
    }
  }

  private struct AttributeFields {
    var id: JSONValue?
    var type: JSONValue?
    var values: (key: JSONValue, value: JSONValue)?
    var defaultValue: JSONValue?
  }

  private mutating func readDomain(
    _ fields: AttributeFields, of attribute: JSONValue
  ) -> DeclaredAttributes.Domain? {
    let values = fields.values.map {
      problems.names($0.value, "'values'", element: "a value")
    }
    if let list = fields.values?.value, list.kind == .array, list.count == 0 {
      problems.add(.empty(subject: "'values'"), at: list)
    }
    guard let type = fields.type,
      let type = problems.value(type, of: "attribute type", as: AttributeType.self)
    else { return nil }
    if type != .choice, let values = fields.values {
      problems.add(.unexpectedKey("values", reason: .valuesOf(type)), at: values.key)
    }
    guard type == .choice else { return DeclaredAttributes.Domain(type: type, choices: nil) }
    if fields.values == nil {
      problems.missingKey(AttributeKey.values, in: "a choice", of: attribute)
    }
    return values.flatMap {
      $0.isEmpty ? nil : DeclaredAttributes.Domain(type: type, choices: NameIndex($0))
    }
  }

  // MARK: Ids

  /// An invalid id is returned, too, so that its uses are not reported. Nil without a string.
  mutating func readID(
    _ value: JSONValue?, of declared: InputProblem.EntityKind
  ) -> String? {
    guard let value, let id = problems.string(value, "'id'") else { return nil }
    if declared == .product ? !id.isEmpty : isIdentifier(id) { return id }
    problems.add(.invalidID(id, of: declared), at: value)
    // An invalid id is declared nevertheless, so that references to it are not reported as well.
    return id
  }

  /// False, with a report, for a repeated id.
  mutating func declare(
    _ id: String, at value: JSONValue?, _ declared: InputProblem.EntityKind,
    in names: WritableKeyPath<ManifestReader, NameIndex>
  ) -> Bool {
    if self[keyPath: names].insert(id).isNew { return true }
    if let value { problems.add(.duplicateID(id, of: declared), at: value) }
    return false
  }
}

extension ManifestReader {
  /// References may precede declarations.
  mutating func readConditionNames(_ list: JSONValue) {
    for element in list.elements {
      if let id = element.member("id")?.string { conditionNames.insert(id) }
    }
  }

  mutating func readConditions(_ list: JSONValue) -> [ConditionDeclaration] {
    readDeclarations(
      list, "'conditions'", "a condition", DeclaredConditionKey.self, .named, .condition,
      in: \.declaredConditions
    ).map {
      ConditionDeclaration(id: $0.id, name: $0.name, description: $0.description, is: $0.condition)
    }
  }

  mutating func readAssumptions(_ list: JSONValue) -> [AssumptionDeclaration] {
    readDeclarations(
      list, "'assume'", "an assumption", AssumptionKey.self, .assumed, .assumption,
      in: \.assumptionNames
    ).map {
      AssumptionDeclaration(
        id: $0.id, name: $0.name, description: $0.description, that: $0.condition)
    }
  }

  private typealias Declaration = (
    id: String, name: String?, description: String?, condition: Condition
  )

  private mutating func readDeclarations<Key: ConditionDeclarationKey>(
    _ list: JSONValue, _ subject: String, _ element: String, _: Key.Type,
    _ restriction: InputProblem.ConditionKind, _ kind: InputProblem.EntityKind,
    in names: WritableKeyPath<ManifestReader, NameIndex>
  ) -> [Declaration] {
    guard problems.isArray(list, subject) else { return [] }
    var read: [Declaration] = []
    read.reserveCapacity(list.count)
    for value in list.elements where isDeclaration(value, element) {
      var (id, condition): (JSONValue?, JSONValue?)
      var (name, description): (String?, String?)
      for (key, _, member) in problems.members(of: value, in: element, as: Key.self) {
        if key == .id {
          id = member
        } else if key == .condition {
          condition = member
        } else {
          let text = problems.string(member, "'\(key.name)'")
          if key == .name { name = text } else { description = text }
        }
      }
      // No declaration refers to an assumption, so it is not part of a cycle.
      owner =
        kind == .condition
        ? id?.string.flatMap { conditionNames.index(of: $0) }.map { .condition($0) } : nil
      var facts = FeatureContext()
      let content = condition.flatMap {
        readCondition($0, "'\(Key.condition.name)'", .condition(restriction), &facts)
      }
      guard let idText = readID(id, of: kind), declare(idText, at: id, kind, in: names)
      else { continue }
      read.append((idText, name, description, content ?? Condition([])))
    }
    return read
  }
}

extension ManifestReader {
  mutating func readGroups(_ list: JSONValue) {
    guard problems.isArray(list, "'groups'") else { return }
    for element in list.elements where isDeclaration(element, "a group") {
      readGroup(element)
    }
  }

  private mutating func readGroup(_ value: JSONValue) {
    var id: JSONValue?
    var (name, description): (String?, String?)
    var levels = NameIndex()
    var hasLevels = false
    for (key, _, member) in problems.members(of: value, in: "a group", as: GroupKey.self) {
      switch key {
      case .id: id = member
      case .name: name = problems.string(member, "'name'")
      case .description: description = problems.string(member, "'description'")
      case .levels: (levels, hasLevels) = (readLevels(member), true)
      }
    }
    guard let idText = readID(id, of: .group),
      declare(idText, at: id, .group, in: \.products.groups.names)
    else { return }
    if hasLevels, levels.names.isEmpty {
      products.groups.unreadLevels.insert(products.groups.declarations.count)
    }
    products.groups.levels.append(levels)
    products.groups.declarations.append(
      GroupDeclaration(id: idText, name: name, description: description, levels: levels.names))
  }

  private mutating func readLevels(_ list: JSONValue) -> NameIndex {
    guard problems.isArray(list, "'levels'") else { return NameIndex() }
    if list.count == 0 { problems.add(.empty(subject: "'levels'"), at: list) }
    var levels = NameIndex()
    for element in list.elements {
      guard let level = problems.string(element, "a level") else { continue }
      if !isIdentifier(level) {
        problems.add(.invalidID(level, of: .level), at: element)
      }
      if !levels.insert(level).isNew {
        problems.add(.duplicateID(level, of: .level), at: element)
      }
    }
    return levels
  }

  /// Nil without a valid group.
  mutating func readGroupAndLevel(
    _ group: JSONValue?, _ level: (key: JSONValue, value: JSONValue)?, of product: JSONValue,
    _ id: String, _ type: ProductType?
  ) -> (group: Int, level: Int?)? {
    guard let group else {
      if let level { problems.add(.levelWithoutGroup, at: level.key) }
      return nil
    }
    guard problems.expect(.string, group, "'group'", as: .string),
      let index = products.groups.index(of: group, recordingIn: &problems)
    else {
      products.groups.areComplete = false
      return nil
    }
    if let type, type != .autoRenewingSubscription {
      problems.add(.groupOfOtherType(product: id), at: group)
    }
    let declaration = products.groups.declarations[index]
    var number: Int?
    if products.groups.unreadLevels.contains(index) {
      products.groups.areComplete = false
    } else if let level, declaration.levels.isEmpty {
      problems.add(.levelOfUnranked(group: declaration.id), at: level.key)
    } else if let level {
      if problems.expect(.string, level.value, "'level'", as: .string) {
        number = problems.index(of: level.value, in: products.groups.levels[index], .level)
      }
      if number == nil { products.groups.areComplete = false }
    } else if !declaration.levels.isEmpty {
      products.groups.areComplete = false
      problems.add(
        .missingLevel(product: id, group: declaration.id, levels: declaration.levels),
        atStartOf: product)
    }
    let highest = products.groups.highestLevels[index] ?? 0
    products.groups.highestLevels[index] = max(highest, number ?? 0)
    return (index, number)
  }
}
