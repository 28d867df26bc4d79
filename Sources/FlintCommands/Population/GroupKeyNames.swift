internal import FlintCore
internal import FlintPopulation

extension GroupKey {
  /// The keys that are one word.
  static let words: Words<GroupKey> = [
    ("platform", .platform), ("osVersion", .osVersion), ("appVersion", .appVersion),
  ]

  /// What stands before the id of an attribute.
  static let attributePrefix = "attribute:"
}

extension Manifest {
  /// What `platform`, `attribute:country` and their like name.
  func groupKey(_ text: String, option: String) throws(ValueProblem) -> GroupKey {
    if let key = GroupKey.words.value(of: text) { return key }
    guard text.hasPrefix(GroupKey.attributePrefix) else { throw .notAGroupKey(text) }
    let id = String(text.dropFirst(GroupKey.attributePrefix.count))
    return .attribute(try find(id, .attribute, option: option))
  }
}
