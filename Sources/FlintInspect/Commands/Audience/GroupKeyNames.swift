import FlintModel
import FlintPopulation
import FlintText

extension GroupKey.Kind {
  /// Nil for a key without a colon.
  var declared: EntityKind? {
    switch self {
    case .platform, .osVersion, .appVersion: nil
    case .attribute: .attribute
    case .permission: .permission
    case .purchase: .product
    case .group: .group
    }
  }

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

  /// `attribute:ID`
  var form: String { declared.map { "\(rawValue):\($0.placeholder)" } ?? rawValue }
}

extension GroupKey {
  static var forms: String {
    alternatives(Kind.allCases.map(\.form))
  }
}

extension Manifest {
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
