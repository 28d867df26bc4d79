import FlintModel
import FlintManifest
import FlintText

/// The kinds of entities that a command line can name, such as features, products and teams. All commands look up a
/// name in the same way: first as an id, then as a display name.
enum EntityKind: String, Sendable {
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

  /// The word for the id or name of an entity on a help page, such as `FEATURE`.
  var placeholder: String {
    switch self {
    case .feature: "FEATURE"
    case .product, .attribute, .group: "ID"
    case .permission, .bucket, .state: "NAME"
    case .team: "TEAM"
    }
  }

  /// Returns the id and the display name of each entity, in the manifest's order.
  func names(in manifest: Manifest) -> [(id: String, name: String)] {
    switch self {
    case .feature: manifest.features.map { ($0.id, $0.name) }
    case .product: manifest.products.map { ($0.id, $0.name) }
    case .permission: SystemPermission.allCases.map { ($0.name, "") }
    case .attribute: manifest.attributes.map { ($0.id, $0.name) }
    case .group: manifest.groups.map { ($0.id, $0.name) }
    case .bucket: manifest.buckets.map { ($0, "") }
    case .state: manifest.states.map { ($0.name, "") }
    case .team: manifest.teams.map { ($0, "") }
    }
  }
}

/// The names that an error message suggests in place of a name that does not exist.
enum NameSuggestions: Equatable {
  /// The name that is most similar to the unknown name, and was probably intended.
  case nearest(String)

  /// The entities whose id or display name contains the unknown name or one of its words.
  case similar([Candidate])

  /// All ids of entities of the kind that was expected, such as all product ids, because none is similar to the unknown
  /// name. The error message lists at most ten of them.
  case all([String])

  /// The user wrote the name of a subscription group (subscriptions of which a user can have only one at a time) in
  /// place of a product. The associated values are the ids of the group's products, and the id of the group.
  case products([String], group: String)

  struct Candidate: Equatable {
    let id: String
    /// The display name of the entity, such as a feature; empty if it has none.
    let name: String
  }

  init(near name: String, among names: [String]) {
    self.init(near: name, among: names.map { Candidate(id: $0, name: "") })
  }

  init(near name: String, among candidates: [Candidate]) {
    let nearest =
      nearestName(to: name, among: candidates.lazy.map(\.id))
      ?? nearestName(to: name, among: candidates.lazy.map(\.name))
    let similar = similarNames(to: name, among: candidates) { [$0.id, $0.name] }
    if let nearest {
      self = .nearest(nearest)
    } else {
      self = similar.isEmpty ? .all(candidates.map(\.id)) : .similar(similar)
    }
  }
}

extension Manifest {
  /// Returns the index of the entity with exactly this id among the entities of its kind; nil if there is none. Ids are
  /// compared by their Unicode scalars, so `é` as one scalar differs from `e` followed by a combining accent.
  func index(of name: String, _ declared: EntityKind) -> Int? {
    switch declared {
    case .feature: features.firstIndex { $0.id.isSame(as: name) }
    case .product: products.firstIndex { $0.id.isSame(as: name) }
    case .permission: SystemPermission.allCases.firstIndex { $0.name.isSame(as: name) }
    case .attribute: attributes.firstIndex { $0.id.isSame(as: name) }
    case .group: groups.firstIndex { $0.id.isSame(as: name) }
    case .bucket: buckets.firstIndex { $0.isSame(as: name) }
    case .state: states.firstIndex { $0.name.isSame(as: name) }
    case .team: teams.firstIndex { $0.isSame(as: name) }
    }
  }

  func nearest(to name: String, _ declared: EntityKind) -> String? {
    let guess = declared == .permission ? Synonyms.permission(name) : nil
    return guess ?? nearestName(to: name, among: declared.names(in: self).lazy.map(\.id))
  }

  /// Returns the index of the entity with this id. If no entity has this id, returns the index of the only entity with
  /// this display name. Returns nil if there is none, or if several have the display name.
  func resolve(_ name: String, _ declared: EntityKind) -> Int? {
    if let index = index(of: name, declared) { return index }
    let called = indices(called: name, declared)
    return called.count == 1 ? called[0] : nil
  }

  /// Returns the index of the entity with this id or, if no entity has this id, of the one with this display name.
  /// Throws an error with suggestions if there is none, or if several have the display name.
  ///
  /// - Parameter option: The option whose value is the name; nil if it is a positional argument.
  func find(_ name: String, _ declared: EntityKind, option: String?) throws(ValueProblem) -> Int {
    if let index = index(of: name, declared) { return index }
    let called = indices(called: name, declared)
    if called.count == 1 { return called[0] }
    let names = declared.names(in: self)
    if called.count > 1 {
      throw .ambiguous(declared, name, option: option, candidates: called.map { names[$0].id })
    }
    if declared == .product, let group = resolve(name, .group) {
      let ids = products.filter { $0.group == group }.map(\.id)
      throw .unknown(declared, name, option: option, known: .products(ids, group: groups[group].id))
    }
    let guess = declared == .permission ? Synonyms.permission(name) : nil
    let known =
      guess.map(NameSuggestions.nearest)
      ?? NameSuggestions(
        near: name, among: names.map { NameSuggestions.Candidate(id: $0.id, name: $0.name) })
    throw .unknown(declared, name, option: option, known: known)
  }

  /// Returns the indices of the entities with this display name, ignoring the case of ASCII letters.
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
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self
  }
}
