package import FlintCore
package import FlintText

extension StateSection: ObjectKey {
  package var schema: Schema {
    switch self {
    case .platform: .to(.platform)
    case .osVersion, .appVersion: .to(.installedVersion)
    case .date: .text
    case .permissions: .map(from: .to(.permission), to: .to(.permissionStatus))
    case .purchases: .map(from: .nonEmptyText, to: .to(.holding))
    case .unlocked: .list(of: .to(.id))
    case .toggles: .map(from: .to(.id), to: .boolean)
    case .runtime:
      .map(from: .to(.id), to: ["type": ["boolean", "null"]]).described("null: not known yet")
    case .attributes:
      .map(from: .to(.id), to: ["type": ["boolean", "string", "null"], "minLength": 1])
        .described("null: not known, even where there is a default")
    case .buckets: .map(from: .to(.id), to: ["type": "number"])
    case .defaults: .object(DefaultsKey.allCases)
    }
  }
}

extension StateRemark: ObjectKey {
  package var schema: Schema {
    switch self {
    case .id: ["description": "Anything; streams give it back"]
    case .weight: .integer(from: 0)
    }
  }
}

package enum DefaultsKey: KeyText, ObjectKey {
  case permission, purchase

  package var schema: Schema {
    switch self {
    case .permission: .to(.permissionStatus)
    case .purchase: .to(.purchaseStatus)
    }
  }
}

// MARK: - Definitions

extension Schema {
  package static var state: Schema { .to(.state) }
}

extension Schema.Definition {
  package static var state: Self {
    .init("state") { .object(StateReader.keys) }
  }
  package static var installedVersion: Self {
    .init("installedVersion") { .anyOf(.to(.version), .constant("latest")) }
  }
  package static var permissionStatus: Self {
    .init("permissionStatus") { .names(of: SystemPermissionStatus.self) }
  }
  package static var purchaseStatus: Self {
    .init("purchaseStatus") { .names(of: PurchaseStatus.self) }
  }
  package static var credits: Self { .init("credits") { .integer(from: 0) } }
  package static var holding: Self {
    .init("holding") {
      .anyOf(.to(.purchaseStatus), .to(.credits))
        .described("A consumable's credits, any other product's status")
    }
  }
}
