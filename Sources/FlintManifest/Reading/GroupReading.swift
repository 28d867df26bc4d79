import FlintModel
import FlintText

extension ManifestReader {
  mutating func readGroups(_ list: JSONValue) {
    guard problems.isArray(list, "'groups'") else { return }
    for element in list.elements where isDeclaration(element, "a group") {
      readGroup(element)
    }
  }

  private mutating func readGroup(_ value: JSONValue) {
    var id: JSONValue?
    var (name, description): (String?, String?)
    var levels = NameIndex()
    var hasLevels = false
    for (key, _, member) in problems.members(of: value, in: "a group", as: GroupKey.self) {
      switch key {
      case .id: id = member
      case .name: name = problems.string(member, "'name'")
      case .description: description = problems.string(member, "'description'")
      case .levels: (levels, hasLevels) = (readLevels(member), true)
      }
    }
    guard let idText = readID(id, of: .group),
      declare(idText, at: id, .group, in: \.products.groups.names)
    else { return }
    if hasLevels, levels.names.isEmpty {
      products.groups.unreadLevels.insert(products.groups.declarations.count)
    }
    products.groups.levels.append(levels)
    products.groups.declarations.append(
      GroupDeclaration(id: idText, name: name, description: description, levels: levels.names))
  }

  private mutating func readLevels(_ list: JSONValue) -> NameIndex {
    guard problems.isArray(list, "'levels'") else { return NameIndex() }
    if list.count == 0 { problems.add(.empty(subject: "'levels'"), at: list) }
    var levels = NameIndex()
    for element in list.elements {
      guard let level = problems.string(element, "a level") else { continue }
      if !isIdentifier(level) {
        problems.add(.invalidID(level, of: .level), at: element)
      }
      if !levels.insert(level).isNew {
        problems.add(.duplicateID(level, of: .level), at: element)
      }
    }
    return levels
  }

  /// Nil without a valid group.
  mutating func readGroupAndLevel(
    _ group: JSONValue?, _ level: (key: JSONValue, value: JSONValue)?, of product: JSONValue,
    _ id: String, _ type: ProductType?
  ) -> (group: Int, level: Int?)? {
    guard let group else {
      if let level { problems.add(.levelWithoutGroup, at: level.key) }
      return nil
    }
    guard problems.expect(.string, group, "'group'", as: .string),
      let index = products.groups.index(of: group, recordingIn: &problems)
    else {
      products.groups.areComplete = false
      return nil
    }
    if let type, type != .autoRenewingSubscription {
      problems.add(.groupOfOtherType(product: id), at: group)
    }
    let declaration = products.groups.declarations[index]
    var number: Int?
    if products.groups.unreadLevels.contains(index) {
      products.groups.areComplete = false
    } else if let level, declaration.levels.isEmpty {
      problems.add(.levelOfUnranked(group: declaration.id), at: level.key)
    } else if let level {
      if problems.expect(.string, level.value, "'level'", as: .string) {
        number = problems.index(of: level.value, in: products.groups.levels[index], .level)
      }
      if number == nil { products.groups.areComplete = false }
    } else if !declaration.levels.isEmpty {
      products.groups.areComplete = false
      problems.add(
        .missingLevel(product: id, group: declaration.id, levels: declaration.levels),
        atStartOf: product)
    }
    let highest = products.groups.highestLevels[index] ?? 0
    products.groups.highestLevels[index] = max(highest, number ?? 0)
    return (index, number)
  }
}
