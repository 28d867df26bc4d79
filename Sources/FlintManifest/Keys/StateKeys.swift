package import FlintCore
package import FlintText

extension StateSection: ObjectKey {
  package var schema: Schema {
    switch self {
    case .platform: .platform
    case .osVersion, .appVersion: .installedVersion
    case .date: .date
    case .permissions: .byPermission(.permissionStatus)
    case .purchases: .map(from: .nonEmptyText, to: .holding)
    case .unlocked: .list(of: .id)
    case .toggles: .map(from: .id, to: .boolean)
    case .runtime:
      .map(from: .id, to: ["type": ["boolean", "null"]]).described("null: not known yet")
    case .attributes:
      .map(from: .id, to: .anyOf(.boolean, .nonEmptyText, .attributeInteger, .null))
        .described("null: not known, even where there is a default")
    case .buckets:
      .map(from: .id, to: .drawn).described("Where in each the user was drawn")
    case .defaults: .object(DefaultsKey.allCases)
    }
  }
}

extension StateKey: ObjectKey {
  package var schema: Schema {
    switch self {
    case .section(let section): section.schema
    case .remark(.id): ["description": "Anything; streams give it back"]
    case .remark(.weight): .integer(from: 0)
    }
  }
}

package enum DefaultsKey: KeyText, ObjectKey {
  case permission, purchase

  package var schema: Schema {
    switch self {
    case .permission: .names(SystemPermissionStatus.defaults.map(\.name))
    case .purchase: .names(PurchaseStatus.defaults.map(\.name))
    }
  }
}

/// What a subscription has in the place of a status.
package enum UntilKey: KeyText, ObjectKey {
  case until

  package var isRequired: Bool { true }

  package var schema: Schema {
    switch self {
    case .until: .date
    }
  }
}

extension SystemPermissionStatus {
  /// Those that every permission can have.
  package static let defaults = allCases.filter { status in
    SystemPermission.allCases.allSatisfy { $0.canBe(status) }
  }
}

// MARK: - Definitions

extension Schema {
  package static let state = named("state") { .object(StateKey.allCases) }
  package static let installedVersion = named("installedVersion") {
    .anyOf(.version, .constant("latest"))
  }
  package static let permissionStatus = named("permissionStatus") {
    .names(of: SystemPermissionStatus.self)
  }
  /// An object with a status for each of some permissions, which must be one that the permission can have.
  package static func byPermission(_ status: Schema) -> Schema {
    let limits: [(String, Schema)] = SystemPermission.allCases.map { permission in
      let others = SystemPermissionStatus.allCases.filter { !permission.canBe($0) }
      return (permission.name, ["not": .names(others.map(\.name))])
    }
    return .map(from: .permission, to: status)
      .with(["allOf": [["properties": .object(limits)]]])
  }

  package static let purchaseStatus = named("purchaseStatus") { .names(of: PurchaseStatus.self) }
  package static let credits = named("credits") { .integer(from: 0) }
  package static let holding = named("holding") {
    .anyOf(.purchaseStatus, .credits, .object(UntilKey.allCases))
      .described("A consumable's credits, any other product's status, or how long it runs")
  }

  package static let drawn = named("drawn") {
    ["type": "number", "minimum": 0, "exclusiveMaximum": 100, "description": .decimals]
  }
}
