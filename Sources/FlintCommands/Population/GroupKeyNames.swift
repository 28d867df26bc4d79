internal import FlintCore
internal import FlintPopulation
internal import FlintText

extension GroupKey.Kind {
  /// What the id after the key's word and a colon names; nil for a key that is one word.
  var declared: EntityKind? {
    switch self {
    case .platform, .osVersion, .appVersion: nil
    case .attribute: .attribute
    case .permission: .permission
    case .purchase: .product
    case .group: .group
    }
  }

  /// The key of this kind that names the thing with that index.
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

  /// How it is written: `attribute:ID`.
  var form: String { declared.map { "\(rawValue):\($0.placeholder)" } ?? rawValue }
}

extension GroupKey {
  /// How each key is written, for help and messages.
  static var forms: String {
    alternatives(Kind.allCases.map(\.form))
  }
}

extension Manifest {
  /// The key that `platform`, `attribute:country` and their like name.
  func groupKey(_ text: String, option: String) throws(ValueProblem) -> GroupKey {
    let parts = text.unicodeScalars.split(
      separator: ":", maxSplits: 1, omittingEmptySubsequences: false
    ).map { String($0) }
    guard let kind = GroupKey.Kind.allCases.first(where: { $0.rawValue.isSame(as: parts[0]) }),
      (kind.declared == nil) == (parts.count == 1)
    else { throw .notAGroupKey(text) }
    guard let declared = kind.declared else { return kind.key(0) }
    return kind.key(try find(parts[1], declared, option: option))
  }
}
