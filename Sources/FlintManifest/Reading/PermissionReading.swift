extension InputProblems {
  package mutating func permission(_ value: JSONValue) -> SystemPermission? {
    if let number = PermissionNames.index.index(of: value) {
      return SystemPermission(rawValue: UInt8(number))
    }
    let text = value.string ?? ""
    let names = PermissionNames.index.names
    let meant = Synonyms.permission(text) ?? nearest(to: text, among: names)
    add(.unknownPermission(text, nearest: meant), at: value)
    return nil
  }

  /// Reads a status that the permission can have; any status if it is nil.
  package mutating func permissionStatus(
    _ value: JSONValue, of permission: SystemPermission?
  ) -> SystemPermissionStatus? {
    status(value, "permission status", of: permission.map { "permission '\($0.name)'" } ?? "") {
      permission?.allows($0) ?? true
    }
  }

  mutating func permissionRequirement(_ value: JSONValue) -> PermissionRequirement? {
    switch value.kind {
    case .string: return permission(value).map { PermissionRequirement($0) }
    case .object: break
    default:
      addWrongType(
        value, "a permission", "a permission or an object", write: value.elementSources)
      return nil
    }
    if reportCombination(in: value) { return nil }
    check(value, .permission)
    var permission: SystemPermission?
    if let name = value.member("permission"), expect(.string, name, "'permission'") {
      permission = self.permission(name)
    }
    let allowed = SystemPermissionStatus.accepted.filter { permission?.allows($0) ?? true }
    let owner = permission.map { "permission '\($0.name)'" } ?? "a permission"
    let accepted = value.member("in").map {
      statuses($0, "permission status", of: owner, allowed)
    }
    guard let permission, let accepted else { return nil }
    return PermissionRequirement(permission, in: accepted)
  }

  private mutating func reportCombination(in value: JSONValue) -> Bool {
    for (key, member) in value.members {
      let sources = (member.kind == .array ? Array(member.elements) : [member]).map {
        $0.shortSource ?? "…"
      }
      let written: String
      if key.equals("anyOf") {
        let alternatives = sources.map { "{ \"permissions\": [\($0)] }" }
        written = "\"anyOf\": [\(alternatives.joined(separator: ", "))] next to 'permissions'"
      } else if key.equals("allOf") {
        written = sources.joined(separator: ", ") + " instead of the object"
      } else if key.equals("not") {
        let negated = sources.joined(separator: ", ")
        written = "\"not\": { \"permissions\": [\(negated)] } next to 'permissions'"
      } else {
        continue
      }
      misplacedKey(key, in: "a permission", write: written)
      return true
    }
    return false
  }

  mutating func statuses<Status: NamedCase & Hashable>(
    _ list: JSONValue, _ subject: String, of owner: String, _ allowed: [Status]
  ) -> [Status] {
    guard isArray(list, "'in'") else { return [] }
    return valueList(list, "'in'", in: "'in'") {
      $0.status($1, subject, of: owner, isAllowed: allowed.contains)
    } ?? []
  }
}

extension JSONValue {
  fileprivate var asPermissionList: String? {
    guard let source = shortSource else { return nil }
    if member("permission") != nil { return "[\(source)]" }
    let names = members.compactMap { key, _ in
      key.string.flatMap { SystemPermission(name: $0)?.name ?? Synonyms.permission($0) }
    }
    if names.isEmpty { return nil }
    return "[" + names.map { JSONText.quoted($0) }.joined(separator: ", ") + "]"
  }
}

extension InputProblems {
  mutating func readPermissions(_ list: JSONValue, into constraints: inout [Constraint]) {
    guard list.kind != .object else {
      return addWrongType(list, "'permissions'", "a list", write: list.asPermissionList)
    }
    guard isArray(list, "'permissions'") else { return }
    var seen = DistinctList<PermissionRequirement>()
    for element in list.elements {
      guard let requirement = permissionRequirement(element) else { continue }
      if seen.append(requirement) {
        constraints.append(.permission(requirement))
      } else {
        let statuses = requirement.statuses.map { "=" + $0.map(\.name).joined(separator: "|") }
        let name = "permission:" + requirement.permission.name + (statuses ?? "")
        add(.duplicateConstraint(name), at: element)
      }
    }
  }
}

private enum PermissionNames {
  // INVARIANT: the index of a permission in `allCases` is its raw value.
  static let index = NameIndex(SystemPermission.allCases.map(\.name))
}
