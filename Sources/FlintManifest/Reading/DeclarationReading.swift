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
