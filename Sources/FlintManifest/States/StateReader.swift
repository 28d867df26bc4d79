package import FlintModel
package import FlintText

/// A reader of states in JSON, which refer to the declarations of a manifest by their ids.
package struct StateReader {
  /// The reaction of a ``StateReader``, which parses simulated states in JSON, to an id that the manifest does not
  /// declare.
  package enum Undeclared: Sendable {
    /// Report the undeclared id as an error, with the most similar declared id as a hint.
    case refuse
    /// Ignore the id, which the manifest does not declare, and list it in `PartialState.ignored`.
    case ignore
    /// Ignore the id, which the manifest does not declare, and add a warning to ``StateReader/warnings``. If the id
    /// occurs several times, there is only one warning.
    case warn
  }

  /// The keys that a state can have. They are computed only once for each reader, because a reader often reads many
  /// states.
  private let keys = StateKey.allCases.map { (text: $0.key, key: $0) }

  package var problems = InputProblems()

  /// The warnings about undeclared ids that were ignored, one for each id. It is empty unless the reader was created
  /// with ``Undeclared/warn``.
  package private(set) var warnings: [InputProblem] = []

  /// Whether a state can have the key `expect` with the expected statuses of features. In the input of
  /// `flint-inspect stream`, it can.
  package var takesExpectations = false
  let features: NameIndex
  let products: DeclaredProducts
  let attributes: DeclaredAttributes
  private let buckets: NameIndex
  private let undeclared: Undeclared

  /// The manifest that declares the ids. Hints take display names from it. Nil while the manifest itself is being read,
  /// with the named states in it.
  private(set) var manifest: Manifest?

  init(
    features: NameIndex, products: DeclaredProducts, attributes: DeclaredAttributes,
    buckets: NameIndex, undeclared: Undeclared
  ) {
    self.features = features
    self.products = products
    self.attributes = attributes
    self.buckets = buckets
    self.undeclared = undeclared
  }

  package init(_ manifest: Manifest, _ names: ManifestNames, undeclared: Undeclared = .refuse) {
    self.init(
      features: names.features,
      products: DeclaredProducts(names: names.products, declarations: manifest.products),
      attributes: DeclaredAttributes(
        names: names.attributes, domains: manifest.attributes.map { .init($0) }),
      buckets: names.buckets, undeclared: undeclared)
    self.manifest = manifest
  }

  /// Returns the problems found since the last call, and removes them from the reader.
  package mutating func takeProblems() -> [InputProblem] {
    defer { problems = InputProblems() }
    return problems.found
  }

  /// Reads a document that contains one state. Returns nil if there are problems.
  package mutating func read(_ document: JSONDocument) -> PartialState? {
    let state = document.withRoot { read($0) }
    problems.addDuplicateKeys(of: document)
    return problems.found.isEmpty ? state : nil
  }

  /// Reads a state that is only a part of a document. Keys that occur twice are not reported, because the caller checks
  /// the whole document for them.
  ///
  /// - Returns: the values that could be read; nil if the JSON value is not a state. Problems with the other values are
  ///   added to `problems`.
  package mutating func read(_ value: JSONValue) -> PartialState? {
    if value.kind == .array, let other = InputProblem.FileFormat(of: value) {
      problems.add(.otherFormat(other, wanted: "a state"), atStartOf: value)
      return nil
    }
    guard problems.isObject(value, "a state") else { return nil }
    var state = PartialState()
    for (key, member) in value.members {
      switch keys.first(where: { key.equals($0.text) })?.key {
      case .section(let section): read(section, member, into: &state)
      case .remark(.id): break
      case .remark(.weight): state.weight = problems.integer(member, "'weight'", atLeast: 0)
      case nil where takesExpectations && key.equals(Self.expectationsKey):
        readExpectations(member, into: &state)
      case nil:
        if let other = InputProblem.FileFormat(of: value), other != .state {
          problems.add(.otherFormat(other, wanted: "a state"), atStartOf: value)
          return nil
        }
        if let written = section(with: key, member) {
          problems.misplacedKey(key, in: "a state", write: written)
        } else {
          problems.unknownKey(key, in: "a state", allowed: StateKey.allCases)
        }
      }
    }
    return state
  }

  package mutating func read(
    _ section: StateSection, _ member: JSONValue, into state: inout PartialState
  ) {
    if section.form == .members, member.kind != .object {
      _ = problems.isObject(member, "'\(section.name)'")
      return
    }
    section.coding.read(&self, member, &state)
  }

  // MARK: Expectations

  /// The key under which a state contains the expected statuses of features. It is allowed only in the input of the
  /// command `flint-inspect stream`, which compares them with the real statuses.
  package static let expectationsKey: StaticString = "expect"

  private mutating func readExpectations(_ value: JSONValue, into state: inout PartialState) {
    guard problems.isObject(value, "'expect'") else { return }
    for (key, member) in value.members {
      let feature = index(of: key, in: features, .feature, &state)
      let status = problems.value(member, of: "feature status", as: FeatureStatus.self)
      if let feature, let status { state.expected[feature] = status }
    }
  }

  // MARK: Sections

  mutating func readPlatform(_ value: JSONValue) -> Platform? {
    guard let name = problems.string(value, "'platform'") else { return nil }
    if let platform = Platform(name: name) { return platform }
    let nearest = problems.nearest(to: name, among: Platform.allCases.map(\.name))
    problems.add(.unknownPlatform(name, nearest: Synonyms.platform(name) ?? nearest), at: value)
    return nil
  }

  mutating func readPermissions(_ value: JSONValue, into state: inout PartialState) {
    for (key, member) in value.members {
      let permission = problems.permission(key)
      let status = problems.permissionStatus(member, of: permission)
      if let permission, let status { state.permissions[permission] = status }
    }
  }

  /// Reads the value that a state contains for a product: a status, an expiration date or a number of credits.
  /// `product` is the product's index; nil if it is not declared.
  mutating func readHolding(of product: Int?, _ value: JSONValue) -> ProductHolding? {
    guard let product else {
      if undeclared != .refuse { checkHolding(ofUndeclared: value) }
      return nil
    }
    let name = products.names.names[product]
    switch (products.type(of: product), value.kind) {
    case (nil, _): return nil
    case (.consumable, .number):
      return problems.integer(value, "credits", atLeast: 0).map { .credits($0) }
    case (.consumable, .string):
      problems.add(.creditsExpected(product: name), at: value)
    case (.consumable, let kind):
      problems.add(.wrongType(subject: "a consumable", found: kind, expected: .credits), at: value)
    case (_, .number):
      problems.add(.statusExpected(product: name), at: value)
    case (let type?, .string):
      return problems.purchaseStatus(value, of: name, type).map { .status($0) }
    case (let type?, .object) where type.isSubscription:
      return readEnd(value, of: name, type)
    case (_, .object):
      problems.add(.impossibleEnd(.until, product: name), at: value)
    case (_, let kind):
      problems.add(.wrongType(subject: "a product", found: kind, expected: .status), at: value)
    }
    return nil
  }

  private mutating func readEnd(
    _ value: JSONValue, of product: String, _ type: ProductType
  ) -> ProductHolding? {
    var dates: [UntilKey: DateTime] = [:]
    for (key, name, member) in problems.members(of: value, in: "a subscription", as: UntilKey.self)
    {
      if !key.applies(to: type) {
        problems.add(.impossibleEnd(key, product: product), at: name)
      }
      dates[key] = problems.date(member, "'\(key.name)'")
    }
    guard let end = dates[.until] else { return nil }
    if let graceEnd = dates[.graceUntil], graceEnd <= end {
      problems.add(.emptyGracePeriod(until: end.description, graceEnd.description), at: value)
    }
    return .until(end, graceUntil: dates[.graceUntil])
  }

  /// Checks the value that a state contains for an undeclared product. The type of such a product is not known, so a
  /// value is accepted if it is valid for any type: a status, an expiration date or a number of credits.
  private mutating func checkHolding(ofUndeclared value: JSONValue) {
    switch value.kind {
    case .number: _ = problems.integer(value, "credits", atLeast: 0)
    case .string: _ = problems.purchaseStatus(value, of: "", nil)
    case .object: _ = readEnd(value, of: "", .autoRenewingSubscription)
    case let kind:
      problems.add(.wrongType(subject: "a product", found: kind, expected: .status), at: value)
    }
  }

  mutating func readUnlocked(_ value: JSONValue, into state: inout PartialState) {
    guard problems.isArray(value, "'unlocked'") else { return }
    var seen: Set<Int> = []
    var unlocked: [Int] = []
    for element in value.elements where problems.expect(.string, element, "a feature", as: .string)
    {
      guard let feature = index(of: element, in: features, .feature, &state) else { continue }
      if seen.insert(feature).inserted { unlocked.append(feature) }
    }
    state.unlocked = unlocked
  }

  /// Reads the value of an attribute that the manifest declares. `attribute` is the index of the attribute.
  package mutating func readAttribute(_ attribute: Int, _ value: JSONValue) -> AttributeValue? {
    guard let domain = attributes.domains[attribute] else { return nil }
    if value.kind == .null, !domain.isAlwaysKnown { return .unknown }
    return problems.attributeValue(value, domain, inState: true)
  }

  /// Checks the value that a state gives for an undeclared attribute, whose type is not known.
  mutating func checkValue(ofUndeclared value: JSONValue) {
    if undeclared == .refuse { return }
    switch value.kind {
    case .bool, .null: return
    case .string: _ = problems.nonEmptyText(value, "an attribute")
    case .number: _ = problems.attributeInteger(value, "an attribute")
    case .object, .array:
      problems.add(
        .wrongType(subject: "an attribute", found: value.kind, expected: .attribute), at: value)
    }
  }

  mutating func readDefaults(_ value: JSONValue, into state: inout PartialState) {
    for (key, _, member) in problems.members(of: value, in: "'defaults'", as: DefaultsKey.self) {
      switch key {
      case .permission:
        state.permissionDefault = problems.status(
          member, "permission status", of: "the default status of permissions",
          isAllowed: SystemPermissionStatus.defaults.contains)
      case .purchase:
        state.purchaseDefault = problems.status(
          member, "purchase status", of: "the default status of products",
          isAllowed: PurchaseStatus.defaults.contains)
      }
    }
  }

  /// Returns the index of the declaration whose id is `name`, among the declarations of one kind, such as products. If
  /// the id is not declared, returns nil, and reports or ignores the id as ``Undeclared`` specifies.
  mutating func index(
    of name: JSONValue, _ subject: StateSubject, _ state: inout PartialState
  ) -> Int? {
    switch subject {
    case .permission: problems.permission(name).map { Int($0.rawValue) }
    case .product: index(of: name, in: products.names, .product, &state)
    case .feature: index(of: name, in: features, .feature, &state)
    case .attribute: index(of: name, in: attributes.names, .attribute, &state)
    case .bucket: index(of: name, in: buckets, .bucket, &state)
    }
  }

  private mutating func index(
    of name: JSONValue, in names: NameIndex, _ declared: InputProblem.EntityKind,
    _ state: inout PartialState
  ) -> Int? {
    if let index = names.index(of: name) { return index }
    switch undeclared {
    case .refuse:
      let manifest = manifest
      problems.addUndeclared(name, declared, among: names.names) {
        manifest?.displayNames(of: declared) ?? []
      }
    case .ignore: state.ignored.insert(name.string ?? "")
    case .warn:
      let fact = InputProblem.Fact.ignored(name.string ?? "", declared)
      if !warnings.contains(where: { $0.fact == fact }) {
        warnings.append(InputProblem(fact: fact, range: name.range))
      }
    }
    return nil
  }
}

extension KeyedCase {
  /// Creates the enumeration case whose name is the given JSON key; nil if no case has this name.
  package init?(key: JSONValue) {
    guard let found = Self.allCases.first(where: { key.equals($0.key) }) else { return nil }
    self = found
  }
}
