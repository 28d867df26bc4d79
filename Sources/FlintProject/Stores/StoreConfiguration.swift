/// The products of a `.storekit` file, versions 1.0 to 6.x.
package struct StoreConfiguration: Sendable {
  package struct Product: Sendable {
    package var declaration: ProductDeclaration
    /// The id's bytes in the file.
    package var range: Range<Int>
    /// The subscription group, without levels, which ``StoreProducts`` determines.
    package var group: GroupDeclaration?
    /// The product's place in its group, where 1 is the highest.
    package var rank: Int64?
  }

  /// A store configuration has at least one of these keys.
  static let sections: [StaticString] = [
    "products", "nonRenewingSubscriptions", "subscriptionGroups",
  ]

  package let source: SourceFile
  /// In the order of the sections: products, non-renewing subscriptions, groups.
  package let products: [Product]
  /// Warnings about skipped products, in the file's order.
  package let warnings: [Diagnostic]

  package init(_ source: SourceFile) throws(InvalidInput) {
    try self.init(source, try source.document())
  }

  init(_ source: SourceFile, _ document: JSONDocument) throws(InvalidInput) {
    self.source = source
    var reader = StoreConfigurationReader()
    document.withRoot { reader.read($0) }
    guard reader.problems.found.isEmpty else {
      throw InvalidInput(source, reader.problems.found)
    }
    products = reader.products
    warnings = DiagnosticFormatter.sorted(reader.warnings)
  }
}

private struct StoreConfigurationReader {
  private static let types: [String: ProductType] = [
    "NonConsumable": .nonConsumable, "Consumable": .consumable,
    "RecurringSubscription": .autoRenewingSubscription,
    "NonRenewingSubscription": .nonRenewingSubscription,
  ]

  var problems = InputProblems()
  var warnings: [Diagnostic] = []
  var products: [StoreConfiguration.Product] = []
  private var groups: [GroupDeclaration] = []
  private var ids = NameIndex()

  mutating func read(_ root: JSONValue) {
    guard problems.isObject(root, "a store configuration") else { return }
    let other = FileFormat(of: root)
    if other == .manifest || StoreConfiguration.sections.allSatisfy({ root.member($0) == nil }) {
      let found = other ?? .somethingElse
      problems.add(.otherFormat(found, wanted: "a store configuration"), atStartOf: root)
      return
    }
    for product in elements("products", of: root) { readProduct(product, nil, in: nil) }
    for product in elements("nonRenewingSubscriptions", of: root) {
      readProduct(product, .nonRenewingSubscription, in: nil)
    }
    for group in elements("subscriptionGroups", of: root) {
      guard problems.isObject(group, "a subscription group") else { continue }
      let declaration = readGroup(group)
      for product in elements("subscriptions", of: group) {
        readProduct(product, .autoRenewingSubscription, in: declaration)
      }
    }
  }

  private mutating func readGroup(_ value: JSONValue) -> GroupDeclaration? {
    let name = text("name", of: value)
    let store = text("id", of: value)
    let id = store.flatMap { isIdentifier($0) ? $0 : nil } ?? name.flatMap { identifier(from: $0) }
    guard let id else { return nil }
    if let known = groups.first(where: { $0.id.isSame(as: id) }) { return known }
    groups.append(GroupDeclaration(id, name: name))
    return groups.last
  }

  private func identifier(from name: String) -> String? {
    let words = name.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return words.isEmpty ? nil : words.joined(separator: "-")
  }

  /// A list's elements; none for null, which Xcode writes for missing lists.
  private mutating func elements(_ key: StaticString, of owner: JSONValue) -> [JSONValue] {
    guard let list = owner.member(key), list.kind != .null, problems.isArray(list, "'\(key)'")
    else { return [] }
    return Array(list.elements)
  }

  private mutating func text(_ key: StaticString, of owner: JSONValue) -> String? {
    guard let value = owner.member(key), value.kind != .null else { return nil }
    let text = problems.string(value, "'\(key)'")
    return text == "" ? nil : text
  }

  private mutating func readProduct(
    _ value: JSONValue, _ expected: ProductType?, in group: GroupDeclaration?
  ) {
    guard problems.isObject(value, "a product") else { return }
    let words = localisation(of: value)
    let name = words.name ?? text("referenceName", of: value)
    guard let id = text("productID", of: value), let member = value.member("productID") else {
      warn(.emptyValue, "skipped a product without an id", at: value.start..<value.start + 1)
      return
    }
    let written = text("type", of: value)
    guard let type = written.flatMap({ Self.types[$0] }) ?? expected else {
      warn(
        .unknownValue, "unknown product type '\(written ?? "")'; skipped product '\(id)'",
        at: value.member("type")?.range ?? member.range)
      return
    }
    let (index, isNew) = ids.insert(id)
    if !isNew {
      let known = products[index].declaration.type
      if known != type { warnings.append(.twoTypes(of: id, first: known, at: member.range)) }
      return
    }
    let rank = value.member("groupNumber").flatMap {
      $0.kind == .null ? nil : problems.integer($0, "'groupNumber'", atLeast: .min)
    }
    let product = ProductDeclaration(
      id: id, name: name, type: type, description: words.description)
    products.append(
      StoreConfiguration.Product(
        declaration: product, range: member.range,
        group: type == .autoRenewingSubscription ? group : nil, rank: rank))
  }

  private mutating func warn(_ rule: InputRule, _ message: String, at range: Range<Int>) {
    warnings.append(Diagnostic(.warning, rule: rule.rawValue, message: message, range: range))
  }

  private mutating func localisation(
    of product: JSONValue
  ) -> (name: String?, description: String?) {
    var found: [(rank: Int, name: String?, description: String?)] = []
    for value in elements("localizations", of: product) {
      guard problems.isObject(value, "a localization") else { continue }
      let locale = text("locale", of: value) ?? ""
      let rank = locale == "en_US" ? 0 : locale.hasPrefix("en") ? 1 : 2
      found.append((rank, text("displayName", of: value), text("description", of: value)))
    }
    let ranked = (0...2).flatMap { rank in found.filter { $0.rank == rank } }
    return (
      ranked.lazy.compactMap(\.name).first, ranked.lazy.compactMap(\.description).first
    )
  }
}
