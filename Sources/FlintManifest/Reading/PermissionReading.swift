package import FlintModel
package import FlintText

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

  /// All statuses for an unknown permission.
  package mutating func permissionStatus(
    _ value: JSONValue, of permission: SystemPermission?
  ) -> SystemPermissionStatus? {
    status(value, "permission status", of: permission.map { "permission '\($0.name)'" } ?? "") {
      permission?.allows($0) ?? true
    }
  }

  mutating func status<Status: NamedCase>(
    _ value: JSONValue, _ subject: String, of owner: @autoclosure () -> String,
    isAllowed: (Status) -> Bool
  ) -> Status? {
    guard let name = string(value, subject) else { return nil }
    let status = Status(name: name)
    if let status, isAllowed(status) { return status }
    let names = Status.allCases.filter(isAllowed).map(\.name)
    if status != nil {
      add(.impossibleStatus(name, of: owner(), allowed: names), at: value)
    } else {
      let nearest = Synonyms.word(name, among: names) ?? nearest(to: name, among: names)
      add(.unknownValue(name, of: subject, allowed: names, nearest: nearest), at: value)
    }
    return nil
  }

  mutating func permissionRequirement(_ value: JSONValue) -> PermissionRequirement? {
    switch value.kind {
    case .string: return permission(value).map { PermissionRequirement($0) }
    case .object: break
    default:
      addWrongType(value, "a permission", .permission, write: value.elementSources)
      return nil
    }
    if reportCombination(in: value) { return nil }
    var (name, statuses): (JSONValue?, JSONValue?)
    for (key, _, member) in members(of: value, in: "a permission", as: PermissionKey.self) {
      switch key {
      case .permission: name = member
      case .statuses: statuses = member
      }
    }
    var permission: SystemPermission?
    if let name, expect(.string, name, "'permission'", as: .string) {
      permission = self.permission(name)
    }
    let allowed = PermissionKey.acceptedStatuses.filter { permission?.allows($0) ?? true }
    let owner = permission.map { "permission '\($0.name)'" } ?? "a permission"
    let accepted = statuses.map { self.statuses($0, "permission status", of: owner, allowed) }
    guard let permission, let accepted else { return nil }
    return PermissionRequirement(permission, in: accepted)
  }

  private mutating func reportCombination(in value: JSONValue) -> Bool {
    for (key, member) in value.members {
      let sources = member.permissionSources
      let written: String
      if ConstraintKey(key: key) == .kind(.anyOf) {
        let alternatives = sources.map { "{ \"permissions\": [\($0)] }" }
        written = "\"anyOf\": [\(alternatives.joined(separator: ", "))] next to 'permissions'"
      } else if ConstraintKey(key: key) == .kind(.allOf) {
        written = sources.joined(separator: ", ") + " instead of the object"
      } else if ConstraintKey(key: key) == .kind(.not) {
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

  mutating func statuses<Status: NamedCase & Equatable>(
    _ list: JSONValue, _ subject: String, of owner: String, _ allowed: [Status]
  ) -> [Status] {
    guard isArray(list, "'in'") else { return [] }
    if list.count == 0 { add(.empty(subject: "'in'"), at: list) }
    var statuses: [Status] = []
    for element in list.elements {
      guard let status = status(element, subject, of: owner, isAllowed: allowed.contains)
      else { continue }
      if statuses.contains(status) {
        add(.duplicateValue(status.name, in: "'in'"), at: element)
      } else {
        statuses.append(status)
      }
    }
    return statuses
  }
}

extension JSONValue {
  fileprivate var permissionSources: [String] {
    (kind == .array ? elements.map { $0.shortSource ?? "…" } : [shortSource ?? "…"])
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

extension ManifestReader {
  mutating func readPermissions(
    _ list: JSONValue, _ context: ConditionContext, into constraints: inout [Constraint]
  ) {
    guard list.kind != .object else {
      return problems.addWrongType(list, "'permissions'", .array, write: list.asPermissionList)
    }
    guard problems.isArray(list, "'permissions'") else { return }
    reportEmpty(list, "'permissions'", context)
    var seen: Set<PermissionRequirement> = []
    for element in list.elements {
      guard let requirement = problems.permissionRequirement(element) else { continue }
      if seen.insert(requirement).inserted {
        constraints.append(.permission(requirement))
      } else {
        let statuses = requirement.statuses.map { "=" + $0.map(\.name).joined(separator: "|") }
        let name = "permission:" + requirement.permission.name + (statuses ?? "")
        problems.add(.duplicateConstraint(name), at: element)
      }
    }
  }
}

private enum PermissionNames {
  // INVARIANT: the index of a permission in `allCases` is its raw value.
  static let index = NameIndex(SystemPermission.allCases.map(\.name))
}
