package import FlintCore
package import FlintText

extension StateSection: ObjectKey {
  package var schema: Schema {
    switch self {
    case .platform: .platform
    case .osVersion, .appVersion: .installedVersion
    case .date: .text
    case .permissions: .map(from: .permission, to: .permissionStatus)
    case .purchases: .map(from: .nonEmptyText, to: .holding)
    case .unlocked: .list(of: .id)
    case .toggles: .map(from: .id, to: .boolean)
    case .runtime:
      .map(from: .id, to: ["type": ["boolean", "null"]]).described("null: not known yet")
    case .attributes:
      .map(from: .id, to: ["type": ["boolean", "string", "null"], "minLength": 1])
        .described("null: not known, even where there is a default")
    case .buckets: .map(from: .id, to: ["type": "number"])
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
    case .permission: .permissionStatus
    case .purchase: .purchaseStatus
    }
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
  package static let purchaseStatus = named("purchaseStatus") { .names(of: PurchaseStatus.self) }
  package static let credits = named("credits") { .integer(from: 0) }
  package static let holding = named("holding") {
    .anyOf(.purchaseStatus, .credits)
      .described("A consumable's credits, any other product's status")
  }
}
