extension InputProblems {
  typealias Words = (name: String?, description: String?)

  /// Reads a declaration's name and description, and checks its `ignore`.
  mutating func words(of object: JSONValue) -> Words {
    if let rules = object.member("ignore") { _ = names(rules, "'ignore'", element: "a rule") }
    return (string("name", of: object), string("description", of: object))
  }

  /// Reads and declares the object's id. Nil if it is no string, or already declared. An invalid id
  /// is declared nevertheless, so that its uses are not reported as well.
  mutating func declareID(
    of object: JSONValue, _ kind: NameKind, in names: inout NameIndex
  ) -> String? {
    guard let value = object.member("id"), let id = string(value, "'id'") else { return nil }
    if kind == .product ? id.isEmpty : !isIdentifier(id) {
      add(.invalidID(id, of: kind), at: value)
    }
    return declare(id, at: value, kind, in: &names) ? id : nil
  }
}

extension ManifestReader {
  mutating func readApp(_ value: JSONValue) -> Manifest.App {
    guard problems.isObject(value, .app) else { return Manifest.App() }
    var version: Version?
    var versions: [Platform: Version]?
    if let written = value.member("version") {
      if written.kind == .object {
        versions = problems.appVersions(written)
      } else {
        version = problems.version(written, "'version'")
      }
    }
    return Manifest.App(
      name: problems.string("name", of: value), version: version, versions: versions,
      platforms: value.member("platforms").flatMap { problems.appPlatforms($0) })
  }

  /// The declarations in the list. Reports other elements.
  mutating func declarations(
    under key: StaticString, of root: JSONValue, _ form: ObjectGrammar
  ) -> [JSONValue] {
    guard let list = root.member(key), problems.isArray(list, "'\(key)'") else { return [] }
    return list.elements.filter { isDeclaration($0, form) }
  }

  mutating func readProduct(_ value: JSONValue) {
    let type = value.member("type").flatMap {
      problems.value($0, of: "product type", as: ProductType.self)
    }
    let (name, description) = problems.words(of: value)
    let position = readGroupAndLevel(of: value, type)
    guard let id = problems.declareID(of: value, .product, in: &products.names) else { return }
    if type == nil { products.untyped.insert(products.declarations.count) }
    products.declarations.append(
      ProductDeclaration(
        id: id, name: name, type: type ?? .nonConsumable, description: description,
        group: position?.group, level: position?.level))
  }

  // MARK: Attributes

  mutating func readAttribute(_ value: JSONValue) -> AttributeDeclaration? {
    let (name, description) = problems.words(of: value)
    let owner = value.member("owner").flatMap {
      problems.value($0, of: "owner", as: Owner.self)
    }
    let isAlwaysKnown = value.member("alwaysKnown").flatMap {
      problems.bool($0, "'alwaysKnown'")
    }
    if isAlwaysKnown == true, value.member("default") == nil {
      problems.add(
        .missingKey("default", in: "an attribute that is always known"), atStartOf: value)
    }
    var domain = readDomain(of: value)
    domain?.isAlwaysKnown = isAlwaysKnown ?? false
    let defaultValue = value.member("default").flatMap { written in
      domain.flatMap { problems.attributeValue(written, $0, inState: false) }
    }
    guard let id = problems.declareID(of: value, .attribute, in: &attributes.names)
    else { return nil }
    attributes.domains.append(domain)
    return domain.map {
      AttributeDeclaration(
        id: id, name: name, description: description, domain: $0.declared,
        owner: owner ?? .developer, defaultValue: defaultValue, alwaysKnown: $0.isAlwaysKnown)
    }
  }

  private mutating func readDomain(of attribute: JSONValue) -> DeclaredAttributes.Domain? {
    let list = attribute.member("values")
    let values = list.map { problems.names($0, "'values'", element: "a value") }
    if let list, list.kind == .array, list.count == 0 {
      problems.add(.empty("'values'"), at: list)
    }
    guard let type = attribute.member("type"),
      let type = problems.value(type, of: "attribute type", as: AttributeType.self)
    else { return nil }
    guard type == .choice else {
      if let key = attribute.key("values") {
        problems.add(
          .unexpectedKey,
          "'values' is for choice attributes only; this attribute has type '\(type.name)'", at: key)
      }
      return DeclaredAttributes.Domain(type: type)
    }
    if list == nil { problems.add(.missingKey("values", in: "a choice"), atStartOf: attribute) }
    return values.flatMap {
      $0.isEmpty ? nil : DeclaredAttributes.Domain(type: type, choices: NameIndex($0))
    }
  }

  // MARK: Conditions

  /// Reads the named conditions, or the assumptions.
  mutating func readConditions(
    under list: StaticString, of root: JSONValue, _ declared: NameKind
  ) -> [ConditionDeclaration] {
    let isNamed = declared == .condition
    let key: StaticString = isNamed ? "is" : "that"
    var names = NameIndex()
    return declarations(under: list, of: root, isNamed ? .condition : .assumption)
      .compactMap { value in
        owner =
          isNamed
          ? value.member("id")?.string.flatMap { conditionNames.index(of: $0) }.map {
            .condition($0)
          }
          : nil
        var facts = FeatureContext()
        let condition = value.member(key).flatMap {
          readCondition($0, "'\(key)'", .condition(isNamed ? .named : .assumed), &facts)
        }
        let (name, description) = problems.words(of: value)
        return problems.declareID(of: value, declared, in: &names).map {
          ConditionDeclaration(
            id: $0, name: name, description: description, is: condition ?? Condition([]))
        }
      }
  }

  // MARK: Groups

  mutating func readGroup(_ value: JSONValue) {
    let (name, description) = problems.words(of: value)
    let levels = value.member("levels").map { readLevels($0) }
    guard let id = problems.declareID(of: value, .group, in: &products.groups.names)
    else { return }
    if levels?.names.isEmpty == true {
      products.groups.unreadLevels.insert(products.groups.declarations.count)
    }
    products.groups.levels.append(levels ?? NameIndex())
    products.groups.declarations.append(
      GroupDeclaration(
        id, name: name, description: description, levels: levels?.names ?? []))
  }

  private mutating func readLevels(_ list: JSONValue) -> NameIndex {
    guard problems.isArray(list, "'levels'") else { return NameIndex() }
    if list.count == 0 { problems.add(.empty("'levels'"), at: list) }
    var levels = NameIndex()
    for element in list.elements {
      guard let level = problems.string(element, "a level") else { continue }
      if !isIdentifier(level) { problems.add(.invalidID(level, of: .level), at: element) }
      if !levels.insert(level).isNew { problems.add(.duplicateID(level, of: .level), at: element) }
    }
    return levels
  }

  /// The indices of a subscription's group and level. Nil without a valid group.
  private mutating func readGroupAndLevel(
    of product: JSONValue, _ type: ProductType?
  ) -> (group: Int, level: Int?)? {
    let level = product.member("level")
    guard let group = product.member("group") else {
      if let key = product.key("level") {
        problems.add(.unexpectedKey, "a product without a 'group' cannot have a 'level'", at: key)
      }
      return nil
    }
    guard problems.expect(.string, group, "'group'"),
      let index = products.groups.index(of: group, recordingIn: &problems)
    else {
      products.groups.areComplete = false
      return nil
    }
    let id = product.member("id")?.string ?? ""
    if let type, type != .autoRenewingSubscription {
      problems.add(
        .unexpectedKey, "'\(id)' is not an auto-renewing subscription and cannot be in a group",
        at: group)
    }
    let declaration = products.groups.declarations[index]
    var number: Int?
    if products.groups.unreadLevels.contains(index) {
      products.groups.areComplete = false
    } else if level != nil, declaration.levels.isEmpty, let key = product.key("level") {
      problems.addLevelOfUnranked(declaration, at: key)
    } else if let level {
      if problems.expect(.string, level, "'level'") {
        number = problems.index(of: level, in: products.groups.levels[index], .level)
      }
      if number == nil { products.groups.areComplete = false }
    } else if !declaration.levels.isEmpty {
      products.groups.areComplete = false
      problems.add(
        Diagnostic(
          .missingKey,
          "product '\(id)' has no 'level', but its group '\(declaration.id)' has levels",
          hint: Diagnostic.oneOf(declaration.levels)),
        atStartOf: product)
    }
    let highest = products.groups.highestLevels[index] ?? 0
    products.groups.highestLevels[index] = max(highest, number ?? 0)
    return (index, number)
  }
}
