package struct StateReader {
  /// The treatment of an undeclared id.
  package enum Undeclared: Sendable {
    case refuse
    /// List the id in ``PartialState/ignored``.
    case ignore
    /// Add one warning for each id.
    case warn
  }

  /// Computed once, because a reader reads many states.
  private let sections = StateSection.allCases.map { (key: $0.key, section: $0) }

  package var problems = InputProblems()

  /// Empty except with ``Undeclared/warn``.
  package private(set) var warnings: [Diagnostic] = []

  private(set) var ignored = NameIndex()

  /// Whether a state can have `expect`.
  package var takesExpectations = false
  let features: NameIndex
  let products: DeclaredProducts
  let attributes: DeclaredAttributes
  let buckets: NameIndex
  let undeclared: Undeclared

  private(set) var manifest: Manifest?
}

extension StateReader {
  package init(_ manifest: Manifest, _ names: ManifestNames, undeclared: Undeclared = .refuse) {
    self.init(
      features: names.features,
      products: DeclaredProducts(names: names.products, declarations: manifest.products),
      attributes: DeclaredAttributes(
        names: names.attributes, domains: manifest.attributes.map { .init($0) }),
      buckets: names.buckets, undeclared: undeclared)
    self.manifest = manifest
  }

  /// The problems since the last call.
  package mutating func takeProblems() -> [Diagnostic] {
    defer { problems = InputProblems() }
    return problems.found
  }

  package mutating func read(_ document: JSONDocument) -> PartialState? {
    let state = document.withRoot { read($0) }
    problems.addDuplicateKeys(of: document)
    return problems.found.isEmpty ? state : nil
  }

  /// Reads a state, without invalid facts; nil if `value` is no object. The caller must check
  /// duplicate keys.
  package mutating func read(_ value: JSONValue) -> PartialState? {
    if value.kind == .array, let other = FileFormat(of: value) {
      problems.add(.otherFormat(other, wanted: "a state"), atStartOf: value)
      return nil
    }
    guard problems.isObject(value, "a state") else { return nil }
    var state = PartialState()
    for (key, member) in value.members {
      if let known = sections.first(where: { key.equals($0.key) }) {
        read(known.section, member, into: &state)
        continue
      }
      switch key {
      case "id": break
      case "weight": state.weight = problems.integer(member, "'weight'", atLeast: 0)
      case "expect" where takesExpectations: readExpectations(member, into: &state)
      default:
        if let other = FileFormat(of: value), other != .state {
          problems.add(.otherFormat(other, wanted: "a state"), atStartOf: value)
          return nil
        }
        if let written = section(with: key, member) {
          problems.misplacedKey(key, in: "a state", write: written)
        } else {
          problems.unknownKey(key, in: .state)
        }
      }
    }
    state.ignored = ignored
    ignored = NameIndex()
    return state
  }

  package mutating func read(
    _ section: StateSection, _ member: JSONValue, into state: inout PartialState
  ) {
    if section.form == .members, member.kind != .object {
      _ = problems.isObject(member, "'\(section.name)'")
      return
    }
    switch section {
    case .platform:
      state.platform = problems.string(member, "'platform'").flatMap {
        problems.plainPlatform($0, at: member)
      }
    case .osVersion: state.osVersion = problems.installedVersion(member, "'osVersion'")
    case .device(let fact):
      if let domain = Self.deviceDomains[fact] {
        state.device[fact] = problems.attributeValue(member, domain, inState: true)
      }
    case .permissions:
      for (key, value) in member.members {
        let permission = problems.permission(key)
        let status = problems.permissionStatus(value, of: permission)
        if let permission, let status { state.permissions[permission] = status }
      }
    case .purchases:
      state.purchases = readMembers(of: member, .product) { $0.readHolding(of: $1, $2) }
    case .unlocked:
      if problems.isArray(member, "'unlocked'") {
        state.unlocked =
          member.elements.compactMap { element in
            problems.expect(.string, element, "a feature") ? index(of: element, .feature) : nil
          }.distinctElements
      }
    case .toggles:
      state.toggles = readMembers(of: member, .feature) { reader, _, value in
        reader.problems.bool(value, "a toggle")
      }
    case .runtime:
      state.runtime = readMembers(of: member, .feature) { reader, _, value in
        reader.problems.flag(value, "a runtime flag")
      }
    case .attributes:
      state.attributes = readMembers(of: member, .attribute) { reader, attribute, value in
        if let attribute { return reader.readAttribute(attribute, value) }
        reader.checkValue(ofUndeclared: value)
        return nil
      }
    case .buckets:
      state.buckets = readMembers(of: member, .bucket) { reader, _, value in
        reader.problems.percent(value, "a bucket", isAssigned: true)
      }
    case .defaults: readDefaults(member, into: &state)
    }
  }

  private static let deviceDomains = Dictionary(
    uniqueKeysWithValues: DeviceFact.allCases.map { ($0, DeclaredAttributes.Domain($0)) })

  package mutating func readMembers<Value>(
    of object: JSONValue, _ kind: NameKind,
    _ read: (inout StateReader, Int?, JSONValue) -> Value?
  ) -> [Int: Value] {
    var values: [Int: Value] = [:]
    for (key, member) in object.members {
      let index = index(of: key, kind)
      if let value = read(&self, index, member), let index { values[index] = value }
    }
    return values
  }

  // MARK: Expectations

  private mutating func readExpectations(_ value: JSONValue, into state: inout PartialState) {
    guard problems.isObject(value, "'expect'") else { return }
    for (key, member) in value.members {
      let feature = index(of: key, .feature)
      let status = problems.value(member, of: "feature status", as: FeatureStatus.self)
      if let feature, let status { state.expected[feature] = status }
    }
  }

  // MARK: Sections

  /// `product` is nil if its id is undeclared.
  private mutating func readHolding(of product: Int?, _ value: JSONValue) -> ProductHolding? {
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
      problems.add(.creditsExpected(name), at: value)
    case (.consumable, _):
      problems.addWrongType(value, "a consumable", "a number of credits")
    case (_, .number):
      problems.add(.statusExpected(name), at: value)
    case (let type?, .string):
      return problems.purchaseStatus(value, of: name, type).map { .status($0) }
    case (let type?, .object) where type.isSubscription:
      return readEnd(value, of: name, type)
    case (_, .object):
      problems.add(
        .wrongHolding, "'\(name)' is not a subscription and cannot have 'until'", at: value)
    default: problems.addWrongType(value, "a product", "a status")
    }
    return nil
  }

  private mutating func readEnd(
    _ value: JSONValue, of product: String, _ type: ProductType
  ) -> ProductHolding? {
    problems.check(value, .holding)
    let end = value.member("until").flatMap { problems.date($0, "'until'") }
    let grace = value.member("graceUntil")
    let graceEnd = grace.flatMap { problems.date($0, "'graceUntil'") }
    if let key = value.key("graceUntil"), type != .autoRenewingSubscription {
      problems.add(
        .wrongHolding,
        "'\(product)' is not an auto-renewing subscription and cannot have 'graceUntil'", at: key)
      return nil
    }
    guard let end else { return nil }
    if let grace, let graceEnd, graceEnd <= end {
      problems.add(
        .emptyRange, "'graceUntil' is \(graceEnd); expected a date after 'until', \(end)",
        at: grace)
    }
    return .until(end, graceUntil: graceEnd)
  }

  private mutating func checkHolding(ofUndeclared value: JSONValue) {
    switch value.kind {
    case .number: _ = problems.integer(value, "credits", atLeast: 0)
    case .string: _ = problems.purchaseStatus(value, of: "", nil)
    case .object: _ = readEnd(value, of: "", .autoRenewingSubscription)
    default: problems.addWrongType(value, "a product", "a status")
    }
  }

  package mutating func readAttribute(_ attribute: Int, _ value: JSONValue) -> AttributeValue? {
    guard let domain = attributes.domains[attribute] else { return nil }
    if value.kind == .null, !domain.isAlwaysKnown { return .unknown }
    return problems.attributeValue(value, domain, inState: true)
  }

  private mutating func checkValue(ofUndeclared value: JSONValue) {
    if undeclared == .refuse { return }
    switch value.kind {
    case .bool, .null: return
    case .string: _ = problems.nonEmptyText(value, "an attribute")
    case .number: _ = problems.attributeInteger(value, "an attribute")
    case .object, .array:
      problems.addWrongType(value, "an attribute", "a value of an attribute")
    }
  }

  private mutating func readDefaults(_ value: JSONValue, into state: inout PartialState) {
    problems.check(value, .defaults)
    state.permissionDefault = value.member("permission").flatMap {
      problems.status(
        $0, "permission status", of: "the default status of permissions",
        isAllowed: SystemPermissionStatus.defaults.contains)
    }
    state.purchaseDefault = value.member("purchase").flatMap {
      problems.status(
        $0, "purchase status", of: "the default status of products",
        isAllowed: PurchaseStatus.defaults.contains)
    }
  }

  /// The index of a declared id. Otherwise nil, after the id is handled as ``Undeclared`` says.
  package mutating func index(of name: JSONValue, _ declared: NameKind) -> Int? {
    let names =
      switch declared {
      case .product: products.names
      case .attribute: attributes.names
      case .bucket: buckets
      default: features
      }
    if let index = names.index(of: name) { return index }
    switch undeclared {
    case .refuse:
      let manifest = manifest
      problems.addUndeclared(name, declared, among: names.names) {
        manifest?.displayNames(of: declared) ?? []
      }
    case .ignore: ignored.insert(name.string ?? "")
    case .warn:
      let warning = Diagnostic.ignored(name.string ?? "", declared)
      if !warnings.contains(where: { $0.message == warning.message }) {
        warnings.append(warning.at(name.range))
      }
    }
    return nil
  }
}

extension KeyedCase {
  package init?(key: JSONValue) {
    guard let found = Self.allCases.first(where: { key.equals($0.key) }) else { return nil }
    self = found
  }
}

/// Hints for ids outside their section: `{ "runtime": { "backup": true } }`.
extension StateReader {
  /// The section with the key, as the text to write instead. Nil unless `key` is a known id.
  func section(with key: JSONValue, _ value: JSONValue) -> String? {
    func section(_ section: StateSection, _ value: String?) -> String {
      "\"\(section.name)\": { \(key.source): \(value ?? "…") }"
    }
    let written = value.shortSource
    if let feature = features.index(of: key) {
      return section(flagSection(of: feature), written)
    }
    if let product = products.names.index(of: key) {
      let status: PurchaseStatus = value.bool == false ? .notPurchased : .purchased
      let isFlag = value.kind == .bool && products.type(of: product) != .consumable
      return section(.purchases, isFlag ? "\"\(status.name)\"" : written)
    }
    if attributes.names.index(of: key) != nil { return section(.attributes, written) }
    if key.string.flatMap({ SystemPermission(name: $0) }) != nil {
      let status: SystemPermissionStatus = value.bool == false ? .denied : .authorized
      return section(.permissions, value.kind == .bool ? "\"\(status.name)\"" : written)
    }
    return nil
  }

  private func flagSection(of feature: Int) -> StateSection {
    guard let manifest else { return .runtime }
    var (usesToggle, usesRuntime) = (false, false)
    manifest.forEachTest(of: feature) { test, _ in
      usesToggle = usesToggle || test.fact == .toggle(feature)
      usesRuntime = usesRuntime || test.fact == .runtime(feature)
    }
    return usesToggle && !usesRuntime ? .toggles : .runtime
  }
}

extension Manifest {
  /// The display names of the declarations. Empty for kinds that have none.
  package func displayNames(of declared: NameKind) -> [String] {
    switch declared {
    case .feature: features.map(\.name)
    case .product: products.map(\.name)
    case .attribute: attributes.map(\.name)
    default: []
    }
  }
}

package struct WrittenState: Sendable {
  package let state: DeviceState

  package let manifest: Manifest

  package init(_ state: DeviceState, of manifest: Manifest) {
    self.state = state
    self.manifest = manifest
  }

  package static var json: JSONOutput<WrittenState> {
    JSONOutput(.writtenState) { StateWriter.write($0.state, of: $0.manifest, to: &$1) }
  }
}

extension Schema {
  /// A state as ``StateWriter`` writes it.
  package static let writtenState = named("givenState") {
    .closed(StateSection.allCases.map { ($0.name, $0.writtenSchema) }, required: [])
      .described("A state; absent values have their defaults")
  }

  package static let writtenVersion = named("writtenVersion") {
    .anyOf(.versionText, .constant("latest"))
  }

  package static let writtenAttributeValue = named("attributeValue") {
    ["type": ["boolean", "string", "integer", "null"]]
  }

  /// A product's status or credits; ``writtenHolding`` also has end dates.
  package static let heldValue = named("heldValue") { .anyOf(.purchaseStatus, .credits) }

  package static let writtenHolding = named("writtenHolding") {
    .anyOf(
      .heldValue,
      ObjectGrammar.holding.writtenSchema)
  }
}

extension ManifestFile {
  /// Facts that the file lacks are those of a fresh install.
  package func state(
    in source: SourceFile, _ document: JSONDocument? = nil
  ) throws(InvalidInput) -> DeviceState {
    try partialState(in: source, document).state.applied(to: manifest.freshInstall)
  }

  /// - Parameters:
  ///   - document: Nil to parse the source.
  ///   - isLenient: Whether undeclared ids are warnings instead of errors.
  package func partialState(
    in source: SourceFile, _ document: JSONDocument? = nil, isLenient: Bool = false
  ) throws(InvalidInput) -> (state: PartialState, warnings: [Diagnostic]) {
    let document = if let document { document } else { try source.document() }
    var reader = StateReader(manifest, names, undeclared: isLenient ? .warn : .refuse)
    guard let state = reader.read(document) else {
      throw InvalidInput(source, reader.problems.found)
    }
    return (state, reader.warnings)
  }

  /// Nil if the manifest has no state of this name.
  package func partialState(named name: String) -> PartialState? {
    document.withRoot { root in
      guard let states = root.member("states") else { return nil }
      guard let state = states.members.first(where: { $0.key.string?.isSame(as: name) == true })
      else { return nil }
      var reader = StateReader(manifest, names)
      return reader.read(state.value)
    }
  }
}
