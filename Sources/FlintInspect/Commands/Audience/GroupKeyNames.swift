import FlintModel
import FlintPopulation
import FlintText

extension GroupKey.Kind {
  /// The kind of entity whose id follows the colon in a key by which `audience` groups users. It is an attribute for
  /// `attribute:country`, and nil for a key without a colon, such as `platform`.
  var declared: EntityKind? {
    switch self {
    case .platform, .osVersion, .appVersion: nil
    case .attribute: .attribute
    case .permission: .permission
    case .purchase: .product
    case .group: .group
    }
  }

  /// Returns the key (a fact by which `audience` groups users) of this kind for the entity with this index, such as
  /// `attribute:country` for the attribute `country`. The index has no effect for a kind without entities, such as
  /// `platform`.
  func key(_ index: Int) -> GroupKey {
    switch self {
    case .platform: .platform
    case .osVersion: .osVersion
    case .appVersion: .appVersion
    case .attribute: .attribute(index)
    case .permission: .permission(.allCases[index])
    case .purchase: .purchase(index)
    case .group: .group(index)
    }
  }

  /// The syntax of the facts of this kind by which `audience` can group users, for example `attribute:ID`.
  var form: String { declared.map { "\(rawValue):\($0.placeholder)" } ?? rawValue }
}

extension GroupKey {
  /// The syntax of all facts by which `audience` can group users, for help pages and messages, such as `attribute:ID`.
  static var forms: String {
    alternatives(Kind.allCases.map(\.form))
  }
}

extension Manifest {
  /// Parses a value of the option `--by`: a fact by which `audience` groups users, such as `platform` or
  /// `attribute:country`. Throws if users cannot be grouped by such a fact, or if the manifest does not declare the id.
  func groupKey(_ text: String, option: String) throws(ValueProblem) -> GroupKey {
    let parts = text.unicodeScalars.split(
      separator: ":", maxSplits: 1, omittingEmptySubsequences: false
    ).map { String($0) }
    guard let kind = GroupKey.Kind.allCases.first(where: { $0.rawValue.isSame(as: parts[0]) }),
      (kind.declared == nil) == (parts.count == 1)
    else { throw .notAGroupKey(text) }
    guard let declared = kind.declared else { return kind.key(0) }
    if kind == .purchase, resolve(parts[1], .product) == nil,
      let group = resolve(parts[1], .group)
    {
      let meant = "\(GroupKey.Kind.group.rawValue):\(groups[group].id)"
      throw .unknown(.product, parts[1], option: option, known: .nearest(meant))
    }
    let index = try find(parts[1], declared, option: option)
    if kind == .group {
      let products = products.filter { $0.group == index }.map(\.id)
      let values = groups[index].levels.isEmpty ? products : groups[index].levels
      if values.contains(GroupKey.unknown) { throw .ambiguousGroup(groups[index].id) }
    }
    return kind.key(index)
  }
}
