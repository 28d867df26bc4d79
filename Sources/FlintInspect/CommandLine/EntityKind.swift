/// A kind of thing that command lines name, such as features.
enum EntityKind: String {
  case feature, product, permission, attribute, group, bucket, state, team

  init(_ subject: StateSubject) {
    switch subject {
    case .permission: self = .permission
    case .product: self = .product
    case .feature: self = .feature
    case .attribute: self = .attribute
    case .bucket: self = .bucket
    }
  }

  /// The word for a name in help, such as `FEATURE`.
  var placeholder: String {
    switch self {
    case .feature: "FEATURE"
    case .product, .attribute, .group: "ID"
    case .permission, .bucket, .state: "NAME"
    case .team: "TEAM"
    }
  }

  func names(in manifest: Manifest) -> [(id: String, name: String)] {
    switch self {
    case .feature: named(manifest.features)
    case .product: named(manifest.products)
    case .permission: SystemPermission.allCases.map { ($0.name, "") }
    case .attribute: named(manifest.attributes)
    case .group: named(manifest.groups)
    case .bucket: manifest.buckets.map { ($0, "") }
    case .state: manifest.states.map { ($0.name, "") }
    case .team: manifest.teams.map { ($0, "") }
    }
  }

  private func named(_ declarations: [some Declaration]) -> [(id: String, name: String)] {
    declarations.map { ($0.id, $0.name) }
  }
}

protocol Declaration {
  var id: String { get }
  var name: String { get }
  var description: String? { get }
}

extension FeatureDeclaration: Declaration {}
extension ProductDeclaration: Declaration {}
extension GroupDeclaration: Declaration {}
extension AttributeDeclaration: Declaration {}
extension ConditionDeclaration: Declaration {}

extension Manifest {
  /// The index of the declaration with this id, compared by Unicode scalars.
  func index(of name: String, _ declared: EntityKind) -> Int? {
    declared.names(in: self).firstIndex { $0.id.isSame(as: name) }
  }

  /// The index of a declaration by id, else by unique display name.
  func resolve(_ name: String, _ declared: EntityKind) -> Int? {
    if let index = index(of: name, declared) { return index }
    let called = indices(called: name, declared)
    return called.count == 1 ? called[0] : nil
  }

  /// Like ``resolve(_:_:)``, but throws if the name is unknown or ambiguous.
  /// - Parameter option: The option in which the name was given; nil for an argument.
  func find(_ name: String, _ declared: EntityKind, option: String?) throws -> Int {
    if let index = resolve(name, declared) { return index }
    let names = declared.names(in: self)
    let called = indices(called: name, declared)
    if called.count > 1 {
      throw Problem.ambiguous(
        declared, name, option: option, candidates: called.map { names[$0].id })
    }
    if declared == .product, let group = resolve(name, .group) {
      let ids = products.filter { $0.group == group }.map(\.id)
      throw Problem.unknown(
        declared, name, option: option,
        hint: "\(quoted(groups[group].id)) is a subscription group"
          + (ids.isEmpty ? "" : "; its products are \(visible(ids.shortList))"))
    }
    throw Problem.unknown(
      declared, name, option: option,
      hint: didYouMean(declared == .permission ? Synonyms.permission(name) : nil)
        ?? suggestion(for: name, among: names))
  }

  private func indices(called name: String, _ declared: EntityKind) -> [Int] {
    if name.isEmpty { return [] }
    return declared.names(in: self).enumerated().filter { _, candidate in
      let other = candidate.name.utf8
      return other.count == name.utf8.count
        && zip(other, name.utf8).allSatisfy { $0.asLowercase == $1.asLowercase }
    }.map(\.offset)
  }
}

extension UInt8 {
  fileprivate var asLowercase: UInt8 {
    "A"..."Z" ~= self ? self | 0x20 : self
  }
}

/// A form of the values of `--vary` and `--by`: `platform`, `toggle:FEATURE`.
struct FactKey {
  let word: String

  /// The kind of name after the colon; nil if there is none.
  let declared: EntityKind?

  /// Completion offers only names of this section's facts; all if nil.
  let section: StateSection?

  var form: String { declared.map { "\(word):\($0.placeholder)" } ?? word }
}

extension [FactKey] {
  static let varied = StateSection.allCases.compactMap { section in
    section.entryName.map { word in
      FactKey(word: word, declared: section.subject.map { EntityKind($0) }, section: section)
    }
  }

  /// - Returns: The key and the name after the colon; without a colon, the key's word twice. Nil if
  ///   the key or the name does not fit.
  func split(_ text: String) -> (key: FactKey, name: String)? {
    let parts = text.unicodeScalars.split(
      separator: ":", maxSplits: 1, omittingEmptySubsequences: false
    ).map { String($0) }
    let key = first { $0.word.isSame(as: parts[0]) }
    guard let key, (key.declared == nil) == (parts.count == 1) else { return nil }
    return (key, parts[parts.count - 1])
  }
}

extension Manifest {
  func variedFact(_ text: String, option: String) throws -> VariedFact {
    guard let (key, name) = [FactKey].varied.split(text), let section = key.section else {
      throw Problem(
        "cannot vary \(quoted(text))",
        hint: "write \(alternatives([FactKey].varied.map(\.form)))")
    }
    guard let declared = key.declared else { return VariedFact(section) }
    let index = try find(name, declared, option: option)
    if declared == .product, products[index].type == .consumable {
      throw Problem("cannot vary \(quoted(name)): a consumable's credits have too many values")
    }
    return VariedFact(section, at: index)
  }

  /// Indices of the declarations that completion offers. Leaves out consumables, and features and
  /// permissions that no constraint uses.
  func offeredIndices(of section: StateSection) -> [Int] {
    switch section.subject {
    case .permission: numbers(of: SystemPermission.allCases.indices, in: section)
    case .product: products.indices.filter { products[$0].type != .consumable }
    case .feature: numbers(of: features.indices, in: section)
    case .attribute: Array(attributes.indices)
    case .bucket: Array(buckets.indices)
    case nil: []
    }
  }

  private func numbers(of indices: Range<Int>, in section: StateSection) -> [Int] {
    var asked: Set<Fact> = []
    func ask(_ test: FactTest, isImplied: Bool) { if !isImplied { asked.insert(test.fact) } }
    for feature in features.indices { forEachTest(of: feature, ask) }
    for condition in conditions.indices { forEachTest(of: .condition(condition), ask) }
    for assumption in assumptions.indices { forEachTest(of: .assumption(assumption), ask) }
    return indices.filter { asked.contains(section.fact(at: $0)) }
  }
}
