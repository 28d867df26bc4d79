package import FlintCore
package import FlintText

extension InputProblems {
  /// The permission that a string names.
  package mutating func permission(_ value: JSONValue) -> SystemPermission? {
    if let number = PermissionNames.index.index(of: value) {
      return SystemPermission(rawValue: UInt8(number))
    }
    let text = value.string ?? ""
    let names = PermissionNames.index.names
    add(.unknownPermission(text, nearest: nearest(to: text, among: names)), at: value)
    return nil
  }

  /// A status in which a permission can be; of one that could not be read, any status.
  package mutating func permissionStatus(
    _ value: JSONValue, of permission: SystemPermission?
  ) -> SystemPermissionStatus? {
    let status = self.value(value, of: "permission status", as: SystemPermissionStatus.self)
    guard let permission, let status, !permission.canBe(status) else { return status }
    let allowed = SystemPermissionStatus.allCases.filter { permission.canBe($0) }
    add(
      .impossibleStatus(
        status.name, of: "permission '\(permission.name)'", allowed: allowed.map(\.name)),
      at: value)
    return nil
  }

  /// An element of `permissions`: a name, or a name with the statuses that will do.
  mutating func permissionRequirement(_ value: JSONValue) -> PermissionRequirement? {
    switch value.kind {
    case .string: return permission(value).map { PermissionRequirement($0) }
    case .object: break
    default:
      add(.wrongType(subject: "a permission", found: value.kind, expected: .permission), at: value)
      return nil
    }
    var (name, statuses): (JSONValue?, JSONValue?)
    for (key, member) in value.members {
      switch PermissionKey(key: key) {
      case .permission: name = member
      case .statuses: statuses = member
      case nil: unknownKey(key, in: "a permission", allowed: PermissionKey.allCases)
      }
    }
    if name == nil { missingKey(PermissionKey.permission, in: "a permission", of: value) }
    if statuses == nil { missingKey(PermissionKey.statuses, in: "a permission", of: value) }
    var permission: SystemPermission?
    if let name, expect(.string, name, "'permission'", as: .string) {
      permission = self.permission(name)
    }
    let allowed = SystemPermissionStatus.allCases.filter {
      $0 != .unsupported && permission?.canBe($0) ?? true
    }
    let owner = permission.map { "permission '\($0.name)'" } ?? "a permission"
    let accepted = statuses.map { self.statuses($0, "permission status", of: owner, allowed) }
    guard let permission, let accepted else { return nil }
    return PermissionRequirement(permission, in: accepted)
  }

  /// `in`: some of the statuses that there can be, at least one and none twice.
  mutating func statuses<Status: NamedCase & Equatable>(
    _ list: JSONValue, _ subject: String, of owner: String, _ allowed: [Status]
  ) -> [Status] {
    guard isArray(list, "'in'") else { return [] }
    if list.count == 0 { add(.empty(subject: "'in'"), at: list) }
    var statuses: [Status] = []
    for element in list.elements {
      guard let status = value(element, of: subject, as: Status.self) else { continue }
      if !allowed.contains(status) {
        add(.impossibleStatus(status.name, of: owner, allowed: allowed.map(\.name)), at: element)
      } else if statuses.contains(status) {
        add(.duplicateValue(status.name, in: "'in'"), at: element)
      } else {
        statuses.append(status)
      }
    }
    return statuses
  }
}

private enum PermissionNames {
  // INVARIANT: a permission's place among all cases is its raw value.
  static let index = NameIndex(SystemPermission.allCases.map(\.name))
}
